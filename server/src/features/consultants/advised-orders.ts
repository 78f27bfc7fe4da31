import { sql } from 'kysely';
import type * as endpoints from '@lavra/contract/admin/consultants';
import type { ConsultantOrder, ConsultantOrderSummary } from '@lavra/contract/admin/consultants';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import { localDate } from '@lavra/domain/calendar/calendar';
import { orderCan } from '@lavra/domain/order/order-machine';
import type { Db } from '../../platform/db/database.ts';
import type { Wanted } from '../../platform/db/dynamic.ts';
import { listPage, sliceOf, type SortKey } from '../../platform/db/list-page.ts';
import { RuleError } from '../../platform/errors.ts';
import { searchOf, type PageMeta } from '../../platform/db/paging.ts';
import {
  findOrder,
  foundByWords,
  inSelection,
  listOrderItems,
  presentProducerOrder,
  presentProducerOrderSummary,
  requestDueSql,
  saysWord,
  selectProducerOrders,
  type FoundOrder,
} from '../orders/orders-feature.ts';
import { advisedProducers, isConsultantOf } from './consultant-links.ts';

type OrderQuery = QueryOf<typeof endpoints.listConsultantOrders>;

const sortKeys = {
  created_at: { expression: 'o.created_at', type: 'timestamptz' },
  deadline_date: { expression: 'o.deadline_date', type: 'date' },
} as const satisfies Readonly<Record<string, SortKey>>;

/** The consultant who asks, and when: what they may do depends on both. */
interface Reader {
  readonly userId: number;
  readonly now: Date;
  readonly zone: string;
}

/** Selects orders as their producer sees them, with the producer. */
const selectOrders = (db: Db, now: Date) =>
  selectProducerOrders(db)
    .innerJoin('producers as pr', 'pr.id', 'o.producer_id')
    .innerJoin('users as pu', 'pu.id', 'pr.user_id')
    .select([
      'pr.id as producer_id',
      'pr.uuid as producer_uuid',
      'pu.name as producer_name',
      'o.written_by as writer_id',
      requestDueSql(now).as('request_due'),
    ]);
type OrderRow = Awaited<ReturnType<ReturnType<typeof selectOrders>['executeTakeFirstOrThrow']>>;

/** A consultant writes drafts, and deletes their own; every decision is the producer's. */
function rightsIn(row: OrderRow, { userId }: Reader) {
  const isDraft = orderCan.edit(row.order_status);
  return {
    can_edit: isDraft,
    can_publish: false,
    can_close: false,
    can_cancel: false,
    can_finalize: false,
    can_delete: isDraft && row.writer_id === userId,
    can_request_publication: isDraft && row.order_items_count > 0 && row.request_due,
  };
}

const producerOf = ({
  producer_id: id,
  producer_uuid: uuid,
  producer_name: name,
}: OrderRow): ConsultantOrder['producer'] => ({ id, uuid, name });

/**
 * Returns one page of the orders of all producers whom a consultant advises, and the exact total.
 */
export async function listConsultantOrders(
  db: Db,
  { query, ...reader }: Reader & { query: OrderQuery },
): Promise<{ data: ConsultantOrderSummary[]; meta: PageMeta }> {
  const { rows, meta } = await listPage(db, query, {
    name: 'advised-orders',
    from: sql`orders o`,
    conditions: await conditionsOf(db, reader.userId, query),
    read: (slice) => sliceOf(selectOrders(db, reader.now), slice).execute(),
    sorts: sortKeys,
    sort: '-created_at',
    id: 'o.id',
  });
  const today = localDate(reader.now, reader.zone);
  const data = rows.map((row) => ({
    ...presentProducerOrderSummary(row, today),
    ...rightsIn(row, reader),
    producer: producerOf(row),
  }));
  return { data, meta };
}

async function conditionsOf(
  db: Db,
  userId: number,
  { status, producer_id, ...query }: OrderQuery,
): Promise<Wanted[]> {
  const text = searchOf(query);
  return [
    sql<boolean>`o.producer_id = ANY (ARRAY${advisedProducers(userId)})`,
    producer_id !== undefined && sql<boolean>`o.producer_id = ${producer_id}`,
    ...inSelection(status),
    text !== undefined && (await foundByWords(db, text, saysWord)),
  ];
}

export interface AdvisedOrder extends FoundOrder {
  readonly isAdvised: boolean;
}

/**
 * Finds the order that a path names, and whether this consultant advises its producer at present.
 */
export async function findAdvisedOrder(
  db: Db,
  value: string,
  userId: number,
): Promise<AdvisedOrder | undefined> {
  const order = await findOrder(db, value);
  if (order === undefined) return undefined;
  const isAdvised = await isConsultantOf(db, { userId, producerId: order.producer_id });
  return { ...order, isAdvised };
}

/** Returns the whole order; throws `order_not_found` when it has just been deleted. */
export async function getConsultantOrder(
  db: Db,
  id: number,
  reader: Reader,
): Promise<ConsultantOrder> {
  const row = await selectOrders(db, reader.now).where('o.id', '=', id).executeTakeFirst();
  if (row === undefined) throw new RuleError('order_not_found');
  const today = localDate(reader.now, reader.zone);
  return {
    ...presentProducerOrder(row, await listOrderItems(db, id), today),
    ...rightsIn(row, reader),
    producer: producerOf(row),
  };
}
