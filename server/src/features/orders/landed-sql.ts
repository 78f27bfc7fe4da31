/**
 * Returns the SQL expression for the total with freight of a proposal, null where it is unknown:
 * the same rule as `landedTotal` of the domain.
 */
export const landedTotalSql = (alias: string): string => `CASE
  WHEN ${alias}.freight_amount IS NOT NULL THEN ${alias}.total_amount + ${alias}.freight_amount
  WHEN ${alias}.freight_kind = 'included' THEN ${alias}.total_amount END`;
