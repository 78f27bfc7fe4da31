import { sql } from 'kysely';
import type { listSubscriptions as endpoint } from '@lavra/contract/admin/subscriptions';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import { addDays } from '@lavra/domain/calendar/calendar';
import type { Db } from '../../platform/db/database.ts';
import { after, allOf, orderBy, type Condition } from '../../platform/db/dynamic.ts';
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
import { NEAR_DAYS } from './revenue-metrics.ts';
import { subscriptionFrom, subscriptionSql, type SubscriptionRow } from './subscription-queries.ts';

type Query = QueryOf<typeof endpoint>;

const PAGE_SIZE = 25;
const sortKeys = {
  due_date: { expression: 's.due_date', type: 'date' },
  created_at: { expression: 's.created_at', type: 'timestamptz' },
} as const;

/**
 * Returns one page of subscriptions as of a calendar day, by number or after a cursor, and the
 * exact total. Searches the same fields as the lists of people.
 */
export async function listSubscriptions(
  db: Db,
  query: Query,
  today: string,
): Promise<{ rows: SubscriptionRow[]; meta: PageMeta }> {
  const page = pageRequest(query, PAGE_SIZE);
  const { field, descending } = sortOf<keyof typeof sortKeys>(query.sort, 'due_date');
  const key = sortKeys[field];
  const cursorName = `subscriptions:${descending ? '-' : ''}${field}`;
  const wanted = conditionsOf(query, today);
  const start =
    query.cursor === undefined
      ? []
      : [after(key, 's.id', descending, keysetStart(query.cursor, cursorName, key))];
  const from = sql.raw(subscriptionFrom);
  const [found, counted] = await Promise.all([
    sql<SubscriptionRow & { sort_key: string }>`
      SELECT ${sql.raw(subscriptionSql)}, ${sql.raw(key.expression)}::text AS sort_key FROM ${from} WHERE ${allOf([...wanted, ...start])}
      ORDER BY ${orderBy(key, 's.id', descending)} LIMIT ${page.perPage + 1} OFFSET ${query.cursor === undefined ? page.offset : 0}`.execute(
      db.q,
    ),
    sql<{
      total: number;
    }>`SELECT count(*)::int AS total FROM ${from} WHERE ${allOf(wanted)}`.execute(db.q),
  ]);
  const rows = found.rows.slice(0, page.perPage);
  const last = found.rows.length > rows.length ? rows.at(-1) : undefined;
  return {
    rows,
    meta: pageMeta(
      page,
      counted.rows[0]?.total ?? 0,
      last === undefined ? null : encodeCursor(cursorName, last.sort_key, last.id),
    ),
  };
}

function conditionsOf(
  { status, plan_id, profile_type, near_expiry, ...query }: Query,
  today: string,
): Condition[] {
  const text = searchOf(query);
  return [
    ...(status === undefined ? [] : [sql<boolean>`s.status = ${status}`]),
    ...(plan_id === undefined ? [] : [sql<boolean>`s.plan_id = ${plan_id}`]),
    ...(near_expiry === undefined
      ? []
      : [
          sql<boolean>`(s.status IN ('trial', 'active') AND s.due_date BETWEEN ${today}::date AND ${addDays(today, NEAR_DAYS)}::date) = ${near_expiry}`,
        ]),
    ...(profile_type === undefined ? [] : [sql<boolean>`p.profile_type = ${profile_type}`]),
    ...(text === undefined ? [] : [personFound(text, 'billed')]),
  ];
}
