import { sql } from 'kysely';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import type * as endpoints from '@lavra/contract/orders/endpoints';
import type { ProducerOrderSummary } from '@lavra/contract/orders/schemas';
import { endOfDay, localDate, startOfDay } from '@lavra/domain/calendar/calendar';
import { selectOrderStatuses, type OrderStatusFilter } from '@lavra/domain/order/order-status';
import type { ProducerCaller } from '../../platform/auth/caller.ts';
import type { Page } from '../../platform/db/cursor-page.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Wanted } from '../../platform/db/dynamic.ts';
import { listPage, sliceOf, type SortKey } from '../../platform/db/list-page.ts';
import { searchOf, type PageMeta } from '../../platform/db/paging.ts';
import type { Platform } from '../../platform/platform.ts';
import { presentProducerOrderSummary } from './order-presenter.ts';
import { selectProducerOrders, type ProducerOrderRow } from './order-view.ts';
import { foundByWords, saysWord } from './word-search.ts';

export type OrderListQuery = QueryOf<typeof endpoints.listProducerOrders>;

const sortKeys = {
  created_at: { expression: 'o.created_at', type: 'timestamptz' },
  deadline_date: { expression: 'o.deadline_date', type: 'date' },
  number: { expression: 'o.number', type: 'text', unique: true },
} as const satisfies Readonly<Record<string, SortKey>>;

/**
 * Returns one page of the caller's orders, by page number or after a cursor. The total is exact.
 */
export async function listProducerOrders(
  { db, clock, zone }: Platform,
  { producerId }: ProducerCaller,
  query: OrderListQuery,
): Promise<{ data: ProducerOrderSummary[]; meta: PageMeta }> {
  const { rows, meta } = await pageOf(db, query, { producerId, zone });
  const today = localDate(clock.now(), zone);
  return { data: rows.map((row) => presentProducerOrderSummary(row, today)), meta };
}

const pageOf = async (
  db: Db,
  query: OrderListQuery,
  { producerId, zone }: { producerId: number; zone: string },
): Promise<Page<ProducerOrderRow>> =>
  listPage(db, query, {
    name: (sort) => (sort.startsWith('-') ? `desc ${sort.slice(1)}` : `asc ${sort}`),
    from: sql`orders o`,
    conditions: await conditionsOf(db, query, { producerId, zone }),
    read: (slice) => sliceOf(selectProducerOrders(db), slice).execute(),
    sorts: sortKeys,
    sort: '-created_at',
    id: 'o.id',
  });

/**
 * Returns the conditions that order `o` is among the selected ones, for lists of the orders of one or
 * some producers. The status stands in an expression: by an index of all published orders, whose cost
 * PostgreSQL underestimates, all of them would be read to find these few.
 */
export function inSelection(status: OrderStatusFilter | undefined): Wanted[] {
  if (status === undefined) return [];
  const { statuses, suspendedOnly } = selectOrderStatuses(status);
  return [
    sql<boolean>`o.status || '' IN (${sql.join([...statuses])})`,
    suspendedOnly && sql<boolean>`o.suspended_at IS NOT NULL`,
  ];
}

async function conditionsOf(
  db: Db,
  query: OrderListQuery,
  { producerId, zone }: { producerId: number; zone: string },
): Promise<Wanted[]> {
  const text = searchOf(query);
  const { created_from: from, created_to: to } = query;
  return [
    sql<boolean>`o.producer_id = ${producerId}`,
    ...inSelection(query.status),
    text !== undefined && (await foundByWords(db, text, saysWord)),
    from !== undefined && sql<boolean>`o.created_at >= ${startOfDay(from, zone)}`,
    to !== undefined && sql<boolean>`o.created_at < ${endOfDay(to, zone)}`,
  ];
}
