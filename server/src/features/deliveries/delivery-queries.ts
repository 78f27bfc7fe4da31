import { sql } from 'kysely';
import type { Delivery, listDeliveries as endpoint } from '@lavra/contract/admin/deliveries';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import type { Db } from '../../platform/db/database.ts';
import { after, allOf, orderBy, type Condition, type SortKey } from '../../platform/db/dynamic.ts';
import { keysetStart } from '../../platform/db/keyset.ts';
import {
  encodeCursor,
  pageMeta,
  pageRequest,
  searchOf,
  sortOf,
  type PageMeta,
} from '../../platform/http/paging.ts';
import { likePattern } from '../../platform/text/like.ts';
import { presentDelivery } from './delivery-presenter.ts';

type Query = QueryOf<typeof endpoint>;

const PAGE_SIZE = 25;
const byTime: SortKey = { expression: 'd.created_at', type: 'timestamptz' };

/**
 * Returns one page of the deliveries, newest first; without a state, those that failed or may not
 * have arrived.
 */
export async function listDeliveries(
  db: Db,
  query: Query,
): Promise<{ data: Delivery[]; meta: PageMeta }> {
  const page = pageRequest(query, PAGE_SIZE);
  const { descending } = sortOf<'created_at'>(query.sort, '-created_at');
  const cursorName = `deliveries:${descending ? '-' : ''}created_at`;
  const wanted = conditionsOf(query);
  const start =
    query.cursor === undefined
      ? []
      : [after(byTime, 'd.id', descending, keysetStart(query.cursor, cursorName, byTime))];
  const [found, { total }] = await Promise.all([
    selectRows(db)
      .where(allOf([...wanted, ...start]))
      .orderBy(orderBy(byTime, 'd.id', descending))
      .limit(page.perPage + 1)
      .offset(query.cursor === undefined ? page.offset : 0)
      .execute(),
    fromDeliveries(db)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .where(allOf(wanted))
      .executeTakeFirstOrThrow(),
  ]);
  const rows = found.slice(0, page.perPage);
  const last = found.length > rows.length ? rows.at(-1) : undefined;
  return {
    data: rows.map(presentDelivery),
    meta: pageMeta(
      page,
      total,
      last === undefined ? null : encodeCursor(cursorName, last.created_at, last.id),
    ),
  };
}

export async function findDelivery(db: Db, id: number): Promise<Delivery | undefined> {
  const row = await selectRows(db).where('d.id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : presentDelivery(row);
}

function conditionsOf({ state, channel, event, ...query }: Query): Condition[] {
  const text = searchOf(query);
  return [
    state === undefined
      ? sql<boolean>`d.state IN ('failed', 'unknown')`
      : sql<boolean>`d.state = ${state}`,
    ...(channel === undefined ? [] : [sql<boolean>`d.channel = ${channel}`]),
    ...(event === undefined ? [] : [sql<boolean>`e.type = ${event}`]),
    ...(text === undefined
      ? []
      : [
          sql<boolean>`u.name_key LIKE ${likePattern(text)} OR u.email_key LIKE ${likePattern(text)}`,
        ]),
  ];
}

const fromDeliveries = (db: Db) =>
  db.q
    .selectFrom('deliveries as d')
    .innerJoin('events as e', 'e.id', 'd.event_id')
    .innerJoin('users as u', 'u.id', 'd.user_id');

const selectRows = (db: Db) =>
  fromDeliveries(db).select([
    'd.id',
    'd.channel',
    'd.state',
    'd.attempts',
    'd.failure',
    'd.provider_reference',
    'd.created_at',
    'd.updated_at',
    'd.user_id',
    'e.type',
    'u.user_type',
    'u.name',
    'u.email',
  ]);

export type DeliveryRow = Awaited<ReturnType<ReturnType<typeof selectRows>['execute']>>[number];
