import { randomUUID } from 'node:crypto';
import type { ClosureType } from '@lavra/domain/order/closure-type';
import type { OrderStatus } from '@lavra/domain/order/order-status';
import type { UnitOfWork } from '../../../platform/db/command.ts';
import { reselectSql } from '../../../platform/db/projection.ts';
import { col, params, statement } from '../../../platform/db/statement.ts';
import { presentOneByOne } from '../../../platform/text/yielding.ts';
import { searchColumnsOf } from '../supplier-search.ts';
import {
  draftItemColumns,
  draftItemNames,
  draftItemRecord,
  type DraftItemRow,
} from '../order-item.ts';
import { derivedColumnsSql, itemTypesSql } from '../derived-columns.ts';

/** An order's own columns in stored form. */
export interface BulkOrderColumns {
  readonly number: string;
  readonly producer_id: number;
  readonly description: string;
  readonly deadline_date: string;
  readonly status: OrderStatus;
  readonly closure_type: ClosureType;
  readonly delivery_date: string | null;
  readonly delivery_city_id: number | null;
  readonly payment_terms: string | null;
  readonly notes: string | null;
  readonly created_at: Date;
  readonly published_at: Date | null;
  readonly closed_at: Date | null;
  readonly awarded_at: Date | null;
  readonly finished_at: Date | null;
  readonly ended_at: Date | null;
}

/** An item in stored form. */
export type BulkOrderItem = Readonly<DraftItemRow>;

/** An order that keeps its number, status and times, with at least one item. */
export interface BulkOrder {
  readonly columns: BulkOrderColumns;
  readonly items: readonly BulkOrderItem[];
}

const insertOrders = statement({
  name: 'orders-bulk-insert',
  params: params<{ orders: string; now: Date }>(),
  columns: { id: col.int, number: col.text },
  text: `
    WITH input AS MATERIALIZED (
      SELECT o.* FROM jsonb_to_recordset(:orders::jsonb) AS o(
        place integer, uuid uuid, number text, producer_id bigint, status text, closure_type text,
        description text, has_contacts boolean, masked_search text, deadline_date date, delivery_date date, delivery_city_id integer,
        payment_terms text, notes text, published_at timestamptz, closed_at timestamptz,
        awarded_at timestamptz, finished_at timestamptz, ended_at timestamptz,
        created_at timestamptz, items jsonb)
    ), asked AS MATERIALIZED (
      SELECT o.place, i.* FROM input o CROSS JOIN LATERAL jsonb_to_recordset(o.items) AS i(
        ${draftItemRecord})
    ), derived AS (
      SELECT i.place, ${derivedColumnsSql} FROM asked i ${itemTypesSql} GROUP BY i.place
    ), created AS (
      INSERT INTO orders (uuid, number, producer_id, status, closure_type, description,
        has_contacts, masked_search, deadline_date, delivery_date, delivery_city_id, payment_terms, notes, published_at,
        closed_at, awarded_at, finished_at, ended_at, items_count, product_type_ids, product_ids,
        has_pesticide, created_at, updated_at)
      SELECT o.uuid, o.number, o.producer_id, o.status, o.closure_type, o.description,
        o.has_contacts, o.masked_search, o.deadline_date, o.delivery_date, o.delivery_city_id, o.payment_terms, o.notes,
        o.published_at, o.closed_at, o.awarded_at, o.finished_at, o.ended_at, d.items_count,
        d.product_type_ids, d.product_ids, d.has_pesticide, o.created_at, :now
      FROM input o JOIN derived d ON d.place = o.place ORDER BY o.place
      ON CONFLICT (number) DO NOTHING RETURNING id, number
    ), placed AS (
      INSERT INTO order_items
        (order_id, position, ${draftItemNames})
      SELECT c.id, i.position, ${reselectSql(draftItemColumns, 'i')}
      FROM created c JOIN input o ON o.number = c.number JOIN asked i ON i.place = o.place
      ORDER BY i.place, i.position
    )
    SELECT c.id, c.number FROM created c`,
});

/**
 * Inserts orders with their items in one statement and notes each in its timeline. Skips an order
 * whose number was taken in the meantime. Returns the ids in the order of `orders`, undefined for a
 * skipped one.
 */
export async function createManyOrders(
  uow: UnitOfWork,
  orders: readonly BulkOrder[],
): Promise<(number | undefined)[]> {
  const searched = await presentOneByOne(orders, ({ columns }) =>
    searchColumnsOf(columns.description),
  );
  const rows = orders.map(({ columns, items }, place) => ({
    ...columns,
    ...searched[place],
    place,
    uuid: randomUUID(),
    items: items.map((item, index) => ({ ...item, position: index + 1 })),
  }));
  const created = new Map(
    (await uow.db.rows(insertOrders, { orders: JSON.stringify(rows), now: uow.now })).map(
      ({ id, number }) => [number, id],
    ),
  );
  return orders.map(({ columns: { number } }) => {
    const orderId = created.get(number);
    if (orderId !== undefined) uow.orderEvent({ orderId, event: 'order.imported' });
    return orderId;
  });
}
