import { sql } from 'kysely';
import type {
  listAdminOrderProposals,
  listAdminProposals as all,
} from '@lavra/contract/admin/proposals';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import { endOfDay, startOfDay } from '@lavra/domain/calendar/calendar';
import { marksFoundBy, treeRanks } from '@lavra/domain/proposal/mark';
import type { Db } from '../../platform/db/database.ts';
import type { Condition, Wanted } from '../../platform/db/dynamic.ts';
import type { SortKey } from '../../platform/db/list-page.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import { holdsWords, searchOf, type PageMeta } from '../../platform/db/paging.ts';
import { proposalSummaryColumns, proposalSummarySql } from '../proposals/proposals-feature.ts';
import { either, isAmong, ordersLike, partiesLike } from './matching-ids.ts';
import { daysOf, keptList, type DailyScope } from '../totals/totals-feature.ts';
import { listPageIds } from './page-ids.ts';

export type AdminProposalQuery = Omit<QueryOf<typeof all>, 'sort'> &
  Pick<QueryOf<typeof listAdminOrderProposals>, 'sort'>;

/** By tree in the alphabet, then by number: the order of `compareMarks`. */
const markSql = `(SELECT (ARRAY[${treeRanks().join(', ')}])[1 + pm.mark % ${treeRanks().length}] * 20000
    + pm.mark / ${treeRanks().length}
  FROM proposal_marks pm WHERE pm.proposal_id = p.id)::numeric`;

const sortKeys = {
  submitted_at: { expression: 'p.submitted_at', type: 'timestamptz' },
  total_amount: { expression: 'p.total_amount', type: 'numeric' },
  status: { expression: 'p.status', type: 'text' },
  // Only under one order, where each proposal has its own mark.
  mark: { expression: markSql, type: 'numeric' },
} as const satisfies Readonly<Record<string, SortKey>>;

