import type { DuplicatedOrder, DuplicateOrderBody } from '@lavra/contract/orders/schemas';
import { addDays, localDate } from '@lavra/domain/calendar/calendar';
import type { ClosureType } from '@lavra/domain/order/closure-type';
import { isDeliveryBeforeDeadline } from '@lavra/domain/order/order-rules';
import { sql } from 'kysely';
import type { ProducerCaller } from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { selectSql } from '../../platform/db/projection.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import { InvalidFields, RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { orderableSql } from '../catalogue/catalogue-feature.ts';
import { takeNumber } from './order-drafts.ts';
import type { DraftColumns } from './order-input.ts';
import { draftItemColumns } from './order-item.ts';
import { lockOrder, type LockedOrder } from './order-lock.ts';
import { listMissingItems, markRequoted, type ItemsToCopy } from './order-requote.ts';
import { insertOrder, writeItems } from './order-store.ts';
import type { DeliveryDetails } from './order-view.ts';
import { getChangedOrder } from './producer-order.ts';

const DAYS_AHEAD = 7;

/**
 * Creates a draft with the data and items of an order in any status, or with what was not bought of
 * an awarded one (`listMissingItems`). Leaves out and counts items whose product is no longer active.
 * Throws `InvalidFields` for a deadline in the past.
 */
export async function duplicateOrder(
  platform: Platform,
  request: Request<ProducerCaller>,
  sourceId: number,
  { deadline_date: deadlineDate, only }: DuplicateOrderBody,
): Promise<DuplicatedOrder> {
  const { command, zone } = platform;
  const number = await takeNumber(platform);
  return command(request, async (uow) => {
    const { id, skipped } = await copyOrder(uow, sourceId, { number, deadlineDate, zone, only });
    return { ...(await getChangedOrder(uow, id, zone)), skipped_items: skipped };
  });
}

interface CopyOptions {
  readonly number: string;
  readonly deadlineDate: string | undefined;
  readonly zone: string;
  readonly only: 'unbought' | undefined;
}

async function copyOrder(
  uow: UnitOfWork,
  sourceId: number,
  { number, deadlineDate, zone, only }: CopyOptions,
): Promise<{ readonly id: number; readonly skipped: number }> {
  const source = await lockOrder(uow.db, sourceId, only === undefined ? 'share' : 'update');
  if (source === undefined) throw new RuleError('order_not_found');
  const { items, skipped } =
    only === undefined
      ? await listActiveItems(uow.db, source)
      : await listMissingItems(uow.db, source);
  const deadline_date = deadlineOf(deadlineDate, source.deadline_date, localDate(uow.now, zone));
  const copied = await columnsOf(uow.db, sourceId);
  // A delivery of last season is no wish for this one.
  const delivery_date = isDeliveryBeforeDeadline(copied.delivery_date, deadline_date)
    ? null
    : copied.delivery_date;
  const columns = { ...copied, deadline_date, delivery_date };
  const id = await insertOrder(uow.db, {
    number,
    producerId: source.producer_id,
    writtenBy: null,
    columns,
    now: uow.now,
  });
  await writeItems(
    uow.db,
    id,
    items.map((item, index) => ({ ...item, position: index + 1 })),
  );
  if (only !== undefined) await markRequoted(uow.db, id, items);
  uow.orderEvent({ orderId: id, event: 'order.created', data: { duplicated_from: sourceId } });
  return { id, skipped };
}

/**
 * Returns the requested deadline; without one the old deadline unless it is past, otherwise a week
 * from today.
 */
function deadlineOf(asked: string | undefined, old: string, today: string): string {
  if (asked === undefined) return old >= today ? old : addDays(today, DAYS_AHEAD);
  if (asked < today) throw InvalidFields.of('deadline_date', 'past_date');
  return asked;
}

async function columnsOf(
  db: Db,
  id: number,
): Promise<DraftColumns & { readonly delivery_date: string | null }> {
  const { delivery_details, ...columns } = await db.q
    .selectFrom('orders as o')
    .select([
      'o.description',
      sql<ClosureType>`o.closure_type`.as('closure_type'),
      'o.split_award',
      'o.delivery_date',
      'o.delivery_city_id',
      'o.payment_terms',
      'o.notes',
      sql<DeliveryDetails | null>`o.delivery_address`.as('delivery_details'),
    ])
    .where('o.id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    ...columns,
    delivery_address: delivery_details === null ? null : JSON.stringify(delivery_details),
  };
}

const activeItems = statement({
  name: 'order-active-items',
  params: params<{ order_id: number }>(),
  columns: { ...draftItemColumns, id: col.int },
  // Products are locked until the new items refer to them, so that no other transaction deletes
  // them in between.
  text: `
    SELECT ${selectSql(draftItemColumns, 'oi')}, oi.id
    FROM order_items oi JOIN products p ON p.id = oi.product_id AND ${orderableSql('p')}
    WHERE oi.order_id = :order_id ORDER BY oi.position FOR KEY SHARE OF p`,
});

async function listActiveItems(db: Db, { id, items_count }: LockedOrder): Promise<ItemsToCopy> {
  const items = await db.rows(activeItems, { order_id: id });
  return { items, skipped: items_count - items.length };
}
