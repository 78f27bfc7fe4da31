import { sql } from 'kysely';
import type { listAdminProposals as endpoint } from '@lavra/contract/admin/proposals';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import { endOfDay, startOfDay } from '@lavra/domain/calendar/calendar';
import type { Db } from '../../platform/db/database.ts';
import type { Condition } from '../../platform/db/dynamic.ts';
import type { SortKey } from '../../platform/db/list-page.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import { searchOf, type PageMeta } from '../../platform/http/paging.ts';
import { likePattern } from '../../platform/text/like.ts';
import { proposalSummaryColumns, proposalSummarySql } from '../proposals/proposals-feature.ts';
import { either, isAmong, ordersLike, partiesLike } from './matching-ids.ts';
import { listPageIds } from './page-ids.ts';

export type AdminProposalQuery = QueryOf<typeof endpoint>;

const sortKeys = {
  submitted_at: { expression: 'p.submitted_at', type: 'timestamptz' },
  total_amount: { expression: 'p.total_amount', type: 'numeric' },
  status: { expression: 'p.status', type: 'text' },
} as const satisfies Readonly<Record<string, SortKey>>;

const proposalRows = statement({
  name: 'admin-proposal-rows',
  params: params<{ ids: number[] }>(),
  columns: {
    ...proposalSummaryColumns,
    supplier_uuid: col.uuid,
    supplier_name: col.text,
    producer_id: col.int,
    producer_uuid: col.uuid,
    producer_name: col.text,
  },
  text: `
    SELECT ${proposalSummarySql}, su.uuid AS supplier_uuid, su_user.name AS supplier_name,
      pr.id AS producer_id, pr.uuid AS producer_uuid, pr_user.name AS producer_name
    FROM proposals p
    JOIN orders o ON o.id = p.order_id
    JOIN suppliers su ON su.id = p.supplier_id
    JOIN users su_user ON su_user.id = su.user_id
    JOIN producers pr ON pr.id = o.producer_id
    JOIN users pr_user ON pr_user.id = pr.user_id
    WHERE p.id = ANY(:ids::bigint[])
    ORDER BY array_position(:ids::bigint[], p.id)`,
});
export type AdminProposalRow = NonNullable<(typeof proposalRows)['gives']>;

/**
 * Returns one page of the proposals ever submitted, latest first unless sorted otherwise; the total
 * is exact.
 */
export async function listAdminProposals(
  db: Db,
  query: AdminProposalQuery,
  { zone, today }: { zone: string; today: string },
): Promise<{ rows: AdminProposalRow[]; meta: PageMeta }> {
  const conditions = await conditionsOf(db, query, { zone, today });
  const { ids, meta } = await listPageIds(db, query, {
    name: 'admin-proposals',
    table: 'proposals',
    alias: 'p',
    conditions,
    sorts: sortKeys,
    sort: '-submitted_at',
    total: conditions.length === 1 ? () => readSentTotal(db) : undefined,
  });
  return { rows: ids.length === 0 ? [] : await db.rows(proposalRows, { ids }), meta };
}

/** Reads the number of proposals ever submitted, which is kept as deltas. */
async function readSentTotal(db: Db): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT coalesce(sum(t.delta), 0)::int AS total FROM list_totals t
    WHERE t.scope = 'sent' AND t.supplier_id = 0`.execute(db.q);
  return rows[0]?.total ?? 0;
}

// A draft has never been submitted, and a submitted proposal never becomes a draft again. This is
// the condition of the partial index by submission.
const sent = sql<boolean>`p.submitted_at IS NOT NULL`;
// The same set of proposals, in the words of the partial index by order.
const noDraft = sql<boolean>`p.status <> 'draft'`;

async function conditionsOf(
  db: Db,
  query: AdminProposalQuery,
  { zone, today }: { zone: string; today: string },
): Promise<Condition[]> {
  const text = searchOf(query);
  const { status, display_status, supplier_id, order_id, producer_id, start_date, end_date } =
    query;
  const wanted: readonly (Condition | false)[] = [
    sent,
    (order_id ?? producer_id ?? text) !== undefined && noDraft,
    status !== undefined && sql<boolean>`p.status = ${status}`,
    display_status !== undefined && ofDisplayStatus(display_status, today),
    supplier_id !== undefined && sql<boolean>`p.supplier_id = ${supplier_id}::bigint`,
    order_id !== undefined && sql<boolean>`p.order_id = ${order_id}::bigint`,
    producer_id !== undefined &&
      (await isAmong(
        db,
        'p.order_id',
        sql`SELECT o.id FROM orders o WHERE o.producer_id = ${producer_id}::bigint`,
      )),
    start_date !== undefined &&
      sql<boolean>`p.submitted_at >= ${startOfDay(start_date, zone)}::timestamptz`,
    end_date !== undefined &&
      sql<boolean>`p.submitted_at < ${endOfDay(end_date, zone)}::timestamptz`,
    text !== undefined && (await found(db, text)),
  ];
  return wanted.filter((condition) => condition !== false);
}

/**
 * Matches `displayStatus` of the domain: a submitted proposal is lost when its order is over,
 * otherwise it may have expired.
 */
function ofDisplayStatus(
  wanted: NonNullable<AdminProposalQuery['display_status']>,
  today: string,
): Condition {
  if (wanted === 'accepted' || wanted === 'rejected' || wanted === 'cancelled')
    return sql<boolean>`p.status = ${wanted}`;
  const lost = sql`p.order_id IN (
    SELECT o.id FROM orders o
    WHERE o.status IN ('adjudicada', 'finalizada', 'cancelada', 'revogada'))`;
  if (wanted === 'lost') return sql<boolean>`p.status = 'submitted' AND ${lost}`;
  const expired = sql`(p.validity_date IS NOT NULL AND p.validity_date < ${today}::date
    OR p.order_id IN (SELECT o.id FROM orders o WHERE o.status = 'expirada'))`;
  return wanted === 'expired'
    ? sql<boolean>`p.status = 'submitted' AND NOT ${lost} AND ${expired}`
    : sql<boolean>`p.status = 'submitted' AND NOT ${lost} AND NOT ${expired}`;
}

/**
 * Returns the condition for a search by the order's number or description, or the supplier's name.
 */
async function found(db: Db, text: string): Promise<Condition> {
  const pattern = likePattern(text);
  return either(
    await isAmong(db, 'p.order_id', ordersLike(pattern)),
    await isAmong(db, 'p.supplier_id', partiesLike('suppliers', pattern)),
  );
}
