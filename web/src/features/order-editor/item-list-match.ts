import { withSubstances } from '@lavra/domain/catalogue/spellings';
import { fold } from '@lavra/domain/text/fold';
import type { Search } from './batched-search.ts';
import type { DraftItem } from './draft-values.ts';
import { fitOf, type WantedProduct } from './item-list-fit.ts';
import { dimensionOf } from './written-quantity.ts';

type Product = DraftItem['product'];

const CLASS_WORDS =
  /^(?:adubos?|fertilizantes?|herbicidas?|inseticidas?|fungicidas?|acaricidas?|defensivos?|quimicos?|produtos?|marca|tipo|de|do|da|dos|das|com|para|em|e|ou|a|o|p|n)$/;

/** Short names and frequent misspellings in the trade, folded, and what the catalogue calls them. */
const tradeNames: readonly (readonly [RegExp, string])[] = [
  [/\b(?:super ?(?:fosfato)? ?simples|ssp|sfs|super s)\b/g, 'superfosfato simples'],
  [/\b(?:super ?(?:fosfato)? ?triplo|tsp|sft|super t)\b/g, 'superfosfato triplo'],
  [/\b(?:cloreto|cloreto de k|kcl)\b(?! de)/g, 'cloreto potassio kcl'],
  [/\bsulf(?:ato)?\.? (?:de )?(?:amonio|am)\b|\bsam\b/g, 'sulfato amonio'],
  [/\bnitrato\b(?! de)/g, 'nitrato amonio'],
  [/\bmonoamonico\b/g, 'monoamonico map'],
  [/\bdiamonico\b/g, 'diamonico dap'],
  [/\b(?:formulado|mistura)(?= \d)/g, 'npk'],
  [/^(\d\d-\d\d-\d\d)/g, 'npk $1'],
  [/\bcalcareo\b/g, 'calcario'],
  [/\b(?:roundap|randap|raundap)\b/g, 'roundup'],
  [/\bglifo\b/g, 'glifosato'],
  [/\batrazine\b/g, 'atrazina'],
];

/** The seeds of a crop are named by the crop and the variety: `soja M 6410 IPRO`. */
const CROP = /^(?:soja|milho|algodao)$/;
const NO_SEED = /^(?:farelo|graos?|oleo|casca|torta|sementes?)$/;

/** Returns the words by which products are compared, formulas kept whole. */
function wordsOf(text: string): readonly string[] {
  const all =
    tradeNames
      .reduce(
        (known, [written, name]) => known.replaceAll(written, name),
        withSubstances(fold(text)),
      )
      .match(/\d+(?:[-,.]\d+)+|\d+,\d-d|2,4-d|[a-z]+|\d+/g) ?? [];
  const telling = all.filter((word) => !CLASS_WORDS.test(word));
  const kept = (telling.length === 0 ? all : telling).map((word) =>
    /[a-z]{4,}s$/.test(word) ? word.slice(0, -1) : word,
  );
  return [...new Set(kept)];
}

function wantedWords(name: string): readonly string[] {
  const words = wordsOf(name);
  return words.some((word) => CROP.test(word)) && !words.some((word) => NO_SEED.test(word))
    ? ['semente', ...words]
    : words;
}

/** Returns how alike two words are, 0 to 1; numbers are equal or different. */
function likeness(a: string, b: string): number {
  if (a === b) return 1;
  if (/\d/.test(a + b)) return 0;
  if (Math.min(a.length, b.length) >= 4 && (a.startsWith(b) || b.startsWith(a))) return 0.85;
  const [left, right] = [pairsOf(a), pairsOf(b)];
  const shared = left.filter((pair) => right.includes(pair)).length;
  const alike = (2 * shared) / Math.max(1, left.length + right.length);
  return alike >= 0.5 ? alike * 0.9 : 0;
}

const pairsOf = (word: string): readonly string[] =>
  Array.from({ length: Math.max(0, word.length - 1) }, (_, at) => word.slice(at, at + 2));

/** Returns the part of the letters of `words` that `others` cover, 0 to 1. */
function coverage(words: readonly string[], others: readonly string[]): number {
  const weigh = (word: string): number => Math.max(2, word.length);
  const total = words.reduce((sum, word) => sum + weigh(word), 0);
  const covered = words.reduce(
    (sum, word) => sum + weigh(word) * Math.max(0, ...others.map((other) => likeness(word, other))),
    0,
  );
  return total === 0 ? 0 : covered / total;
}

/** The names of a product: the whole, without and within its parentheses, and its ingredient. */
const namesOf = ({ name, active_ingredient, concentration }: Product): readonly string[] =>
  [
    name,
    name.replaceAll(/\([^)]*\)/g, ''),
    /\(([^)]*)\)/.exec(name)?.[1] ?? '',
    active_ingredient === null ? '' : active_ingredient.replaceAll(/-?\s*sal de [^+]*/g, ''),
    active_ingredient === null
      ? ''
      : `${active_ingredient.replaceAll(/-?\s*sal de [^+]*/g, '')} ${concentration?.replaceAll(/g\/(?:L|kg)/g, '') ?? ''}`,
  ].filter((one) => one.trim() !== '');