const proposalRows = statement({
  name: 'admin-proposal-rows',
  params: params<{ ids: number[] }>(),
  columns: {
    ...proposalSummaryColumns,
    mark: col.int,
    supplier_uuid: col.uuid,
    supplier_name: col.text,
    producer_id: col.int,
    producer_uuid: col.uuid,
    producer_name: col.text,
  },
  text: `
    SELECT ${proposalSummarySql}, pm.mark, su.uuid AS supplier_uuid, su_user.name AS supplier_name,
      pr.id AS producer_id, pr.uuid AS producer_uuid, pr_user.name AS producer_name
    FROM proposals p
    JOIN orders o ON o.id = p.order_id
    JOIN proposal_marks pm ON pm.proposal_id = p.id
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
  const others = await otherConditions(db, query, today);
  const { ids, meta } = await listPageIds(db, query, {
    name: 'admin-proposals',
    table: 'proposals',
    alias: 'p',
    conditions: [sent, ...keptConditions(query, zone), ...others],
    sorts: sortKeys,
    sort: '-submitted_at',
    ...(!others.some(Boolean) &&
      keptList(db, {
        scopes: keptScopes(query),
        days: daysOf(query),
        sort: 'submitted_at',
        zone,
      })),
  });
  return { rows: ids.length === 0 ? [] : await db.rows(proposalRows, { ids }), meta };
}

// A draft has never been submitted, and a submitted proposal never becomes a draft again. This is
// the condition of the partial index by submission.
const sent = sql<boolean>`p.submitted_at IS NOT NULL`;
// The same set of proposals, in the words of the partial index by order.
const noDraft = sql<boolean>`p.status <> 'draft'`;

/** The status by which the total is kept: the filter's, or the shown one where it is what is stored. */
const keptStatus = ({ status, display_status: shown }: AdminProposalQuery) =>
  status ?? (isStored(shown) ? shown : undefined);

/** The filters by which totals are kept. */
const keptConditions = (query: AdminProposalQuery, zone: string): Wanted[] => {
  const { start_date, end_date } = query;
  const status = keptStatus(query);
  return [
    status !== undefined && sql<boolean>`p.status = ${status}`,
    start_date !== undefined &&
      sql<boolean>`p.submitted_at >= ${startOfDay(start_date, zone)}::timestamptz`,
    end_date !== undefined &&
      sql<boolean>`p.submitted_at < ${endOfDay(end_date, zone)}::timestamptz`,
  ];
};
const keptScopes = (query: AdminProposalQuery): DailyScope[] => {
  const status = keptStatus(query);
  return [status === undefined ? 'proposals_submitted' : `sent_of_${status}`];
};

async function otherConditions(
  db: Db,
  query: AdminProposalQuery,
  today: string,
): Promise<Wanted[]> {
  const text = searchOf(query);
  const { display_status: shown, supplier_id, order_id, producer_id } = query;
  return [
    (order_id ?? producer_id ?? text) !== undefined && noDraft,
    shown !== undefined &&
      !(isStored(shown) && shown === keptStatus(query)) &&
      ofDisplayStatus(shown, today),
    supplier_id !== undefined && sql<boolean>`p.supplier_id = ${supplier_id}::bigint`,
    order_id !== undefined && sql<boolean>`p.order_id = ${order_id}::bigint`,
    producer_id !== undefined &&
      (await isAmong(
        db,
        'p.order_id',
        sql`SELECT o.id FROM orders o WHERE o.producer_id = ${producer_id}::bigint`,
      )),
    text !== undefined && (await found(db, text, order_id)),
  ];
}

type Shown = NonNullable<AdminProposalQuery['display_status']>;
/** Whether the list shows a status as it is stored. */
const isStored = (shown: Shown | undefined): shown is 'accepted' | 'rejected' | 'cancelled' =>
  shown === 'accepted' || shown === 'rejected' || shown === 'cancelled';

/**
 * Matches `displayStatus` of the domain: a submitted proposal is lost when its order is over,
 * otherwise it may have expired.
 */
function ofDisplayStatus(shown: Shown, today: string): Condition {
  if (isStored(shown)) return sql<boolean>`p.status = ${shown}`;
  const isOver = sql<boolean>`o.status IN ('adjudicada', 'finalizada', 'cancelada', 'revogada')`;
  const hasExpired = sql<boolean>`(o.status = 'expirada' OR coalesce(p.validity_date < ${today}::date, false))`;
  const ofOrder: Readonly<Record<'lost' | 'expired' | 'submitted', Condition>> = {
    lost: isOver,
    expired: sql<boolean>`NOT ${isOver} AND ${hasExpired}`,
    submitted: sql<boolean>`NOT ${isOver} AND NOT ${hasExpired}`,
  };
  // A join, which a list of the orders to leave out would not become.
  return sql<boolean>`p.status = 'submitted'
    AND EXISTS (SELECT FROM orders o WHERE o.id = p.order_id AND ${ofOrder[shown]})`;
}

/**
 * Returns the condition for a search by the order's number or description, the supplier's name or
 * the proposal's mark.
 */
async function found(db: Db, text: string, orderId: number | undefined): Promise<Condition> {
  const marks = marksFoundBy(text);
  // Of one order there are few proposals: each is tested, and nothing is looked up for all orders.
  const ofOrder =
    orderId === undefined
      ? await isAmong(db, 'p.order_id', ordersLike(text))
      : sql<boolean>`EXISTS (SELECT FROM orders o WHERE o.id = p.order_id AND ${holdsWords('o.search', text)})`;
  const named = either(ofOrder, await isAmong(db, 'p.supplier_id', partiesLike('suppliers', text)));
  return marks.length === 0
    ? named
    : either(named, await isAmong(db, 'p.id', markedAs(marks, orderId)));
}

/** Selects the proposals with one of these marks, of one order where it is known. */
const markedAs = (marks: readonly number[], orderId: number | undefined) => sql<{ id: number }>`
  SELECT pm.proposal_id AS id FROM proposal_marks pm
  WHERE pm.mark = ANY(${marks}::int[])
    AND (${orderId ?? null}::bigint IS NULL OR pm.order_id = ${orderId ?? null}::bigint)`;
