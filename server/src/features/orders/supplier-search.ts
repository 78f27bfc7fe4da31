import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { holdsWords, searchPatterns } from '../../platform/db/paging.ts';

/**
 * SQL: the description of order `o` holds a contact; of one that was written before this was noted,
 * whatever looks like a contact counts.
 */
const holdsContactSql = String.raw`coalesce(o.has_contacts,
  o.description ~ '@|([0-9][^0-9]{0,3}){10}' OR o.description ~* 'www|http|\.(com|br|net|org)')`;

/** SQL: an address may be spelled with words or spaces, so that its parts are ordinary words. */
const spellsAddressSql = String.raw`o.description ~* '\m(at|arroba|ponto|dot)\M|gmail|hotmail|www|http|\m(com|net|org|agro?|ind|coop|emp|eco|tec|log)\W{1,3}br\M|(,|\W\.)\s?(com|net|org|br)\M'`;

/**
 * SQL: what is searched then: the number, and the words without digits, signs of addresses and dots;
 * where an address may be spelled with words, the number alone.
 */
const withoutContactsSql = String.raw`CASE WHEN ${spellsAddressSql} THEN fold(o.number)
  ELSE fold(o.number || ' ' || regexp_replace(o.description, '\S*[0-9@]\S*|\S+\.\S+', '', 'g')) END`;

/**
 * Returns the SQL condition that a supplier's search finds order `o` by the words of its number and description.
 * Contacts, which suppliers read masked, are not searched: a search would reveal them one digit after
 * the other; nor are notes.
 */
export const foundBySupplier = (text: string): RawBuilder<boolean> =>
  sql<boolean>`(${holdsWords('o.search', text)} AND (NOT ${sql.raw(holdsContactSql)}
    OR (${sql.raw(withoutContactsSql)}) LIKE ALL (${searchPatterns({ q: text })}::text[])))`;

/** Returns the ids of the products whose name, brand or ingredient is searched. */
export async function productsNamed({ q }: Db, text: string): Promise<number[]> {
  const rows = await q
    .selectFrom('products as product')
    .select('product.id')
    .where(holdsWords('product.search', text))
    .execute();
  return rows.map(({ id }) => id);
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
