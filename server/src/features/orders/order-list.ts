import { sql, type RawBuilder } from 'kysely';
import type { listProducerOrders } from '@lavra/contract/orders/endpoints';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import { endOfDay, isDate, startOfDay } from '@lavra/domain/calendar/calendar';
import { selectOrderStatuses } from '@lavra/domain/order/order-status';
import type { Db } from '../../platform/db/database.ts';
import { InvalidFields } from '../../platform/errors.ts';
import {
  decodeCursor,
  encodeCursor,
  pageMeta,
  pageRequest,
  searchOf,
  sortOf,
  type PageMeta,
} from '../../platform/http/paging.ts';
import { likePattern } from '../../platform/text/like.ts';
import { selectProducerOrders, type ProducerOrderRow } from './order-view.ts';

export type OrderListQuery = QueryOf<typeof listProducerOrders>;
const PAGE_SIZE = 15;

type SortField = 'created_at' | 'deadline_date' | 'number';
type Condition = RawBuilder<boolean>;

/**
 * For each sort: its SQL column, its cursor value of a row, and the check that rejects a forged
 * cursor value.
 */
const sorts: Readonly<
  Record<
    SortField,
    {
      readonly column: 'o.created_at' | 'o.deadline_date' | 'o.number';
      readonly of: (row: ProducerOrderRow) => string;
      readonly fits: (value: string) => boolean;
    }
  >
> = {
  created_at: {
    column: 'o.created_at',
    of: (row) => row.created_at,
    fits: (value) =>
      isDate(value.slice(0, 10)) &&
      /^ ([01]\d|2[0-3]):[0-5]\d:[0-5]\d(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d)?$/.test(
        value.slice(10),
      ),
  },
  deadline_date: { column: 'o.deadline_date', of: (row) => row.order_deadline_date, fits: isDate },
  number: {
    column: 'o.number',
    of: (row) => row.order_number,
    fits: (value) => /^[\w-]{1,40}$/.test(value),
  },
};

/**
 * Returns one page of a producer's orders, by page number or after a cursor. The total is exact.
 */
export async function listOrders(
  db: Db,
  query: OrderListQuery,
  { producerId, zone }: { producerId: number; zone: string },
): Promise<{ rows: ProducerOrderRow[]; meta: PageMeta }> {
  const page = pageRequest(query, PAGE_SIZE);
  const { field, descending } = sortOf<SortField>(query.sort, '-created_at');
  const direction = descending ? 'desc' : 'asc';
  const sortName = `${direction} ${field}`;
  const wanted = conditionsOf(query, producerId, zone);
  const after =
    query.cursor === undefined ? [] : [afterCursor(query.cursor, sortName, field, descending)];
  const [found, counted] = await Promise.all([
    selectProducerOrders(db)
      .where((eb) => eb.and([...wanted, ...after]))
      .orderBy(sorts[field].column, direction)
      .orderBy('o.id', direction)
      .limit(page.perPage + 1)
      .offset(query.cursor === undefined ? page.offset : 0)
      .execute(),
    db.q
      .selectFrom('orders as o')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where((eb) => eb.and(wanted))
      .executeTakeFirstOrThrow(),
  ]);
  const rows = found.slice(0, page.perPage);
  const last = found.length > page.perPage ? rows.at(-1) : undefined;
  const next =
    last === undefined ? null : encodeCursor(sortName, sorts[field].of(last), last.order_id);
  return { rows, meta: pageMeta(page, counted.total, next) };
}

function conditionsOf(query: OrderListQuery, producerId: number, zone: string): Condition[] {
  const text = searchOf(query);
  return [
    sql<boolean>`o.producer_id = ${producerId}`,
    ...(query.status === undefined ? [] : statusConditions(query.status)),
    ...(text === undefined ? [] : [sql<boolean>`o.search LIKE ${likePattern(text)}`]),
    ...(query.created_from === undefined
      ? []
      : [sql<boolean>`o.created_at >= ${startOfDay(query.created_from, zone)}`]),
    ...(query.created_to === undefined
      ? []
      : [sql<boolean>`o.created_at < ${endOfDay(query.created_to, zone)}`]),
  ];
}

function statusConditions(filter: NonNullable<OrderListQuery['status']>): Condition[] {
  const { statuses, suspendedOnly } = selectOrderStatuses(filter);
  return [
    sql<boolean>`o.status IN (${sql.join([...statuses])})`,
    ...(suspendedOnly ? [sql<boolean>`o.suspended_at IS NOT NULL`] : []),
  ];
}

function afterCursor(
  cursor: string,
  sortName: string,
  field: SortField,
  descending: boolean,
): Condition {
  const [value, id] = decodeCursor(cursor, sortName, ['string', 'number']);
  if (typeof value !== 'string' || !sorts[field].fits(value) || !Number.isSafeInteger(id))
    throw InvalidFields.of('cursor', 'cursor');
  return sql<boolean>`(${sql.ref(sorts[field].column)}, o.id) ${sql.raw(descending ? '<' : '>')} (${value}, ${id})`;
}
