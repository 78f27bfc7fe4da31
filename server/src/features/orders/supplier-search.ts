import { sql, type RawBuilder } from 'kysely';
import { likePattern } from '../../platform/text/like.ts';

/**
 * SQL: the description of order `o` holds a contact; of one that was written before this was noted,
 * whatever looks like a contact counts.
 */
const holdsContactSql = String.raw`coalesce(o.has_contacts,
  o.description ~ '@|([0-9][^0-9]{0,3}){10}' OR o.description ~* 'www|http|\.(com|br|net|org)')`;

/** SQL: what is searched then: the number, and the words without digits, signs of addresses and dots. */
const withoutContactsSql = String.raw`fold(o.number || ' ' || regexp_replace(o.description, '\S*[0-9@]\S*|\S+\.\S+', '', 'g'))`;

/**
 * Returns the SQL condition that a supplier's search finds order `o` by its number or description.
 * Contacts, which suppliers read masked, are not searched: one digit after the other, a search would
 * tell them; nor are notes.
 */
export const foundBySupplier = (text: string): RawBuilder<boolean> =>
  sql<boolean>`(o.search LIKE ${likePattern(text)}
    AND (NOT ${sql.raw(holdsContactSql)} OR ${sql.raw(withoutContactsSql)} LIKE ${likePattern(text)}))`;

/** Returns the SQL condition that order `o` asks for a product of that name, brand or ingredient. */
export const asksForProduct = (text: string): RawBuilder<boolean> =>
  sql<boolean>`o.product_ids && ARRAY(
    SELECT product.id FROM products product WHERE product.search LIKE ${likePattern(text)})`;
