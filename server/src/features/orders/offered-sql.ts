/**
 * Whether row `alias` of `proposal_items` offers anything: `isOffered` of the domain in SQL. A null price gives false,
 * so that it may stand in a column. Every count, minimum or sum over prices is filtered by it.
 */
export const offeredSql = (alias: string): string =>
  `(coalesce(${alias}.unit_price, 0) > 0 AND ${alias}.total_price > 0)`;
