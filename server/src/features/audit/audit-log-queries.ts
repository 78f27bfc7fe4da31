import { sql } from 'kysely';
import type { Log, listLogs as endpoint } from '@lavra/contract/admin/logs';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import { endOfDay, startOfDay } from '@lavra/domain/calendar/calendar';
import type { Db } from '../../platform/db/database.ts';
import type { Condition, Wanted } from '../../platform/db/dynamic.ts';
import { listPage, sliceOf } from '../../platform/db/list-page.ts';
import { personFound } from '../../platform/db/person-search.ts';
import { searchOf, type PageMeta } from '../../platform/db/paging.ts';
import { withNames } from './audit-names.ts';
import { presentLog, type LogRow } from './audit-presenter.ts';
import { countAllLogs } from './audit-total.ts';

/**
 * The part of the log to read: all of it, the entries about one resource, one person's actions
 * together with the changes to their account, an order's whole negotiation, or the history of one
 * proposal or purchase.
 */
export type LogScope =
  | 'all'
  | { readonly resourceType: string; readonly resourceId: number }
  | { readonly aboutUserId: number }
  | { readonly aboutOrderId: number }
  | { readonly aboutProposalId: number }
  | { readonly aboutPurchaseId: number };
export type LogListQuery = QueryOf<typeof endpoint>;

/**
 * Returns one page of the audit log, newest first unless sorted otherwise; a cursor takes
 * precedence over the page number. The total is exact: for the whole log it follows from the seals,
 * for a part it counts index entries of `audit_log` only, without values or people.
 */
export async function listLogs(
  db: Db,
  scope: LogScope,
  { query, zone }: { query: LogListQuery; zone: string },
): Promise<{ data: Log[]; meta: PageMeta }> {
  const conditions = [...scopeConditions(scope), ...filters(query, zone)];
  const isWhole = conditions.every((condition) => condition === false);
  const { rows, meta } = await listPage(db, query, {
    name: (sort) => (sort === 'created_at' ? 'log' : '-log'),
    from: sql`audit_log a`,
    conditions,
    total: isWhole ? () => countAllLogs(db) : undefined,
    read: (slice) => sliceOf(selectRows(db), slice).execute(),
    sorts: { created_at: { expression: 'a.at', type: 'timestamptz' } },
    sort: '-created_at',
    id: 'a.id',
  });
  return { data: await withNames(db, rows.map(presentLog)), meta };
}

