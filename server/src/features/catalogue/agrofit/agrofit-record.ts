import { fold } from '@lavra/domain/text/fold';
import { subtypeOfClass } from './agrofit-classes.ts';
import { brandsOf, capitalized, cleanText } from './agrofit-text.ts';

/**
 * One registration with cleaned texts. `subtypes` are names under Defensivos, the first being the
 * product's own; `crops` are ids or names.
 */
export interface Registration {
  readonly number: string;
  readonly brands: readonly string[];
  readonly subtypes: readonly string[];
  readonly holder: string;
  readonly formulation: string;
  readonly toxicity: string;
  readonly ingredients: readonly { readonly name: string; readonly concentration: string }[];
  readonly unit: 'L' | 'KG' | 'UN';
  readonly crops: readonly (number | string)[];
}

/** A line that is no registration; the message is for the person who sent the file. */
export class BadLine extends Error {
  override readonly name = 'BadLine';
}

const utf8 = new TextDecoder('utf-8', { fatal: true });
const byFold = new Map(
  Object.entries(subtypeOfClass).map(([name, subtype]) => [fold(name), subtype]),
);
const MAX_NAME = 200;

/** Reads one line of the register (JSON). Throws `BadLine` with the problem. */
export function readRegistration(line: Uint8Array): Registration {
  const record = parse(line);
  const number = cleanText(stringOf(record, 'nr_registro'));
  if (number === '') throw new BadLine('falta o número do registro (nr_registro)');
  const brands = [...new Set(stringsOf(record, 'marcas').flatMap(brandsOf))];
  if (brands.length === 0) throw new BadLine('falta a marca (marcas)');
  const long = brands.find((brand) => brand.length > MAX_NAME);
  if (long !== undefined)
    throw new BadLine(`a marca passa de ${MAX_NAME} caracteres: ${long.slice(0, 40)}…`);
  const classes = stringsOf(record, 'classes').map(cleanText);
  if (classes.length === 0) throw new BadLine('falta a classe de uso (classes)');
  return {
    number,
    brands,
    subtypes: classes.map(subtypeOf),
    unit: unitOf(record['unidade_derivada']),
    ingredients: ingredientsOf(record),
    holder: cleanText(stringOf(record, 'titular', '')),
    formulation: cleanText(stringOf(record, 'formulacao', '')),
    toxicity: cleanText(stringOf(record, 'class_tox', '')),
    crops: arrayOf(record, 'culturas', []).filter(
      (crop) => typeof crop === 'number' || typeof crop === 'string',
    ),
  };
}

type Json = Readonly<Record<string, unknown>>;

function parse(line: Uint8Array): Json {
  try {
    const value: unknown = JSON.parse(utf8.decode(line));
    if (isObject(value)) return value;
  } catch {
    throw new BadLine('não é JSON em UTF-8');
  }
  throw new BadLine('não é um objeto JSON');
}

function subtypeOf(name: string): string {
  const subtype = byFold.get(fold(name));
  if (subtype === undefined)
    throw new BadLine(`a classe de uso não é conhecida: ${name.slice(0, 60)}`);
  return subtype;
}

/** A product whose unit does not follow from the concentration is counted in units (`UN`). */
function unitOf(unit: unknown): Registration['unit'] {
  if (unit === 'L' || unit === 'KG') return unit;
  if (unit === null || unit === undefined || unit === 'UN') return 'UN';
  throw new BadLine('a unidade (unidade_derivada) não é L, KG nem nula');
}

/** Lists each active ingredient once; some registrations repeat one. */
function ingredientsOf(record: Json): Registration['ingredients'] {
  const all = arrayOf(record, 'ingredientes', []).map((entry) => {
    if (!isObject(entry)) throw new BadLine('um ingrediente não é um objeto (ingredientes)');
    const [amount, unit] = [
      cleanText(stringOf(entry, 'conc', '')).replace(/^(\d+)\.(\d+)$/, '$1,$2'),
      cleanText(stringOf(entry, 'un', '')),
    ];
    return {
      name: capitalized(cleanText(stringOf(entry, 'ia', ''))),
      concentration: `${amount} ${unit}`.trim(),
    };
  });
  const byText = new Map(
    all
      .filter(({ name }) => name !== '')
      .map((one) => [`${fold(one.name)}|${one.concentration}`, one]),
  );
  return [...byText.values()];
}

function stringOf(record: Json, field: string, fallback?: string): string {
  const value = record[field] ?? fallback;
  if (typeof value !== 'string')
    throw new BadLine(
      value === undefined ? `falta o campo ${field}` : `o campo ${field} não é um texto`,
    );
  return value;
}

function arrayOf(record: Json, field: string, fallback?: readonly unknown[]): readonly unknown[] {
  const value = record[field] ?? fallback;
  if (!Array.isArray(value))
    throw new BadLine(
      value === undefined ? `falta o campo ${field}` : `o campo ${field} não é uma lista`,
    );
  return value;
}

function stringsOf(record: Json, field: string): string[] {
  return arrayOf(record, field).map((value) => {
    if (typeof value !== 'string') throw new BadLine(`o campo ${field} tem algo que não é texto`);
    return value;
  });
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
