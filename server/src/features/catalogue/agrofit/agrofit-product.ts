import { INGREDIENT_SEPARATOR } from '../registry-names.ts';
import type { NewProduct } from '../product-bulk.ts';
import type { Registration } from './agrofit-record.ts';

/** Names of crops by the register's ids; empty when no file of crops was given. */
export type CropNames = ReadonlyMap<number, string>;

const MOST_CROPS = 8;
const mainCrops = [
  'Soja',
  'Milho',
  'Algodão',
  'Café',
  'Cana-de-açúcar',
  'Trigo',
  'Feijão',
  'Arroz',
  'Citros',
  'Batata',
  'Tomate',
];

/**
 * Builds the product for one brand of a registration: the name is the brand; ingredients and
 * concentrations are joined in the same order.
 */
export const productOfBrand = (
  registration: Registration,
  brand: string,
  subtypeId: number,
  crops: CropNames,
): NewProduct => ({
  product_subtype_id: subtypeId,
  name: brand,
  brand,
  unit: registration.unit,
  active: true,
  active_ingredient: joined(
    registration.ingredients.map(({ name }) => name),
    500,
  ),
  concentration: joined(
    registration.ingredients.map(({ concentration }) => concentration),
    300,
  ),
  description: describe(registration, crops),
});

/** Joins the parts; null when all are empty. An empty part keeps its place as a dash. */
function joined(parts: readonly string[], most: number): string | null {
  if (parts.every((part) => part === '')) return null;
  return shortened(
    parts.map((part) => (part === '' ? '–' : part)).join(INGREDIENT_SEPARATOR),
    most,
  );
}

const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`;

/** Describes the registration in Portuguese sentences. */
function describe(
  { number, holder, formulation, toxicity, subtypes, crops }: Registration,
  names: CropNames,
): string {
  const sentences = [
    `Registro MAPA ${number}${holder === '' ? '' : `, titular ${holder}`}`,
    formulation === '' ? '' : `Formulação: ${formulation}`,
    toxicity === '' ? '' : `Classe toxicológica: ${toxicity}`,
    subtypes.length < 2 ? '' : `Classes de uso: ${subtypes.join(', ')}`,
    cropsSentence(
      crops.flatMap((crop) => (typeof crop === 'string' ? [crop] : (names.get(crop) ?? []))),
    ),
  ];
  return shortened(
    sentences
      .filter((sentence) => sentence !== '')
      .map((sentence) => `${sentence.replace(/\.$/, '')}.`)
      .join(' '),
    2000,
  );
}

function cropsSentence(names: readonly string[]): string {
  if (names.length === 0) return '';
  const rank = (name: string): number =>
    mainCrops.includes(name) ? mainCrops.indexOf(name) : mainCrops.length;
  const shown = names.toSorted((a, b) => rank(a) - rank(b)).slice(0, MOST_CROPS);
  return `Culturas: ${shown.join(', ')}${names.length > MOST_CROPS ? ` e mais ${names.length - MOST_CROPS}` : ''}`;
}
