import { INGREDIENT_SEPARATOR } from '../registry-names.ts';
import type { NewProduct } from '../product-bulk.ts';
import type { Registration } from './agrofit-record.ts';

/** Names of crops by the register's ids; empty when the file of crops was not given. */
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

/** The product that one brand of a registration is: name = brand, ingredients and concentrations joined in the same order. */
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

/** Null when there is nothing in any of them; a gap keeps its place. */
function joined(parts: readonly string[], most: number): string | null {
  if (parts.every((part) => part === '')) return null;
  return shortened(
    parts.map((part) => (part === '' ? '–' : part)).join(INGREDIENT_SEPARATOR),
    most,
  );
}

const shortened = (text: string, most: number): string =>
  text.length <= most ? text : `${text.slice(0, most - 1)}…`;

/** What the registration says, in Portuguese sentences. */
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
