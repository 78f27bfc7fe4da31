import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';

// An order stores a few columns about its items, so that matching, the list's filter and suppliers'
// searches need no joins. They are computed here and nowhere else.

/** SQL: joins the product types `t` of items `i`, which have a `product_id`. */
export const itemTypesSql = `
  JOIN products p ON p.id = i.product_id
  JOIN product_subtypes s ON s.id = p.product_subtype_id
  JOIN product_types t ON t.id = s.product_type_id`;

/** SQL: the columns that an order stores about its items, aggregated over those joins. */
export const derivedColumnsSql = `
  count(*)::integer AS items_count,
  coalesce(array_agg(DISTINCT t.id ORDER BY t.id), '{}') AS product_type_ids,
  coalesce(array_agg(DISTINCT i.product_id ORDER BY i.product_id), '{}') AS product_ids,
  coalesce(bool_or(t.is_pesticide), false) AS has_pesticide`;

/**
 * The products affected by a change of the catalogue: one product, all of a subtype, or all of a
 * type.
 */
export type MovedProducts = {
  readonly by: 'p.id' | 's.id' | 's.product_type_id';
  readonly id: number;
};

const recompute = statement({
  name: 'order-product-types-recompute',
  params: params<{ ids: number[] }>(),
  columns: { id: col.int },
  text: `
    UPDATE orders o SET product_type_ids = c.product_type_ids, has_pesticide = c.has_pesticide
    FROM (
      SELECT i.order_id, ${derivedColumnsSql}
      FROM order_items i ${itemTypesSql}
      WHERE i.order_id = ANY (:ids::bigint[]) GROUP BY i.order_id
    ) c
    WHERE o.id = c.order_id
      AND (o.product_type_ids, o.has_pesticide)
        IS DISTINCT FROM (c.product_type_ids, c.has_pesticide)
    RETURNING o.id`,
});

/**
 * Locks the orders that can still be matched to suppliers by these products. When products move in
 * the catalogue, the orders are updated in the same command. Locks are taken in the order type,
 * subtype, unit, product, order, and orders by ascending id, so that there is no deadlock. A
 * product that moves is locked FOR NO KEY UPDATE until its orders are: a transaction that writes
 * items with it holds its order and the product's key, and must be able to finish.
 */
export async function lockOrdersOf(db: Db, moved: MovedProducts): Promise<number[]> {
  const orders = await db.q
    .selectFrom('orders as o')
    .select('o.id')
    .where('o.status', 'in', ['rascunho', 'pendente', 'publicada'])
    .where('o.id', 'in', (eb) =>
      eb
        .selectFrom('order_items as i')
        .innerJoin('products as p', 'p.id', 'i.product_id')
        .innerJoin('product_subtypes as s', 's.id', 'p.product_subtype_id')
        .select('i.order_id')
        .where(moved.by, '=', moved.id),
    )
    .orderBy('o.id')
    .forNoKeyUpdate('o')
    .execute();
  return orders.map((order) => order.id);
}

/**
 * Updates the types and the pesticide notice of locked orders. Their versions do not change: the
 * producer's own data are the same, and an autosave must not be rejected because of it.
 */
export async function refreshOrderTypes(db: Db, ids: number[]): Promise<void> {
  if (ids.length > 0) await db.rows(recompute, { ids });
}
