/**
 * Returns the SQL condition that a supplier may see an order: it is published, or it is past a
 * draft and the supplier has proposed for it or marked it as a favorite. Takes SQL expressions.
 */
export const visibleSql = (
  supplier: string,
  order: { readonly id: string; readonly status: string } = { id: 'o.id', status: 'o.status' },
): string => `(${order.status} = 'publicada' OR (${order.status} NOT IN ('rascunho', 'pendente') AND (
  EXISTS (SELECT 1 FROM proposals p WHERE p.supplier_id = ${supplier} AND p.order_id = ${order.id})
  OR EXISTS (SELECT 1 FROM favorite_orders f
    WHERE f.supplier_id = ${supplier} AND f.order_id = ${order.id}))))`;
