import type { CatalogueRequest } from '@lavra/contract/catalogue/requests';
import { fold } from '@lavra/domain/text/fold';
import type { DraftItem } from './draft-values.ts';

const tidy = (notes: string): string => notes.trim().replaceAll(/\s+/g, ' ');

/** Finds the latest request, of those given newest first, in the words with which notes begin. */
export function requestOf(
  requests: readonly CatalogueRequest[],
  notes: string,
): CatalogueRequest | undefined {
  const words = fold(tidy(notes));
  return requests.find(({ name }) => words.startsWith(fold(name)));
}

/** Returns the item with the product that was asked for; its notes keep what more they said. */
export function swapOf(
  { notes }: Pick<DraftItem, 'notes'>,
  { name, product }: Pick<CatalogueRequest, 'name' | 'product'>,
): Partial<DraftItem> {
  if (product === null) return {};
  const rest = tidy(notes)
    .slice(name.length)
    .replace(/^[\s,;.·:–-]+/, '');
  return { product, is_unlisted: false, notes: rest };
}
