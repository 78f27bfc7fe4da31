import { col } from '../../platform/db/statement.ts';

/**
 * Returns the SQL condition that row `alias` of `proposal_items` is offered: `isOffered` of the
 * domain in SQL. A null price gives false, not null, so that the condition can be selected as a
 * column. Every count, minimum or sum over prices must filter by it.
 */
export const offeredSql = (alias: string): string =>
  `(coalesce(${alias}.unit_price, 0) > 0 AND ${alias}.total_price > 0)`;

/** Columns of an order item by which `isUnwanted` of the domain judges an offer. */
export const askedColumns = { product_id: col.int, allow_similar: col.boolean };

/**
 * Returns the SQL condition that row `item` of `proposal_items` is a similar product which its row
 * `asked` of `order_items` does not take: `isUnwanted` of the domain in SQL.
 */
export const unwantedSql = (item: string, asked: string): string =>
  `(NOT ${asked}.allow_similar AND (${item}.offers_similar OR ${item}.product_id <> ${asked}.product_id))`;

/**
 * Returns the SQL condition that row `item` competes for the best price of `asked`: offered, and
 * without an `asideReason` of the domain.
 */
export const competesSql = (item: string, asked: string): string =>
  `(${offeredSql(item)} AND ${item}.quantity >= ${asked}.quantity AND NOT ${unwantedSql(item, asked)})`;
