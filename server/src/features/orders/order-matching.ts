import { sql, type RawBuilder } from 'kysely';
import type { OrderReach } from '@lavra/contract/orders/schemas';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';

/** Returns SQL for the matching profile of supplier `alias`. */
export function profileSql(alias: string): string {
  return `${alias}.coverage_kind,
    (SELECT array_agg(t.product_type_id) FROM supplier_product_types t WHERE t.supplier_id = ${alias}.id) AS type_ids,
    (SELECT array_agg(c.uf) FROM supplier_states c WHERE c.supplier_id = ${alias}.id) AS ufs,
    EXISTS (SELECT 1 FROM supplier_cities c WHERE c.supplier_id = ${alias}.id OFFSET 0) AS names_cities`;
}

/**
 * The matching profiles of all suppliers as a subquery: aggregating them all at once costs a third
 * of one lookup per supplier when there are many.
 */
export const everyProfileSql = `(
  SELECT su.id AS supplier_id, su.user_id, su.coverage_kind, chosen.type_ids, covered.ufs,
    EXISTS (SELECT 1 FROM supplier_cities c WHERE c.supplier_id = su.id) AS names_cities
  FROM suppliers su
  LEFT JOIN (
    SELECT t.supplier_id, array_agg(t.product_type_id) AS type_ids
    FROM supplier_product_types t GROUP BY t.supplier_id
  ) chosen ON chosen.supplier_id = su.id
  LEFT JOIN (
    SELECT c.supplier_id, array_agg(c.uf) AS ufs
    FROM supplier_states c GROUP BY c.supplier_id
  ) covered ON covered.supplier_id = su.id
)`;

// The only definition of matching, of order `o`, delivered to `place`, and supplier `live`: it sells
// what the order asks for, and covers the place, by its municipality where it names some.
const sells = '(live.type_ids IS NULL OR o.product_type_ids && live.type_ids)';
const covers = `CASE live.coverage_kind
    WHEN 'national' THEN true
    WHEN 'states' THEN live.ufs IS NULL OR place.uf = ANY (live.ufs)
    ELSE NOT live.names_cities
  END`;

/**
 * SQL condition that an order matches a supplier. `OFFSET 0` keeps the planner from reading every
 * supplier’s municipalities into a hash, once a statement, to look a page's few orders up in it.
 */
export const matchesSql = `(${sells} AND (${covers} OR live.coverage_kind = 'cities'
  AND EXISTS (SELECT 1 FROM supplier_cities c
    WHERE c.supplier_id = live.supplier_id AND c.city_id = o.delivery_city_id OFFSET 0)))`;

/** The same condition where `live` is one supplier and many orders are read: it hashes that one’s municipalities. */
export const matchesSupplier = (supplierId: number): RawBuilder<boolean> =>
  sql`(${sql.raw(sells)} AND (${sql.raw(covers)} OR live.coverage_kind = 'cities'
    AND o.delivery_city_id IN (
      SELECT c.city_id FROM supplier_cities c WHERE c.supplier_id = ${supplierId})))`;

const reach = statement({
  name: 'order-reach',
  params: params<{ order_id: number }>(),
  columns: { matching_suppliers: col.int, total_suppliers: col.int },
  text: `
    SELECT count(*) FILTER (WHERE ${matchesSql}) AS matching_suppliers, count(*) AS total_suppliers
    FROM orders o
    LEFT JOIN cities place ON place.id = o.delivery_city_id
    CROSS JOIN ${everyProfileSql} live
    JOIN users u ON u.id = live.user_id AND u.status = 'ativo' AND u.deleted_at IS NULL
    WHERE o.id = :order_id`,
});

/**
 * Returns the number of active suppliers that match the order, by the same rule that selects the
 * recipients of its notifications.
 */
export async function getOrderReach(db: Db, orderId: number): Promise<OrderReach> {
  return (
    (await db.row(reach, { order_id: orderId })) ?? { matching_suppliers: 0, total_suppliers: 0 }
  );
}
