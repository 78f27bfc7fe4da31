import { sql } from 'kysely';
import type { Log, listLogs as endpoint } from '@lavra/contract/admin/logs';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import { endOfDay, startOfDay } from '@lavra/domain/calendar/calendar';
import type { Db } from '../../platform/db/database.ts';
import { after, allOf, orderBy, type Condition, type SortKey } from '../../platform/db/dynamic.ts';
import { keysetStart } from '../../platform/db/keyset.ts';
import { personFound } from '../../platform/db/person-search.ts';
import {
  encodeCursor,
  pageMeta,
  pageRequest,
  searchOf,
  sortOf,
  type PageMeta,
} from '../../platform/http/paging.ts';
import { presentLog, type LogRow } from './audit-presenter.ts';
import { countAllLogs } from './audit-total.ts';

/**
 * The part of the log to read: all of it, the entries about one resource, one person's actions
 * together with the changes to their account, an order's whole negotiation, or the history of one
 * proposal.
 */
export type LogScope =
  | 'all'
  | { readonly resourceType: string; readonly resourceId: number }
  | { readonly aboutUserId: number }
  | { readonly aboutOrderId: number }
  | { readonly aboutProposalId: number };
export type LogListQuery = QueryOf<typeof endpoint>;

const PAGE_SIZE = 25;
const byTime: SortKey = { expression: 'a.at', type: 'timestamptz' };

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
  const page = pageRequest(query, PAGE_SIZE);
  const { descending } = sortOf(query.sort, '-created_at');
  const sortName = descending ? '-log' : 'log';
  const wanted = [...scopeConditions(scope), ...filters(query, zone)];
  const start =
    query.cursor === undefined
      ? undefined
      : after(byTime, 'a.id', descending, keysetStart(query.cursor, sortName, byTime));
  const [found, total] = await Promise.all([
    selectRows(db)
      .where(allOf(start === undefined ? wanted : [...wanted, start]))
      .orderBy(orderBy(byTime, 'a.id', descending))
      .limit(page.perPage + 1)
      .offset(start === undefined ? page.offset : 0)
      .execute(),
    wanted.length === 0 ? countAllLogs(db) : countLogs(db, wanted),
  ]);
  const rows = found.slice(0, page.perPage);
  const last = found.length > rows.length ? rows.at(-1) : undefined;
  return {
    data: rows.map(presentLog),
    meta: pageMeta(
      page,
      total,
      last === undefined ? null : encodeCursor(sortName, last.at, last.id),
    ),
  };
}

const countLogs = async (db: Db, wanted: readonly Condition[]): Promise<number> =>
  (
    await db.q
      .selectFrom('audit_log as a')
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where(allOf(wanted))
      .executeTakeFirstOrThrow()
  ).total;

/** Returns one row of the log as presented in replies. */
export async function findLog(db: Db, id: number): Promise<Log | undefined> {
  const row = await selectRows(db).where('a.id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : presentLog(row);
}

function scopeConditions(scope: LogScope): Condition[] {
  if (scope === 'all') return [];
  if ('resourceType' in scope)
    return [
      sql<boolean>`a.resource_type = ${scope.resourceType} AND a.resource_id = ${scope.resourceId}::bigint`,
    ];
  if ('aboutOrderId' in scope) return [aboutOrder(scope.aboutOrderId)];
  if ('aboutProposalId' in scope) return [aboutProposal(scope.aboutProposalId)];
  const id = sql`${scope.aboutUserId}::bigint`;
  return [
    sql<boolean>`a.actor_id = ${id} OR (a.resource_type = 'user' AND a.resource_id = ${id})
    OR (a.resource_type = 'producer' AND a.resource_id = (SELECT p.id FROM producers p WHERE p.user_id = ${id}))
    OR (a.resource_type = 'supplier' AND a.resource_id = (SELECT s.id FROM suppliers s WHERE s.user_id = ${id}))
    OR (a.resource_type = 'consultant' AND a.resource_id = (SELECT c.id FROM consultants c WHERE c.user_id = ${id}))`,
  ];
}

// Arrays and scalar subqueries are evaluated once, so that both sides of the OR use the index on
// resources.
const aboutOrder = (
  id: number,
): Condition => sql<boolean>`(a.resource_type = 'order' AND a.resource_id = ${id}::bigint)
  OR (a.resource_type = 'proposal' AND a.resource_id = ANY (ARRAY(SELECT p.id FROM proposals p WHERE p.order_id = ${id}::bigint)))`;

// A proposal that was not chosen has no entry of its own for that: its history includes the order's
// status changes after the proposal was submitted.
const aboutProposal = (
  id: number,
): Condition => sql<boolean>`(a.resource_type = 'proposal' AND a.resource_id = ${id}::bigint)
  OR (a.resource_type = 'order' AND a.action = 'status_changed' AND a.resource_id = (SELECT p.order_id FROM proposals p WHERE p.id = ${id}::bigint)
    AND a.at >= (SELECT p.submitted_at FROM proposals p WHERE p.id = ${id}::bigint))`;

function filters(query: LogListQuery, zone: string): Condition[] {
  const { user_id, action, event, resource_type, resource_id, start_date, end_date, ip } = query;
  const text = searchOf(query);
  return [
    ...(user_id === undefined ? [] : [sql<boolean>`a.actor_id = ${user_id}::bigint`]),
    ...(action === undefined ? [] : [sql<boolean>`a.action = ${action}`]),
    ...(event === undefined
      ? []
      : [
          sql<boolean>`a.id IN (SELECT o.audit_id FROM audit_values o WHERE o.new_values ->> 'event' = ${event})`,
        ]),
    ...(resource_type === undefined ? [] : [sql<boolean>`a.resource_type = ${resource_type}`]),
    ...(resource_id === undefined ? [] : [sql<boolean>`a.resource_id = ${resource_id}::bigint`]),
    ...(start_date === undefined
      ? []
      : [sql<boolean>`a.at >= ${startOfDay(start_date, zone)}::timestamptz`]),
    ...(end_date === undefined
      ? []
      : [sql<boolean>`a.at < ${endOfDay(end_date, zone)}::timestamptz`]),
    ...(ip === undefined
      ? []
      : [sql<boolean>`a.id IN (SELECT o.audit_id FROM audit_values o WHERE o.ip_address = ${ip})`]),
    ...(text === undefined
      ? []
      : [
          sql<boolean>`a.actor_id IN (SELECT u.id FROM users u WHERE ${personFound(text, 'named')})`,
        ]),
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
