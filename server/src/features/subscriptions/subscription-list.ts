import { sql } from 'kysely';
import type { listSubscriptions as endpoint } from '@lavra/contract/admin/subscriptions';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import type { Subscription } from '@lavra/contract/subscriptions/schemas';
import { addDays } from '@lavra/domain/calendar/calendar';
import type { Db } from '../../platform/db/database.ts';
import type { Wanted } from '../../platform/db/dynamic.ts';
import { listPage } from '../../platform/db/list-page.ts';
import { rawColumns } from '../../platform/db/projection.ts';
import { personFound } from '../../platform/db/person-search.ts';
import { searchOf, type PageMeta } from '../../platform/db/paging.ts';
import { NEAR_DAYS } from './revenue-metrics.ts';
import { presentSubscription } from './subscription-presenter.ts';
import { subscriptionColumns, subscriptionFrom } from './subscription-queries.ts';

type Query = QueryOf<typeof endpoint>;

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
): Promise<{ data: Subscription[]; meta: PageMeta }> {
  const { rows, meta } = await listPage(db, query, {
    name: 'subscriptions',
    from: sql.raw(subscriptionFrom),
    columns: rawColumns(subscriptionColumns, 's'),
    lookUp: sql.raw(subscriptionFrom),
    conditions: conditionsOf(query, today),
    sorts: sortKeys,
    sort: 'due_date',
    id: 's.id',
  });
  return { data: rows.map((row) => presentSubscription(row, today)), meta };
}

function conditionsOf(
  { status, plan_id, profile_type, near_expiry, ...query }: Query,
  today: string,
): Wanted[] {
  const text = searchOf(query);
  return [
    status !== undefined && sql<boolean>`s.status = ${status}`,
    plan_id !== undefined && sql<boolean>`s.plan_id = ${plan_id}`,
    near_expiry !== undefined &&
      sql<boolean>`(s.status IN ('trial', 'active') AND s.due_date
        BETWEEN ${today}::date AND ${addDays(today, NEAR_DAYS)}::date) = ${near_expiry}`,
    profile_type !== undefined && sql<boolean>`pl.profile_type = ${profile_type}`,
    text !== undefined && personFound(text, 'billed'),
  ];
}
