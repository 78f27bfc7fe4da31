import { sql } from 'kysely';
import type { listPlans as listPlansEndpoint } from '@lavra/contract/admin/plans';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import { fold } from '@lavra/domain/text/fold';
import type { Db } from '../../platform/db/database.ts';
import { after, allOf, orderBy, type Condition } from '../../platform/db/dynamic.ts';
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
import { planSql, type PlanRow } from './plan-queries.ts';

type Query = QueryOf<typeof listPlansEndpoint>;

const PAGE_SIZE = 25;
const sortKeys = {
  // As text with the sort order of the number, so that a cursor can contain it.
  sort_order: { expression: "to_char(p.sort_order + 1000000, 'FM0000000')", type: 'text' },
  name: { expression: 'fold(p.name) COLLATE "C"', type: 'text' },
  created_at: { expression: 'p.created_at', type: 'timestamptz' },
} as const;

/** Returns one page of plans, by number or after a cursor, and the exact total. */
export async function listPlans(
  db: Db,
  query: Query,
): Promise<{ rows: PlanRow[]; meta: PageMeta }> {
  const page = pageRequest(query, PAGE_SIZE);
  const { field, descending } = sortOf<keyof typeof sortKeys>(query.sort, 'sort_order');
  const key = sortKeys[field];
  const cursorName = `plans:${descending ? '-' : ''}${field}`;
  const wanted = conditionsOf(query);
  const start =
    query.cursor === undefined
      ? []
      : [after(key, 'p.id', descending, keysetStart(query.cursor, cursorName, key))];
  const [found, counted] = await Promise.all([
    sql<PlanRow & { sort_key: string }>`
      SELECT ${sql.raw(planSql)}, ${sql.raw(key.expression)}::text AS sort_key FROM plans p WHERE ${allOf([...wanted, ...start])}
      ORDER BY ${orderBy(key, 'p.id', descending)} LIMIT ${page.perPage + 1} OFFSET ${query.cursor === undefined ? page.offset : 0}`.execute(
      db.q,
    ),
    sql<{
      total: number;
    }>`SELECT count(*)::int AS total FROM plans p WHERE ${allOf(wanted)}`.execute(db.q),
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

function conditionsOf({ profile_type, is_active, ...query }: Query): Condition[] {
  const words = fold(searchOf(query) ?? '')
    .split(/\s+/)
    .filter((word) => word !== '');
  return [
    ...(profile_type === undefined ? [] : [sql<boolean>`p.profile_type = ${profile_type}`]),
    ...(is_active === undefined ? [] : [sql<boolean>`p.is_active = ${is_active}`]),
    ...words.map(
      (word) =>
        sql<boolean>`fold(p.name) LIKE ${likePattern(word)} OR p.slug LIKE ${likePattern(word)}`,
    ),
  ];
}
