import { sql } from 'kysely';
import type { listAdminOrders as endpoint } from '@lavra/contract/admin/orders';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import { endOfDay, startOfDay } from '@lavra/domain/calendar/calendar';
import {
  activeOrderStatuses,
  orderStatuses,
  selectOrderStatuses,
  type OrderStatus,
} from '@lavra/domain/order/order-status';
import type { Db } from '../../platform/db/database.ts';
import type { Condition, Wanted } from '../../platform/db/dynamic.ts';
import { countRows, type SortKey } from '../../platform/db/list-page.ts';
import { from, selectSql } from '../../platform/db/projection.ts';
import { col, orNull, params, statement, type RowOf } from '../../platform/db/statement.ts';
import { holdsWords, searchOf, type PageMeta } from '../../platform/db/paging.ts';
import { orderSummaryColumns, proposalsCount } from '../orders/orders-feature.ts';
import { assertCity } from '../places/places-feature.ts';
import { either, isAmong, ordersLike, partiesLike } from './matching-ids.ts';
import { daysOf, keptList, readTotals } from '../totals/totals-feature.ts';
import { listPageIds } from './page-ids.ts';

export type AdminOrderQuery = QueryOf<typeof endpoint>;

const sortKeys = {
  created_at: { expression: 'o.created_at', type: 'timestamptz' },
  deadline_date: { expression: 'o.deadline_date', type: 'date' },
  number: { expression: 'o.number', type: 'text', unique: true },
  status: { expression: 'o.status', type: 'text' },
} as const satisfies Readonly<Record<string, SortKey>>;

const columns = {
  ...orderSummaryColumns,
  producer_id: col.int,
  producer_uuid: from('pr.uuid', col.uuid),
  producer_name: from('u.name', col.text),
  city: from('c.name', orNull(col.text)),
  state: from('c.uf', orNull(col.text)),
  has_pesticide: col.boolean,
  proposals_count: proposalsCount,
  version: col.int,
  created_at: col.timestamp,
  published_at: orNull(col.timestamp),
  contact_missed_at: from(
    `(SELECT m.reported_at FROM missed_contacts m WHERE m.order_id = o.id AND m.withdrawn_at IS NULL
      AND o.status = 'adjudicada')`,
    orNull(col.timestamp),
  ),
};

const orderRows = statement({
  name: 'admin-order-rows',
  params: params<{ ids: number[] }>(),
  columns,
  text: `
    SELECT ${selectSql(columns, 'o')}
    FROM orders o
    JOIN producers pr ON pr.id = o.producer_id
    JOIN users u ON u.id = pr.user_id
    LEFT JOIN cities c ON c.id = o.delivery_city_id
    WHERE o.id = ANY(:ids::bigint[])
    ORDER BY array_position(:ids::bigint[], o.id)`,
});
export type AdminOrderRow = RowOf<typeof columns>;

/**
 * Returns one page of all orders, drafts included, newest first unless sorted otherwise; the total
 * is exact.
 */
export async function listAdminOrders(
  db: Db,
  query: AdminOrderQuery,
  zone: string,
): Promise<{ rows: AdminOrderRow[]; meta: PageMeta }> {
  await assertCity(db, query.city_id);
  const others = await otherConditions(db, query);
  const { ids, meta } = await listPageIds(db, query, {
    name: 'admin-orders',
    table: 'orders',
    alias: 'o',
    conditions: [...keptConditions(query, zone), ...marksOf(query).map(ofMark), ...others],
    sorts: sortKeys,
    sort: '-created_at',
    ...(!others.some(Boolean) && kept(db, query, zone)),
  });
  return { rows: ids.length === 0 ? [] : await db.rows(orderRows, { ids }), meta };
}

/** Returns the statuses that the filters leave; undefined where they leave all. */
function statusesOf({ status, active }: AdminOrderQuery): readonly OrderStatus[] | undefined {
  if (status === undefined && active === undefined) return undefined;
  const selected = status === undefined ? orderStatuses : selectOrderStatuses(status).statuses;
  return active === undefined ? selected : selected.filter((one) => isActive(one) === active);
}

const isActive = (status: OrderStatus): boolean =>
  activeOrderStatuses.some((active) => active === status);

