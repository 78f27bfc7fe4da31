import { sql } from 'kysely';
import type { Delivery, listDeliveries as endpoint } from '@lavra/contract/admin/deliveries';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import type { Db } from '../../platform/db/database.ts';
import type { Wanted } from '../../platform/db/dynamic.ts';
import { listPage, sliceOf } from '../../platform/db/list-page.ts';
import { searchOf, type PageMeta } from '../../platform/db/paging.ts';
import { likePattern } from '../../platform/text/like.ts';
import { presentDelivery } from './delivery-presenter.ts';
import { selectDeliveries } from './delivery-rows.ts';

type Query = QueryOf<typeof endpoint>;

/**
 * Returns one page of the deliveries, newest first; without a state, those that failed or may not
 * have arrived.
 */
export async function listDeliveries(
  db: Db,
  query: Query,
): Promise<{ data: Delivery[]; meta: PageMeta }> {
  const { rows, meta } = await listPage(db, query, {
    name: 'deliveries',
    from: sql`deliveries d
      JOIN events e ON e.id = d.event_id
      JOIN users u ON u.id = d.user_id`,
    conditions: conditionsOf(query),
    read: (slice) => sliceOf(selectDeliveries(db), slice).execute(),
    sorts: { created_at: { expression: 'd.created_at', type: 'timestamptz' } },
    sort: '-created_at',
    id: 'd.id',
  });
  return { data: rows.map(presentDelivery), meta };
}

export async function findDelivery(db: Db, id: number): Promise<Delivery | undefined> {
  const row = await selectDeliveries(db).where('d.id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : presentDelivery(row);
}

function conditionsOf({ state, channel, event, ...query }: Query): Wanted[] {
  const text = searchOf(query);
  const pattern = text === undefined ? undefined : likePattern(text);
  return [
    state === undefined
      ? sql<boolean>`d.state IN ('failed', 'unknown')`
      : sql<boolean>`d.state = ${state}`,
    channel !== undefined && sql<boolean>`d.channel = ${channel}`,
    event !== undefined && sql<boolean>`e.type = ${event}`,
    pattern !== undefined &&
      sql<boolean>`u.name_key LIKE ${pattern} OR u.email_key LIKE ${pattern}`,
  ];
}
