import type { Db } from '../../platform/db/database.ts';
import { from, selections, selectSql } from '../../platform/db/projection.ts';
import { col, orNull, params, statement, type RowOf } from '../../platform/db/statement.ts';
import { refOf } from '../../platform/http/refs.ts';
import { availableSql } from './available-sql.ts';
import { orderItemColumns } from './order-item.ts';
import { orderSummaryColumns } from './order-summary.ts';

/** The fields that decide about ownership of an order. */
export interface OrderRef {
  readonly id: number;
  readonly producer_id: number;
}

export interface FoundOrder extends OrderRef {
  readonly items_count: number;
  /** The account that wrote it for the producer; null for the producer. */
  readonly written_by: number | null;
}

/** Returns the order of a UUID or id in a path. */
export async function findOrder(db: Db, value: string): Promise<FoundOrder | undefined> {
  const ref = refOf(value);
  if (ref === undefined) return undefined;
  const orders = db.q
    .selectFrom('orders as o')
    .select(['o.id', 'o.producer_id', 'o.written_by', 'o.items_count']);
  return (
    'id' in ref ? orders.where('o.id', '=', ref.id) : orders.where('o.uuid', '=', ref.uuid)
  ).executeTakeFirst();
}

/** Parts of the delivery address besides the city. */
export interface DeliveryDetails {
  readonly postal_code: string | null;
  readonly street: string | null;
  readonly number: string | null;
  readonly complement: string | null;
  readonly district: string | null;
}

/** The number of proposals that order `o` has received. */
export const proposalsCount = from(
  "(SELECT count(*)::int FROM proposals p WHERE p.order_id = o.id AND p.status <> 'draft')",
  col.int,
);

/** Columns of order `o`, delivered to city `c`, that its producer may see, except the items. */
const producerOrderColumns = {
  ...orderSummaryColumns,
  delivery_date: orNull(col.date),
  payment_terms: orNull(col.text),
  notes: orNull(col.text),
  has_pesticide: col.boolean,
  publish_at: orNull(col.timestamp),
  published_at: orNull(col.timestamp),
  closed_at: orNull(col.timestamp),
  awarded_at: orNull(col.timestamp),
  finished_at: orNull(col.timestamp),
  reason: orNull(col.text),
  version: col.int,
  writer_name: from('(SELECT w.name FROM users w WHERE w.id = o.written_by)', orNull(col.text)),
  publication_requested_at: orNull(col.timestamp),
  created_at: col.timestamp,
  updated_at: col.timestamp,
  delivery_city_id: orNull(col.int),
  city: from('c.name', orNull(col.text)),
  state: from('c.uf', orNull(col.text)),
  delivery_details: from('o.delivery_address', orNull(col.json<DeliveryDetails>())),
  proposals_count: proposalsCount,
  new_proposals_count: from(
    `(SELECT count(*)::integer FROM proposals p WHERE p.order_id = o.id AND p.status = 'submitted'
      AND NOT EXISTS (SELECT FROM proposal_reviews r WHERE r.proposal_id = p.id))`,
    col.int,
  ),
  next_validity_date: from(
    `(SELECT min(p.validity_date) FROM proposals p
      JOIN suppliers su ON su.id = p.supplier_id JOIN users u ON u.id = su.user_id
      WHERE p.order_id = o.id AND p.status = 'submitted' AND ${availableSql('u')})`,
    orNull(col.date),
  ),
};
export type ProducerOrderRow = RowOf<typeof producerOrderColumns>;

/** Selects orders `o` with everything that their producer may see, except the items. */
export const selectProducerOrders = (db: Db) =>
  db.q
    .selectFrom('orders as o')
    .leftJoin('cities as c', 'c.id', 'o.delivery_city_id')
    .select(selections(producerOrderColumns, 'o'))
    .$castTo<ProducerOrderRow>();

const listedItemColumns = {
  ...orderItemColumns,
  product_type_name: from('t.name', col.text),
  is_pesticide: from('t.is_pesticide', col.boolean),
};

const orderItems = statement({
  name: 'order-items',
  params: params<{ order_id: number }>(),
  columns: listedItemColumns,
  text: `
    SELECT ${selectSql(listedItemColumns)}
    FROM order_items oi
    JOIN products op ON op.id = oi.product_id
    JOIN product_subtypes s ON s.id = op.product_subtype_id
    JOIN product_types t ON t.id = s.product_type_id
    WHERE oi.order_id = :order_id
    ORDER BY oi.position`,
});
export type ListedItemRow = RowOf<typeof listedItemColumns>;

/** Returns the items of an order with their products, in the order's sequence. */
export const listOrderItems = (db: Db, orderId: number): Promise<ListedItemRow[]> =>
  db.rows(orderItems, { order_id: orderId });