/** The filters by which totals are kept. */
const keptConditions = (query: AdminOrderQuery, zone: string): Wanted[] => {
  const { answered, start_date, end_date } = query;
  const statuses = statusesOf(query);
  return [
    statuses !== undefined && sql<boolean>`o.status = ANY(${statuses}::text[])`,
    answered !== undefined && isAnswered(answered),
    start_date !== undefined &&
      sql<boolean>`o.created_at >= ${startOfDay(start_date, zone)}::timestamptz`,
    end_date !== undefined && sql<boolean>`o.created_at < ${endOfDay(end_date, zone)}::timestamptz`,
  ];
};

/** Returns what is kept of the list by these filters; undefined where its rows must be counted. */
function kept(db: Db, query: AdminOrderQuery, zone: string) {
  const { answered, status, active, start_date, end_date } = query;
  const marks = marksOf(query);
  if (answered !== undefined) {
    // Kept by the day of the publication, not of the creation.
    const isAlone = [status, active, start_date, end_date, ...marks].every(
      (other) => other === undefined,
    );
    return isAlone ? { total: () => countAnswered(db, answered) } : undefined;
  }
  const scopes = statusesOf(query)?.map((one) => `orders_of_${one}` as const) ?? ['orders'];
  const list = keptList(db, { scopes, days: daysOf(query), sort: 'created_at', zone });
  const [mark, another] = marks;
  if (mark === undefined) return list;
  if (mark.has || another !== undefined) return undefined;
  const conditions = [...keptConditions(query, zone), mark.condition];
  return {
    total: async () =>
      (await list.total()) - (await countRows(db, { from: sql`orders o`, conditions })),
  };
}

/** A mark that few orders have, which an index of its own finds, and whether the listed orders have it. */
interface Mark {
  readonly has: boolean;
  readonly condition: Condition;
}

const contactMissed = sql<boolean>`(o.status = 'adjudicada' AND o.id IN (
  SELECT m.order_id FROM missed_contacts m WHERE m.withdrawn_at IS NULL))`;
const isSuspended = sql<boolean>`o.suspended_at IS NOT NULL`;

function marksOf({ status, suspended, contact_missed }: AdminOrderQuery): Mark[] {
  const suspendedOnly = status !== undefined && selectOrderStatuses(status).suspendedOnly;
  return [
    ...(suspendedOnly ? [{ has: true, condition: isSuspended }] : []),
    ...(suspended === undefined ? [] : [{ has: suspended, condition: isSuspended }]),
    ...(contact_missed === undefined ? [] : [{ has: contact_missed, condition: contactMissed }]),
  ];
}

const ofMark = ({ has, condition }: Mark): Condition =>
  has ? condition : sql<boolean>`NOT ${condition}`;

/** Returns how many orders were published and answered, or published and not. */
async function countAnswered(db: Db, answered: boolean): Promise<number> {
  const { orders_published, orders_answered } = await readTotals(db, [
    'orders_published',
    'orders_answered',
  ]);
  return answered ? orders_answered : orders_published - orders_answered;
}

async function otherConditions(db: Db, query: AdminOrderQuery): Promise<Wanted[]> {
  const text = searchOf(query);
  const { producer_id, city_id, state, product_type_id } = query;
  return [
    producer_id !== undefined && sql<boolean>`o.producer_id = ${producer_id}::bigint`,
    city_id !== undefined && sql<boolean>`o.delivery_city_id = ${city_id}::bigint`,
    state !== undefined &&
      sql<boolean>`o.delivery_city_id IN (
        SELECT c.id FROM cities c WHERE c.uf = ${state.toUpperCase()})`,
    product_type_id !== undefined &&
      sql<boolean>`o.product_type_ids @> ARRAY[${product_type_id}::bigint]`,
    text !== undefined && (await found(db, text)),
  ];
}

/** Orders that were published, with a proposal or without one. */
function isAnswered(answered: boolean): Condition {
  const exists = sql<boolean>`EXISTS (SELECT FROM first_proposals p WHERE p.order_id = o.id)`;
  return answered
    ? sql<boolean>`o.published_at IS NOT NULL AND ${exists}`
    : sql<boolean>`o.published_at IS NOT NULL AND NOT ${exists}`;
}

/** Returns the condition for a search by number, description or the producer's name. */
async function found(db: Db, text: string): Promise<Condition> {
  return either(
    await isAmong(db, 'o.id', ordersLike(text), holdsWords('o.search', text)),
    await isAmong(db, 'o.producer_id', partiesLike('producers', text)),
  );
}
