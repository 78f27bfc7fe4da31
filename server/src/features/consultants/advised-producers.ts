import { sql } from 'kysely';
import { fold } from '@lavra/domain/text/fold';
import type {
  ConsultantProducer,
  listConsultantProducers,
} from '@lavra/contract/admin/consultants';
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
import { wireTime } from '../../platform/text/wire.ts';

const PAGE_SIZE = 15;
const sortKeys = {
  name: { expression: 'u.name_key', type: 'text' },
  linked_at: { expression: 'cp.created_at', type: 'timestamptz' },
} as const satisfies Readonly<Record<string, SortKey>>;

/**
 * Returns one page of the producers whom a consultant advises, deleted ones excepted, and the exact
 * total.
 */
export async function listAdvisedProducers(
  db: Db,
  userId: number,
  query: QueryOf<typeof listConsultantProducers>,
): Promise<{ data: ConsultantProducer[]; meta: PageMeta }> {
  const page = pageRequest(query, PAGE_SIZE);
  const { field, descending } = sortOf<keyof typeof sortKeys>(query.sort, 'name');
  const key = sortKeys[field];
  const cursorName = `advised-producers:${descending ? '-' : ''}${field}`;
  const wanted = [
    sql<boolean>`co.user_id = ${userId}`,
    sql<boolean>`u.deleted_at IS NULL`,
    ...named(searchOf(query)),
  ];
  const start =
    query.cursor === undefined
      ? []
      : [after(key, 'pr.id', descending, keysetStart(query.cursor, cursorName, key))];
  const from = sql`FROM consultants co JOIN consultant_producers cp ON cp.consultant_id = co.id JOIN producers pr ON pr.id = cp.producer_id JOIN users u ON u.id = pr.user_id
    LEFT JOIN addresses a ON a.user_id = u.id AND a.position = 0 LEFT JOIN cities c ON c.id = a.city_id`;
  const [found, counted] = await Promise.all([
    sql<ConsultantProducer & { sort_key: string }>`
      SELECT pr.id, pr.uuid, u.name, c.name AS city, c.uf AS state, cp.created_at AS linked_at, ${sql.raw(key.expression)}::text AS sort_key,
        (SELECT count(*) FROM orders o WHERE o.producer_id = pr.id)::int AS orders_count,
        (SELECT count(*) FROM orders o WHERE o.producer_id = pr.id AND o.status IN ('publicada', 'em_analise'))::int AS open_orders_count
      ${from}
      WHERE ${allOf([...wanted, ...start])}
      ORDER BY ${orderBy(key, 'pr.id', descending)} LIMIT ${page.perPage + 1} OFFSET ${query.cursor === undefined ? page.offset : 0}`.execute(
      db.q,
    ),
    sql<{ total: number }>`SELECT count(*)::int AS total ${from} WHERE ${allOf(wanted)}`.execute(
      db.q,
    ),
  ]);
  const rows = found.rows.slice(0, page.perPage);
  const last = found.rows.length > rows.length ? rows.at(-1) : undefined;
  const data = rows.map(({ sort_key: _key, ...row }) => ({
    ...row,
    linked_at: wireTime(row.linked_at),
  }));
  return {
    data,
    meta: pageMeta(
      page,
      counted.rows[0]?.total ?? 0,
      last === undefined ? null : encodeCursor(cursorName, last.sort_key, last.id),
    ),
  };
}

/**
 * Matches name and city, each word of the search in one of them: these are all a consultant sees of
 * a producer's account.
 */
const named = (text = ''): Condition[] =>
  fold(text)
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(
      (word) =>
        sql<boolean>`u.name_key LIKE ${likePattern(word)} OR fold(c.name) LIKE ${likePattern(word)}`,
    );