/**
 * Returns whether what a line or a product is, its first word, is found on neither side: of `óleo
 * mineral` and `Sal mineral` only the quality is alike.
 */
function areDifferentThings(wanted: readonly string[], product: Product): boolean {
  const isIn = ([first]: readonly string[], others: readonly string[]): boolean =>
    first !== undefined && others.some((other) => likeness(first, other) > 0);
  const names = namesOf(product).map((name) => wordsOf(name));
  return !names.some((words) => isIn(words, wanted)) && !isIn(wanted, allWordsOf(product));
}

const allWordsOf = (product: Product): readonly string[] =>
  wordsOf(
    `${product.name} ${product.brand ?? ''} ${product.active_ingredient ?? ''} ${product.concentration ?? ''}`,
  );

/** Scores a product for a written name, 0 to 1. */
function scoreOf(wanted: readonly string[], product: Product): number {
  const all = allWordsOf(product);
  const named = Math.max(...namesOf(product).map((name) => coverage(wordsOf(name), wanted)));
  // Of products with the same ingredient, the one that is named so comes first.
  const score =
    (coverage(wanted, all) + named) / 2 + 0.06 * coverage(wanted, wordsOf(product.name));
  const formulas = (words: readonly string[]) => words.filter((word) => /^\d+-\d+-/.test(word));
  const isOther =
    formulas(wanted).length > 0 &&
    formulas(all).length > 0 &&
    !formulas(wanted).some((formula) => all.includes(formula));
  return isOther || areDifferentThings(wanted, product) ? score / 2 : score;
}

export interface Found {
  /** The most similar product, where it is similar enough to be preselected. */
  readonly match: Product | undefined;
  /** No other product is about as similar. */
  readonly isSure: boolean;
  /** Sorted by similarity, the match first. */
  readonly suggestions: readonly Product[];
}

const SUGGESTED = 5;
/** From this score a product is preselected, and from this one and lead it needs no check. */
const [PRESELECTED, SURE, LEAD] = [0.5, 0.7, 0.08];
/** The score of a product that has the written name. */
const EXACT = 2;

function choose(written: WantedProduct, found: readonly Product[]): Found {
  const name = written.product;
  const wanted = wantedWords(name);
  const scored = found
    .map((product) => ({
      product,
      score:
        fold(product.name) === fold(name)
          ? EXACT
          : scoreOf(wanted, product) + fitOf(written, product),
    }))
    .toSorted((a, b) => b.score - a.score);
  const [best, next] = scored;
  const score = best?.score ?? 0;
  // A brand of several products: *Roundup* alone says none of Roundup WG and Roundup Original.
  const family = found.filter(({ name: one }) => coverage(wanted, wordsOf(one)) === 1);
  return {
    match: score >= PRESELECTED ? best?.product : undefined,
    isSure:
      score >= SURE && score - (next?.score ?? 0) >= LEAD && (score === EXACT || family.length < 2),
    suggestions: scored.slice(0, SUGGESTED).map(({ product }) => product),
  };
}

/**
 * Searches for a product as written, then by its longest words, then by their beginnings: typing
 * errors are mostly further on.
 */
export async function findProduct(written: WantedProduct, search: Search): Promise<Found> {
  const name = written.product;
  const wanted = wantedWords(name);
  const direct = await search(name);
  if (direct.length > 0) {
    const found = choose(written, direct);
    if (found.match !== undefined) return found;
  }
  const words = wanted
    .filter((word) => word.length >= 3)
    .toSorted((a, b) => Number(/\d/.test(a)) - Number(/\d/.test(b)) || b.length - a.length);
  const near = new Map(direct.map((product) => [product.id, product]));
  for (const word of words.slice(0, 3))
    for (const product of await search(word)) near.set(product.id, product);
  if (near.size === 0)
    for (const word of words.slice(0, 2))
      for (const product of await search(word.slice(0, 4))) near.set(product.id, product);
  return choose(written, [...near.values()]);
}

/** Returns the key of what is found for a line: by its name, and by what it is measured in. */
export const foundKey = ({ product, unit }: WantedProduct): string =>
  `${dimensionOf(unit) ?? ''} ${product}`;

/**
 * Searches for every product once, all at the same time, which the search gathers to a few requests;
 * reports the progress.
 */
export async function findProducts(
  lines: readonly WantedProduct[],
  search: Search,
  onProgress: (done: number, total: number) => void,
): Promise<ReadonlyMap<string, Found>> {
  const wanted = new Map(lines.map((line) => [foundKey(line), line]));
  const found = new Map<string, Found>();
  await Promise.all(
    [...wanted].map(async ([key, line]) => {
      found.set(key, await findProduct(line, search));
      onProgress(found.size, wanted.size);
    }),
  );
  return found;
}
