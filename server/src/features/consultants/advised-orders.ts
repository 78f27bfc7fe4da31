import { sql } from 'kysely';
import type {
  ConsultantOrder,
  ConsultantOrderSummary,
  listConsultantOrders,
} from '@lavra/contract/admin/consultants';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import { selectOrderStatuses } from '@lavra/domain/order/order-status';
import type { Db } from '../../platform/db/database.ts';
import { after, allOf, orderBy, type Condition, type SortKey } from '../../platform/db/dynamic.ts';
import { keysetStart } from '../../platform/db/keyset.ts';
import { RuleError } from '../../platform/errors.ts';
import {
  encodeCursor,
  pageMeta,
  pageRequest,
  searchOf,
  sortOf,
  type PageMeta,
} from '../../platform/http/paging.ts';
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

const PAGE_SIZE = 15;
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
  const page = pageRequest(query, PAGE_SIZE);
  const { field, descending } = sortOf<keyof typeof sortKeys>(query.sort, '-created_at');
  const key = sortKeys[field];
  const cursorName = `advised-orders:${descending ? '-' : ''}${field}`;
  const wanted = conditionsOf(userId, query);
  const start =
    query.cursor === undefined
      ? []
      : [after(key, 'o.id', descending, keysetStart(query.cursor, cursorName, key))];
  const [found, counted] = await Promise.all([
    selectOrders(db)
      .select(sql<string>`${sql.raw(key.expression)}::text`.as('sort_key'))
      .where(allOf([...wanted, ...start]))
      .orderBy(orderBy(key, 'o.id', descending))
      .limit(page.perPage + 1)
      .offset(query.cursor === undefined ? page.offset : 0)
      .execute(),
    db.q
      .selectFrom('orders as o')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where(allOf(wanted))
      .executeTakeFirstOrThrow(),
  ]);
  const rows = found.slice(0, page.perPage);
  const last = found.length > rows.length ? rows.at(-1) : undefined;
  const data = rows.map((row) => ({
    ...presentProducerOrderSummary(row, today),
    ...readOnly,
    producer: producerOf(row),
  }));
  return {
    data,
    meta: pageMeta(
      page,
      counted.total,
      last === undefined ? null : encodeCursor(cursorName, last.sort_key, last.order_id),
    ),
  };
}

function conditionsOf(userId: number, { status, producer_id, ...query }: OrderQuery): Condition[] {
  const text = searchOf(query);
  const selection = status === undefined ? undefined : selectOrderStatuses(status);
  return [
    sql<boolean>`o.producer_id IN ${advisedProducers(userId)}`,
    ...(producer_id === undefined ? [] : [sql<boolean>`o.producer_id = ${producer_id}`]),
    ...(selection === undefined
      ? []
      : [sql<boolean>`o.status IN (${sql.join([...selection.statuses])})`]),
    ...(selection?.suspendedOnly === true ? [sql<boolean>`o.suspended_at IS NOT NULL`] : []),
    ...(text === undefined ? [] : [sql<boolean>`o.search LIKE ${likePattern(text)}`]),
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