/** Returns one row of the log as presented in replies. */
export async function findLog(db: Db, id: number): Promise<Log | undefined> {
  const row = await selectRows(db).where('a.id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : (await withNames(db, [presentLog(row)]))[0];
}

function scopeConditions(scope: LogScope): Condition[] {
  if (scope === 'all') return [];
  if ('resourceType' in scope)
    return [
      sql<boolean>`a.resource_type = ${scope.resourceType}
        AND a.resource_id = ${scope.resourceId}::bigint`,
    ];
  if ('aboutOrderId' in scope) return [aboutOrder(scope.aboutOrderId)];
  if ('aboutProposalId' in scope) return [aboutProposal(scope.aboutProposalId)];
  if ('aboutPurchaseId' in scope) return [aboutPurchase(scope.aboutPurchaseId)];
  const id = sql`${scope.aboutUserId}::bigint`;
  return [
    sql<boolean>`a.actor_id = ${id} OR (a.resource_type = 'user' AND a.resource_id = ${id})
    OR (a.resource_type = 'producer'
      AND a.resource_id = (SELECT p.id FROM producers p WHERE p.user_id = ${id}))
    OR (a.resource_type = 'supplier'
      AND a.resource_id = (SELECT s.id FROM suppliers s WHERE s.user_id = ${id}))
    OR (a.resource_type = 'consultant'
      AND a.resource_id = (SELECT c.id FROM consultants c WHERE c.user_id = ${id}))`,
  ];
}

// Arrays and scalar subqueries are evaluated once, so that both sides of the OR use the index on
// resources.
const aboutOrder = (
  id: number,
): Condition => sql<boolean>`(a.resource_type = 'order' AND a.resource_id = ${id}::bigint)
  OR (a.resource_type = 'proposal' AND a.resource_id = ANY (ARRAY(
    SELECT p.id FROM proposals p WHERE p.order_id = ${id}::bigint)))`;

// A proposal that was not chosen has no entry of its own for that: its history includes the order's
// status changes after the proposal was submitted.
const aboutProposal = (
  id: number,
): Condition => sql<boolean>`(a.resource_type = 'proposal' AND a.resource_id = ${id}::bigint)
  OR (a.resource_type = 'order' AND a.action = 'status_changed'
    AND a.resource_id = (SELECT p.order_id FROM proposals p WHERE p.id = ${id}::bigint)
    AND a.at >= (SELECT p.submitted_at FROM proposals p WHERE p.id = ${id}::bigint))`;

// A purchase has no entries of its own: it is made, settled and cancelled with its order.
const aboutPurchase = (id: number): Condition => sql<boolean>`(a.resource_type = 'order'
    AND a.resource_id = (SELECT s.order_id FROM purchases s WHERE s.id = ${id}::bigint)
  OR a.resource_type = 'proposal'
    AND a.resource_id = (SELECT s.proposal_id FROM purchases s WHERE s.id = ${id}::bigint))
  AND a.at >= (SELECT s.awarded_at FROM purchases s WHERE s.id = ${id}::bigint)`;

function filters(query: LogListQuery, zone: string): Wanted[] {
  const { user_id, action, event, resource_type, resource_id, start_date, end_date, ip } = query;
  const text = searchOf(query);
  return [
    user_id !== undefined && sql<boolean>`a.actor_id = ${user_id}::bigint`,
    action !== undefined && sql<boolean>`a.action = ${action}`,
    event !== undefined &&
      sql<boolean>`a.id IN (
        SELECT o.audit_id FROM audit_values o WHERE o.new_values ->> 'event' = ${event})`,
    resource_type !== undefined && sql<boolean>`a.resource_type = ${resource_type}`,
    resource_id !== undefined && sql<boolean>`a.resource_id = ${resource_id}::bigint`,
    start_date !== undefined && sql<boolean>`a.at >= ${startOfDay(start_date, zone)}::timestamptz`,
    end_date !== undefined && sql<boolean>`a.at < ${endOfDay(end_date, zone)}::timestamptz`,
    ip !== undefined &&
      sql<boolean>`a.id IN (SELECT o.audit_id FROM audit_values o WHERE o.ip_address = ${ip})`,
    text !== undefined &&
      sql<boolean>`a.actor_id IN (SELECT u.id FROM users u WHERE ${personFound(text, 'named')})`,
  ];
}

/**
 * Selects rows of the log; callers limit them to a page. The seals are joined, because the planner
 * answers an EXISTS by hashing all of them.
 */
export const selectRows = (db: Db) =>
  db.q
    .selectFrom('audit_log as a')
    .leftJoin('users as u', 'u.id', 'a.actor_id')
    .leftJoin('audit_values as v', 'v.audit_id', 'a.id')
    .leftJoin('audit_seals as s', 's.audit_id', 'a.id')
    .select([
      'a.id',
      'a.actor_id as user_id',
      'a.resource_type',
      'a.resource_id',
      'v.ip_address',
      'v.user_agent',
      'a.request_id',
      'a.at',
    ])
    .select(['u.name as user_name', 'u.email as user_email'])
    // The database's checks restrict these columns to their lists.
    .select([
      sql<LogRow['user_type']>`u.user_type`.as('user_type'),
      sql<LogRow['actor_type']>`a.actor_type`.as('actor_type'),
      sql<LogRow['action']>`a.action`.as('action'),
    ])
    .select([
      sql<LogRow['old_values']>`v.old_values`.as('old_values'),
      sql<LogRow['new_values']>`v.new_values`.as('new_values'),
    ])
    .select(sql<boolean>`s.audit_id IS NOT NULL`.as('sealed'));
