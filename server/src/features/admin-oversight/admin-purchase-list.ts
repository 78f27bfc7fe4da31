import { sql } from 'kysely';
import type { listAdminPurchases as endpoint } from '@lavra/contract/admin/purchases';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import { endOfDay, startOfDay } from '@lavra/domain/calendar/calendar';
import { purchaseStates } from '@lavra/domain/purchase/purchase-state';
import type { Db } from '../../platform/db/database.ts';
import type { Condition, Wanted } from '../../platform/db/dynamic.ts';
import type { SortKey } from '../../platform/db/list-page.ts';
import { from, selectSql } from '../../platform/db/projection.ts';
import { col, orNull, params, statement, type RowOf } from '../../platform/db/statement.ts';
import { holdsWords, searchOf, type PageMeta } from '../../platform/db/paging.ts';
import { purchaseColumns, purchaseFromSql } from '../awards/awards-feature.ts';
import { isAmong, ordersLike, partiesLike } from './matching-ids.ts';
import { daysOf, keptList, type DailyScope } from '../totals/totals-feature.ts';
import { listPageIds } from './page-ids.ts';

type AdminPurchaseQuery = QueryOf<typeof endpoint>;

const sortKeys = {
  awarded_at: { expression: 's.awarded_at', type: 'timestamptz' },
  items_amount: { expression: 's.items_amount', type: 'numeric' },
  state: { expression: 's.state', type: 'text' },
} as const satisfies Readonly<Record<string, SortKey>>;

const columns = {
  ...purchaseColumns,
  supplier_id: from('su.id', col.int),
  supplier_uuid: from('su.uuid', col.uuid),
  supplier_name: from('su_user.name', col.text),
  producer_id: from('pr.id', col.int),
  producer_uuid: from('pr.uuid', col.uuid),
  producer_name: from('pr_user.name', col.text),
  contact_missed_at: from(
    `(SELECT c.reported_at FROM missed_calls c WHERE c.proposal_id = s.proposal_id AND c.withdrawn_at IS NULL
      AND o.status = 'adjudicada')`,
    orNull(col.timestamp),
  ),
};
/** A purchase with the names of both sides. */
export type AdminPurchaseRow = RowOf<typeof columns>;

const purchaseRows = statement({
  name: 'admin-purchase-rows',
  params: params<{ ids: number[] }>(),
  columns,
  text: `
    SELECT ${selectSql(columns, 's')}
    FROM ${purchaseFromSql}
    JOIN suppliers su ON su.id = s.supplier_id
    JOIN users su_user ON su_user.id = su.user_id
    JOIN producers pr ON pr.id = o.producer_id
    JOIN users pr_user ON pr_user.id = pr.user_id
    WHERE s.id = ANY(:ids::bigint[])
    ORDER BY array_position(:ids::bigint[], s.id)`,
});

/** Returns a purchase with the names of both sides. */
export async function getAdminPurchaseRow(db: Db, id: number): Promise<AdminPurchaseRow> {
  const row = await db.row(purchaseRows, { ids: [id] });
  if (row === undefined) throw new Error(`purchase ${id} vanished`);
  return row;
}

/** Returns one page of all purchases, latest first unless sorted otherwise; the total is exact. */
export async function listAdminPurchases(
  db: Db,
  query: AdminPurchaseQuery,
  zone: string,
): Promise<{ rows: AdminPurchaseRow[]; meta: PageMeta }> {
  const others = await otherConditions(db, query);
  const { ids, meta } = await listPageIds(db, query, {
    name: 'admin-purchases',
    table: 'purchases',
    alias: 's',
    conditions: [...keptConditions(query, zone), ...others],
    sorts: sortKeys,
    sort: '-awarded_at',
    ...(!others.some(Boolean) &&
      keptList(db, { scopes: keptScopes(query), days: daysOf(query), sort: 'awarded_at', zone })),
  });
  return { rows: ids.length === 0 ? [] : await db.rows(purchaseRows, { ids }), meta };
}

/** The filters by which totals are kept. */
const keptConditions = (
  { state, start_date, end_date }: AdminPurchaseQuery,
  zone: string,
): Wanted[] => [
  state !== undefined && sql<boolean>`s.state = ${state}`,
  start_date !== undefined &&
    sql<boolean>`s.awarded_at >= ${startOfDay(start_date, zone)}::timestamptz`,
  end_date !== undefined && sql<boolean>`s.awarded_at < ${endOfDay(end_date, zone)}::timestamptz`,
];
const keptScopes = ({ state }: AdminPurchaseQuery): DailyScope[] =>
  (state === undefined ? purchaseStates : [state]).map((one) => `purchases_of_${one}` as const);

async function otherConditions(db: Db, query: AdminPurchaseQuery): Promise<Wanted[]> {
  const text = searchOf(query);
  const { supplier_id, producer_id, order_id } = query;
  return [
    supplier_id !== undefined && sql<boolean>`s.supplier_id = ${supplier_id}::bigint`,
    order_id !== undefined && sql<boolean>`s.order_id = ${order_id}::bigint`,
    producer_id !== undefined &&
      (await isAmong(
        db,
        's.order_id',
        sql`SELECT o.id FROM orders o WHERE o.producer_id = ${producer_id}::bigint`,
      )),
    text !== undefined && found(text),
  ];
}

/**
 * Returns the condition for a search by either number, the description or a side's name. Each is found
 * on its own, by its index or a join, before any purchase is read.
 */
const found = (text: string): Condition => sql<boolean>`s.id IN (
  SELECT f.id FROM purchases f WHERE ${holdsWords('fold(f.number)', text)}
  UNION ALL SELECT f.id FROM purchases f WHERE f.order_id IN (${ordersLike(text)})
  UNION ALL SELECT f.id FROM purchases f JOIN orders o ON o.id = f.order_id
    WHERE o.producer_id IN (${partiesLike('producers', text)})
  UNION ALL SELECT f.id FROM purchases f
    WHERE f.supplier_id IN (${partiesLike('suppliers', text)}))`;
