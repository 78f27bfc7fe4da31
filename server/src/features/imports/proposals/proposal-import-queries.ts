import { sql } from 'kysely';
import { closureTypes } from '@lavra/domain/order/closure-type';
import { orderStatuses } from '@lavra/domain/order/order-status';
import { proposalStatuses } from '@lavra/domain/proposal/proposal-status';
import type { Db } from '../../../platform/db/database.ts';
import { from, jsonRows } from '../../../platform/db/projection.ts';
import { col, orNull, params, statement, type RowOf } from '../../../platform/db/statement.ts';
import { askedColumns } from '../../orders/orders-feature.ts';

/** Columns of order item `oi`, and what finds its product `p` by name, with subtype `s`. */
const askedItemColumns = {
  id: col.int,
  position: col.int,
  ...askedColumns,
  quantity: col.numeric,
  name_key: from('p.name_key', col.text),
  subtype_key: from('s.name_key', col.text),
};
export type AskedItem = Readonly<RowOf<typeof askedItemColumns>>;

const askedItems = jsonRows(
  askedItemColumns,
  `FROM order_items oi JOIN products p ON p.id = oi.product_id
    JOIN product_subtypes s ON s.id = p.product_subtype_id
    WHERE oi.order_id = o.id ORDER BY oi.position`,
  'oi',
);

const ordersAsked = statement({
  name: 'import-orders-asked',
  params: params<{ numbers: readonly string[] }>(),
  columns: {
    id: col.int,
    number: col.text,
    status: col.oneOf(orderStatuses),
    closure_type: col.oneOf(closureTypes),
    suspended: col.boolean,
    published_at_ms: orNull(col.float),
    items: askedItems,
  },
  text: `
    SELECT o.id, o.number, o.status, o.closure_type, o.suspended_at IS NOT NULL AS suspended,
      (extract(epoch FROM o.published_at) * 1000)::float8 AS published_at_ms,
      ${askedItems.sql} AS items
    FROM orders o WHERE o.number = ANY(:numbers::text[])`,
});

/**
 * Locks those of the orders whose suppliers can still send proposals, so that their number stays
 * until the import has stored its own.
 */
export async function holdOpenOrders(db: Db, numbers: readonly string[]): Promise<void> {
  await db.q
    .selectFrom('orders')
    .select('id')
    .where(sql<boolean>`number = ANY(${numbers}::text[])`)
    .where('status', 'in', ['publicada', 'em_analise'])
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
}

/** An order that imported proposals answer, with its items. */
export type AskedOrder = NonNullable<(typeof ordersAsked)['gives']>;

export const listAskedOrders = async (
  db: Db,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, AskedOrder>> =>
  new Map((await db.rows(ordersAsked, { numbers })).map((order) => [order.number, order]));

const proposalsThere = statement({
  name: 'import-proposals-there',
  params: params<{ order_ids: readonly number[] }>(),
  columns: {
    order_id: col.int,
    supplier_id: col.int,
    reference: orNull(col.text),
    status: col.oneOf(proposalStatuses),
    /** Accepted as a whole: of these an order has one. */
    is_whole: col.boolean,
    /** The order's items that are bought from it. */
    bought: col.ints,
  },
  text: `
    SELECT p.order_id, p.supplier_id, p.supplier_reference AS reference, p.status,
      p.awarded_whole AS is_whole,
      ARRAY(SELECT i.order_item_id FROM purchase_items i
        WHERE i.proposal_id = p.id AND i.released_at IS NULL) AS bought
    FROM proposals p WHERE p.order_id = ANY(:order_ids::bigint[])`,
});

/** An existing proposal. */
export type StoredProposal = NonNullable<(typeof proposalsThere)['gives']>;

export const listStoredProposals = (
  db: Db,
  orderIds: readonly number[],
): Promise<StoredProposal[]> => db.rows(proposalsThere, { order_ids: orderIds });
