import { randomUUID } from 'node:crypto';
import type { UnitOfWork } from '../../../platform/db/command.ts';
import type { Db } from '../../../platform/db/database.ts';
import { col, params, statement } from '../../../platform/db/statement.ts';
import type { OrderEntity } from './orders-import.ts';

const takenNumbers = statement({
  name: 'import-order-numbers',
  params: params<{ numbers: readonly string[] }>(),
  columns: { number: col.text, producer_id: col.int },
  text: 'SELECT o.number, o.producer_id FROM orders o WHERE o.number = ANY(:numbers::text[])',
});

/** Returns the producer of each of these order numbers that exists. */
export const listTakenNumbers = async (
  db: Db,
  numbers: readonly string[],
): Promise<ReadonlyMap<string, number>> =>
  new Map(
    (await db.rows(takenNumbers, { numbers })).map(({ number, producer_id }) => [
      number,
      producer_id,
    ]),
  );

const moveCounters = statement({
  name: 'import-order-counters',
  params: params<{ years: readonly number[]; lasts: readonly number[] }>(),
  columns: { last: col.int },
  text: `
    INSERT INTO order_counters AS c (year, last) SELECT y.year, y.last FROM unnest(:years::int[], :lasts::int[]) AS y(year, last)
    ON CONFLICT (year) DO UPDATE SET last = greatest(c.last, excluded.last) RETURNING c.last`,
});

/**
 * Advances the counters past these numbers, so that no new order gets one of them. Runs outside
 * transactions, like `takeOrderNumber`.
 */
export async function reserveNumbers(db: Db, numbers: readonly string[]): Promise<void> {
  const lasts = new Map<number, number>();
  for (const number of numbers) {
    const match = /^COT-(\d{4})-(\d{6,7})$/.exec(number);
    if (match === null) continue;
    const [year, last] = [Number(match[1]), Number(match[2])];
    lasts.set(year, Math.max(last, lasts.get(year) ?? 0));
  }
  const years = [...lasts.keys()].toSorted((a, b) => a - b);
  if (years.length > 0)
    await db.rows(moveCounters, { years, lasts: years.map((year) => lasts.get(year) ?? 0) });
}

const insertOrders = statement({
  name: 'import-orders',
  params: params<{ orders: string; now: Date }>(),
  columns: { id: col.int, number: col.text },
  text: `
    INSERT INTO orders (uuid, number, producer_id, status, closure_type, description, deadline_date, delivery_date, delivery_city_id, payment_terms, notes,
      published_at, closed_at, awarded_at, finished_at, ended_at, items_count, product_type_ids, has_pesticide, created_at, updated_at)
    SELECT o.uuid, o.number, o.producer_id, o.status, o.closure_type, o.description, o.deadline_date, o.delivery_date, o.delivery_city_id, o.payment_terms, o.notes,
      o.published_at, o.closed_at, o.awarded_at, o.finished_at, o.ended_at, o.items_count,
      ARRAY(SELECT t::bigint FROM jsonb_array_elements_text(o.product_type_ids) t), o.has_pesticide, o.created_at, :now
    FROM jsonb_to_recordset(:orders::jsonb) AS o(uuid uuid, number text, producer_id bigint, status text, closure_type text, description text, deadline_date date,
      delivery_date date, delivery_city_id integer, payment_terms text, notes text, published_at timestamptz, closed_at timestamptz, awarded_at timestamptz,
      finished_at timestamptz, ended_at timestamptz, items_count integer, product_type_ids jsonb, has_pesticide boolean, created_at timestamptz)
    ON CONFLICT (number) DO NOTHING RETURNING id, number`,
});

const insertItems = statement({
  name: 'import-order-items',
  params: params<{ items: string }>(),
  columns: { id: col.int },
  text: `
    INSERT INTO order_items (order_id, position, product_id, quantity, unit, notes, allow_similar)
    SELECT i.order_id, i.position, i.product_id, i.quantity, i.unit, i.notes, i.allow_similar
    FROM jsonb_to_recordset(:items::jsonb) AS i(order_id bigint, position integer, product_id bigint, quantity numeric, unit text, notes text, allow_similar boolean)
    RETURNING id`,
});

/**
 * Stores a batch of orders with their items. Returns the rows of those whose number was taken
 * meanwhile.
 */
export async function storeOrders(
  uow: UnitOfWork,
  entities: readonly OrderEntity[],
): Promise<number[]> {
  const { db, now } = uow;
  const orders = entities.map(({ head, items }) => ({
    ...head,
    uuid: randomUUID(),
    items_count: items.length,
    has_pesticide: items.some(({ is_pesticide }) => is_pesticide),
    product_type_ids: [...new Set(items.map(({ type_id }) => type_id))].toSorted((a, b) => a - b),
  }));
  const created = new Map(
    (await db.rows(insertOrders, { orders: JSON.stringify(orders), now })).map(({ id, number }) => [
      number,
      id,
    ]),
  );
  const items = entities.flatMap((entity) => {
    const order_id = created.get(entity.head.number);
    return order_id === undefined
      ? []
      : entity.items.map((item, index) => ({ ...item, order_id, position: index + 1 }));
  });
  await db.rows(insertItems, { items: JSON.stringify(items) });
  for (const orderId of created.values()) uow.orderEvent({ orderId, event: 'order.imported' });
  return entities.flatMap(({ rows, head }) => (created.has(head.number) ? [] : rows));
}
