import { fold } from '@lavra/domain/text/fold';
import type { DraftItem } from './draft-values.ts';

type Product = DraftItem['product'];

/** Common spellings of the units that every platform has. */
const spellings: Readonly<Record<string, string>> = {
  kgs: 'KG',
  kilo: 'KG',
  quilo: 'KG',
  quilos: 'KG',
  gr: 'G',
  t: 'TON',
  tn: 'TON',
  tonelada: 'TON',
  toneladas: 'TON',
  lt: 'L',
  lts: 'L',
  litro: 'L',
  litros: 'L',
  und: 'UN',
  unid: 'UN',
  uni: 'UN',
  unidade: 'UN',
  unidades: 'UN',
  'sc 50 kg': 'SC50',
  'sc 60 kg': 'SC60',
  'sc 40 kg': 'SC40',
  'saco 50 kg': 'SC50',
  'saca 60 kg': 'SC60',
  'saco 40 kg': 'SC40',
};

/** Returns the symbol of a unit in any spelling; undefined when it is not among `symbols`. */
export function unitOf(written: string, symbols: readonly string[]): string | undefined {
  const key = fold(written)
    .replaceAll(/[.\s]+/g, ' ')
    .replace(/\bde /, '')
    .trim();
  return (
    symbols.find((symbol) => fold(symbol) === key.replaceAll(' ', '')) ??
    symbols.find((symbol) => symbol === spellings[key])
  );
}

/**
 * Returns the product that a name refers to without doubt: the one with exactly this name, or the
 * only one found.
 */
export function certainMatch(name: string, found: readonly Product[]): Product | undefined {
  const wanted = fold(name);
  const named = found.filter((product) => fold(product.name) === wanted);
  if (named.length === 1) return named[0];
  return found.length === 1 ? found[0] : undefined;
}

/**
 * Sorts products by similarity to the written name, measured by the letter pairs they share; most
 * similar first.
 */
export const likest = (name: string, found: readonly Product[]): readonly Product[] =>
  found
    .map((product) => ({
      product,
      weight: Math.max(
        likeness(name, product.name),
        likeness(name, `${product.active_ingredient ?? ''} ${product.concentration ?? ''}`),
      ),
    }))
    .toSorted((a, b) => b.weight - a.weight)
    .map(({ product }) => product);

function likeness(a: string, b: string): number {
  const [left, right] = [pairsOf(a), pairsOf(b)];
  const shared = left.filter((pair) => right.includes(pair)).length;
  return left.length + right.length === 0 ? 0 : (2 * shared) / (left.length + right.length);
}

function pairsOf(text: string): readonly string[] {
  const letters = fold(text)
    .replaceAll(/[^a-z0-9]+/g, ' ')
    .trim();
  return Array.from({ length: Math.max(0, letters.length - 1) }, (_, at) =>
    letters.slice(at, at + 2),
  );
}

export interface Found {
  readonly match: Product | undefined;
  readonly suggestions: readonly Product[];
}
type Search = (text: string) => Promise<readonly Product[]>;

const SUGGESTED = 5;

/**
 * Searches for a name as written, then by the beginnings of its longest words: typing errors are
 * mostly further on.
 */
export async function findProduct(name: string, search: Search): Promise<Found> {
  const found = await search(name);
  const match = certainMatch(name, found);
  if (found.length > 0) return { match, suggestions: likest(name, found).slice(0, SUGGESTED) };
  const words = fold(name)
    .split(/[^a-z0-9]+/)
    .filter((word) => word.length >= 3)
    .toSorted((a, b) => b.length - a.length);
  for (const word of words.slice(0, 2)) {
    const near = await search(word.slice(0, 4));
    if (near.length > 0)
      return { match: undefined, suggestions: likest(name, near).slice(0, SUGGESTED) };
  }
  return { match: undefined, suggestions: [] };
}

/** Searches for every name once, a few at a time; reports the progress. */
export async function findProducts(
  names: readonly string[],
  search: Search,
  onProgress: (done: number, total: number) => void,
): Promise<ReadonlyMap<string, Found>> {
  const waiting = [...new Set(names)];
  const total = waiting.length;
  const found = new Map<string, Found>();
  const work = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
      found.set(name, await findProduct(name, search));
      onProgress(found.size, total);
    }
  };
  await Promise.all([work(), work(), work()]);
  return found;
}
