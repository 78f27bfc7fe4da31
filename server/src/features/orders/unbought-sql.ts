/**
 * Returns the SQL condition that no purchase holds row `alias` of `order_items`, and that no other
 * order which is running or was decided asks for it again.
 */
export const unboughtSql = (alias: string): string => `(
  NOT EXISTS (SELECT FROM purchase_items bought WHERE bought.order_item_id = ${alias}.id AND bought.released_at IS NULL)
  AND NOT EXISTS (SELECT FROM requoted_items again JOIN orders other ON other.id = again.order_id
    WHERE again.order_item_id = ${alias}.id AND other.status NOT IN ('cancelada', 'revogada', 'expirada')))`;
