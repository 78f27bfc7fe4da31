import { randomUUID } from 'node:crypto';
import type { Db } from '../../platform/db/database.ts';
import { RuleError } from '../../platform/errors.ts';
import { reselectSql } from '../../platform/db/projection.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import { MAX_DRAFTS } from '@lavra/domain/order/order-rules';
import { initialOrderStatus } from '@lavra/domain/order/order-machine';
import type { DraftColumns, DraftItem } from './order-input.ts';
import { draftItemColumns, draftItemNames, draftItemRecord } from './order-item.ts';
import { derivedColumnsSql, itemTypesSql } from './derived-columns.ts';
import { searchColumnsOf } from './supplier-search.ts';

const takeNumber = statement({
  name: 'order-number-take',
  params: params<{ year: number }>(),
  columns: { last: col.int },
  text: `
    INSERT INTO order_counters AS c (year, last) VALUES (:year, 1)
    ON CONFLICT (year) DO UPDATE SET last = c.last + 1
    RETURNING c.last`,
});

/**
 * Returns the next order number of a year, `COT-2026-000123`. Call it outside transactions: it
 * commits by itself, so that no request waits for the transaction of another; the number of an
 * order that is then rejected stays unused.
 */
export async function takeOrderNumber(db: Db, year: number): Promise<string> {
  const taken = await db.row(takeNumber, { year });
  if (taken === undefined) throw new Error('the counter of order numbers answered nothing');
  return `COT-${year}-${String(taken.last).padStart(6, '0')}`;
}

export interface NewOrder {
  readonly number: string;
  readonly producerId: number;
  /** The account that writes it for the producer; null for the producer. */
  readonly writtenBy: number | null;
  readonly columns: DraftColumns;
  readonly now: Date;
}

/**
 * Inserts a draft without its items and returns its id. Throws `order_drafts_limit` where the
 * producer has as many as there may be; requests at the same moment may pass it by a few.
 */
export async function insertOrder(
  db: Db,
  { number, producerId, writtenBy, columns, now }: NewOrder,
): Promise<number> {
  const { description, deadline_date, ...rest } = columns;
  if (description === undefined || deadline_date === undefined)
    throw new Error('a new order has a description and a deadline');
  const { drafts } = await db.q
    .selectFrom('orders')
    .select((eb) => eb.fn.countAll<number>().as('drafts'))
    .where('producer_id', '=', producerId)
    .where('status', '=', 'rascunho')
    .executeTakeFirstOrThrow();
  if (drafts >= MAX_DRAFTS) throw new RuleError('order_drafts_limit', { count: MAX_DRAFTS });
  const { id } = await db.q
    .insertInto('orders')
    .values({
      closure_type: 'aberta',
      ...rest,
      description,
      ...(await searchColumnsOf(description)),
      deadline_date,
      uuid: randomUUID(),
      number,
      producer_id: producerId,
      written_by: writtenBy,
      status: initialOrderStatus,
      items_count: 0,
      product_type_ids: [],
      has_pesticide: false,
      created_at: now,
      updated_at: now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Updates the sent columns of a locked draft and raises its version. */
export async function changeOrder(
  db: Db,
  order: { id: number; version: number },
  columns: DraftColumns,
  now: Date,
): Promise<void> {
  const { description } = columns;
  const searched = description === undefined ? {} : await searchColumnsOf(description);
  await db.q
    .updateTable('orders')
    .set({ ...columns, ...searched, version: order.version + 1, updated_at: now })
    .where('id', '=', order.id)
    .execute();
}

export async function removeOrder(db: Db, id: number): Promise<void> {
  await db.q.deleteFrom('orders').where('id', '=', id).execute();
}

const insertItems = statement({
  name: 'order-items-insert',
  params: params<{ order_id: number; items: string }>(),
  columns: { items_count: col.int },
  text: `
    WITH placed AS (
      INSERT INTO order_items
        (order_id, position, ${draftItemNames})
      SELECT :order_id::bigint, i.position, ${reselectSql(draftItemColumns, 'i')}
      FROM jsonb_to_recordset(:items::jsonb) AS i(${draftItemRecord})
      RETURNING product_id
    ), derived AS (
      SELECT ${derivedColumnsSql} FROM placed i ${itemTypesSql}
    )
    UPDATE orders o SET items_count = derived.items_count,
      product_type_ids = derived.product_type_ids, product_ids = derived.product_ids,
      has_pesticide = derived.has_pesticide
    FROM derived WHERE o.id = :order_id::bigint
    RETURNING o.items_count`,
});

/**
 * Inserts the items of an order that has none, and the order's derived columns, in one statement.
 */
export async function writeItems(
  db: Db,
  orderId: number,
  items: readonly DraftItem[],
): Promise<void> {
  await db.rows(insertItems, { order_id: orderId, items: JSON.stringify(items) });
}

export async function replaceItems(
  db: Db,
  orderId: number,
  items: readonly DraftItem[],
): Promise<void> {
  await db.q.deleteFrom('order_items').where('order_id', '=', orderId).execute();
  await writeItems(db, orderId, items);
}
