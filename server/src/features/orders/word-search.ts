import { fold } from '@lavra/domain/text/fold';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { allOf, type Condition } from '../../platform/db/dynamic.ts';
import { holdsWords, searchPatterns, wordsOf } from '../../platform/db/paging.ts';

/** As many products are found in orders by an index; with more of them each order is looked at. */
const MOST_BY_INDEX = 100;

/** Returns the SQL condition that the number or the description of order `o` holds a word. */
export const saysWord = (word: string): Condition => holdsWords('o.search', word);

/**
 * Returns the SQL condition that a search finds order `o`: each of its words by `says`, or in the
 * name, brand or ingredient of a product that the order asks for.
 */
export async function foundByWords(
  { q }: Db,
  text: string,
  says: (word: string) => Condition,
): Promise<Condition> {
  const { rows } = await sql<{ position: number; ids: number[] }>`
    SELECT asked.position::int, array_agg(product.id) AS ids
    FROM unnest(${searchPatterns({ q: text })}::text[]) WITH ORDINALITY AS asked (pattern, position)
    JOIN products product ON product.search LIKE asked.pattern
    GROUP BY asked.position`.execute(q);
  const idsAt = new Map(rows.map(({ position, ids }) => [position, ids]));
  return allOf(
    wordsOf(fold(text)).map((word, index) => {
      const productIds = idsAt.get(index + 1);
      return productIds === undefined
        ? says(word)
        : sql<boolean>`(${says(word)} OR ${asksForOneOf(productIds)})`;
    }),
  );
}

/**
 * Returns the SQL condition that order `o` asks for one of these products. As values and not as a
 * subquery, so that the planner knows how many orders that may be. PostgreSQL compares two arrays
 * each element with each; many products go into a hash instead, in which an order's are looked up.
 */
const asksForOneOf = (productIds: readonly number[]): RawBuilder<boolean> =>
  productIds.length <= MOST_BY_INDEX
    ? sql<boolean>`o.product_ids && ${productIds}::bigint[]`
    : sql<boolean>`EXISTS (SELECT 1 FROM unnest(o.product_ids) AS one
        WHERE one = ANY (${productIds}::bigint[]))`;
