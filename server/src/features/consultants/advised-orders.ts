import { sql } from 'kysely';
import type {
  ConsultantOrder,
  ConsultantOrderSummary,
  listConsultantOrders,
} from '@lavra/contract/admin/consultants';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import { selectOrderStatuses } from '@lavra/domain/order/order-status';
import type { Db } from '../../platform/db/database.ts';
import type { Wanted } from '../../platform/db/dynamic.ts';
import { listPage, sliceOf, type SortKey } from '../../platform/db/list-page.ts';
import { RuleError } from '../../platform/errors.ts';
import { searchOf, type PageMeta } from '../../platform/http/paging.ts';
import { likePattern } from '../../platform/text/like.ts';
import {
  findOrder,
  listOrderItems,
  presentProducerOrder,
  presentProducerOrderSummary,
  selectProducerOrders,
  type OrderRef,
} from '../orders/orders-feature.ts';
import { advisedProducers, isConsultantOf } from './consultant-links.ts';

type OrderQuery = QueryOf<typeof listConsultantOrders>;

const sortKeys = {
  created_at: { expression: 'o.created_at', type: 'timestamptz' },
  deadline_date: { expression: 'o.deadline_date', type: 'date' },
} as const satisfies Readonly<Record<string, SortKey>>;

/** A consultant may take no action on an order: decisions are the producer's. */
const readOnly = {
  can_edit: false,
  can_publish: false,
  can_close: false,
  can_cancel: false,
  can_finalize: false,
  can_delete: false,
} as const;

/** Selects orders as their producer sees them, with the producer. */
const selectOrders = (db: Db) =>
  selectProducerOrders(db)
    .innerJoin('producers as pr', 'pr.id', 'o.producer_id')
    .innerJoin('users as pu', 'pu.id', 'pr.user_id')
    .select(['pr.id as producer_id', 'pr.uuid as producer_uuid', 'pu.name as producer_name']);
type OrderRow = Awaited<ReturnType<ReturnType<typeof selectOrders>['executeTakeFirstOrThrow']>>;

const producerOf = ({
  producer_id: id,
  producer_uuid: uuid,
  producer_name: name,
}: OrderRow): ConsultantOrder['producer'] => ({ id, uuid, name });

/**
 * Returns one page of the orders of all producers whom a consultant advises, and the exact total.
 * `today` is the calendar day in the platform's zone.
 */
export async function listAdvisedOrders(
  db: Db,
  { userId, query, today }: { userId: number; query: OrderQuery; today: string },
): Promise<{ data: ConsultantOrderSummary[]; meta: PageMeta }> {
  const { rows, meta } = await listPage(db, query, {
    name: 'advised-orders',
    size: 15,
    from: sql`orders o`,
    conditions: conditionsOf(userId, query),
    read: (slice) => sliceOf(selectOrders(db), slice).execute(),
    sorts: sortKeys,
    sort: '-created_at',
    id: 'o.id',
  });
  const data = rows.map((row) => ({
    ...presentProducerOrderSummary(row, today),
    ...readOnly,
    producer: producerOf(row),
  }));
  return { data, meta };
}

function conditionsOf(userId: number, { status, producer_id, ...query }: OrderQuery): Wanted[] {
  const text = searchOf(query);
  const selection = status === undefined ? undefined : selectOrderStatuses(status);
  return [
    sql<boolean>`o.producer_id IN ${advisedProducers(userId)}`,
    producer_id !== undefined && sql<boolean>`o.producer_id = ${producer_id}`,
    selection && sql<boolean>`o.status IN (${sql.join([...selection.statuses])})`,
    selection?.suspendedOnly === true && sql<boolean>`o.suspended_at IS NOT NULL`,
    text !== undefined && sql<boolean>`o.search LIKE ${likePattern(text)}`,
  ];
}

export interface AdvisedOrder extends OrderRef {
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
  return order === undefined
    ? undefined
    : { ...order, isAdvised: await isConsultantOf(db, { userId, producerId: order.producer_id }) };
}

/** Returns the whole order; throws `order_not_found` when it has just been deleted. */
export async function getAdvisedOrder(db: Db, id: number, today: string): Promise<ConsultantOrder> {
  const row = await selectOrders(db).where('o.id', '=', id).executeTakeFirst();
  if (row === undefined) throw new RuleError('order_not_found');
  return {
    ...presentProducerOrder(row, await listOrderItems(db, id), today),
    ...readOnly,
    producer: producerOf(row),
  };
}
