import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { allOf, type Condition } from '../../platform/db/dynamic.ts';
import { comparedWords, holdsWords } from '../../platform/db/paging.ts';
import { likePattern } from '../../platform/text/like.ts';

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
  const words = comparedWords({ q: text });
  const { rows } = await sql<{ position: number; ids: number[] }>`
    SELECT asked.position::int, array_agg(product.id) AS ids
    FROM unnest(${words.map(likePattern)}::text[]) WITH ORDINALITY AS asked (pattern, position)
    JOIN products product ON product.search LIKE asked.pattern
    GROUP BY asked.position`.execute(q);
  const idsAt = new Map(rows.map(({ position, ids }) => [position, ids]));
  const looked = words.map((word, index) => ({ word, ids: idsAt.get(index + 1) ?? [] }));
  const conditionsOf = (some: typeof looked): Condition[] =>
    some.map(({ word, ids }) =>
      ids.length === 0 ? says(word) : sql<boolean>`(${says(word)} OR ${asksForOneOf(ids)})`,
    );
  const { indexed = [], common } = Object.groupBy(looked, ({ ids }) =>
    ids.length > MOST_BY_INDEX ? 'common' : 'indexed',
  );
  return allOf([...conditionsOf(indexed), common !== undefined && allAtOnce(conditionsOf(common))]);
}

/**
 * Returns the condition that all of these hold, in a form for which the planner takes half of the
 * orders. It takes half of them for each word that no index finds, so hardly any for twelve; and
 * where it expects hardly any it may read each joined table from its beginning for each of them.
 */
const allAtOnce = (conditions: readonly Condition[]): Condition =>
  sql<boolean>`CASE WHEN ${allOf(conditions)} THEN true ELSE false END`;

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
