import { fold } from '@lavra/domain/text/fold';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { allOf, type Condition } from '../../platform/db/dynamic.ts';
import { holdsWords, searchPatterns, wordsOf } from '../../platform/db/paging.ts';
import { withoutContacts } from '../identities/identities-feature.ts';

/** What is kept of a description for suppliers' searches. */
export interface SearchColumns {
  /** Whether it holds a contact, which suppliers read masked. */
  readonly has_contacts: boolean;
  /** The folded words that suppliers read, where it holds one. */
  readonly masked_search: string | null;
}

/** Returns what suppliers may search of a producer's description, to be stored with it. */
export async function searchColumnsOf(description: string): Promise<SearchColumns> {
  const read = await withoutContacts(description);
  return read === undefined
    ? { has_contacts: false, masked_search: null }
    : { has_contacts: true, masked_search: fold(read) };
}

/**
 * Returns the SQL condition that a supplier's search finds order `o` by the words of its number and
 * description. Where the description holds a contact, or was written before that was noted, no more of
 * it is searched than suppliers read: a search would reveal what is hidden one character after the
 * other, in whatever letters it is written. Notes are not searched either.
 */
export const foundBySupplier = (text: string): RawBuilder<boolean> =>
  sql<boolean>`(${holdsWords('o.search', text)} AND (o.has_contacts IS FALSE OR ${readWords(text)}))`;

/** Numbers are ASCII: `fold()` would give the same as `lower()`, and take most of the search's time. */
const readWords = (text: string): Condition =>
  allOf(
    searchPatterns({ q: text }).map(
      (word) => sql<boolean>`(o.masked_search LIKE ${word} OR lower(o.number) LIKE ${word})`,
    ),
  );

/** A word of a search, and the products whose name, brand or ingredient has it. */
export interface SearchedWord {
  readonly word: string;
  readonly productIds: readonly number[];
}

/** Returns the words of a search, each with the products that have it. */
export async function searchedWords({ q }: Db, text: string): Promise<SearchedWord[]> {
  const { rows } = await sql<{ position: number; ids: number[] }>`
    SELECT asked.position::int, array_agg(product.id) AS ids
    FROM unnest(${searchPatterns({ q: text })}::text[]) WITH ORDINALITY AS asked (pattern, position)
    JOIN products product ON product.search LIKE asked.pattern
    GROUP BY asked.position`.execute(q);
  const idsAt = new Map(rows.map(({ position, ids }) => [position, ids]));
  return wordsOf(fold(text)).map((word, index) => ({
    word,
    productIds: idsAt.get(index + 1) ?? [],
  }));
}

/** As many products are found in orders by an index; with more of them each order is looked at. */
const MOST_BY_INDEX = 100;

/**
 * Returns the SQL condition that order `o` asks for one of these products. As values and not as a
 * subquery, so that the planner knows how many orders that may be. PostgreSQL compares two arrays
 * each element with each; many products go into a hash instead, in which an order's are looked up.
 */
export const asksForOneOf = (productIds: readonly number[]): RawBuilder<boolean> =>
  productIds.length <= MOST_BY_INDEX
    ? sql<boolean>`o.product_ids && ${productIds}::bigint[]`
    : sql<boolean>`EXISTS (SELECT 1 FROM unnest(o.product_ids) AS one
        WHERE one = ANY (${productIds}::bigint[]))`;
