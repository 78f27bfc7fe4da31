import { sql } from 'kysely';
import type { Feature, listFeatures as listFeaturesEndpoint } from '@lavra/contract/admin/plans';
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
} from '../../platform/http/paging.ts';
import { likePattern } from '../../platform/text/like.ts';
import { wireTime } from '../../platform/text/wire.ts';

type Query = QueryOf<typeof listFeaturesEndpoint>;

const PAGE_SIZE = 25;
const columns =
  sql.raw(`f.id, f.key, f.name, f.type, f.profile, f.description, f.created_at, f.updated_at,
  (SELECT count(*)::int FROM plan_features v WHERE v.feature_id = f.id) AS plans_count`);
const sortKeys = {
  key: { expression: 'f.key', type: 'text' },
  name: { expression: 'fold(f.name) COLLATE "C"', type: 'text' },
  created_at: { expression: 'f.created_at', type: 'timestamptz' },
} as const;

const present = (row: Feature): Feature => ({
  id: row.id,
  key: row.key,
  name: row.name,
  type: row.type,
  profile: row.profile,
  description: row.description,
  plans_count: row.plans_count,
  created_at: wireTime(row.created_at),
  updated_at: wireTime(row.updated_at),
});

/** Returns the feature and the number of plans that have a value for it. */
export async function findFeature(db: Db, id: number): Promise<Feature | undefined> {
  const found = await sql<Feature>`SELECT ${columns} FROM features f WHERE f.id = ${id}`.execute(
    db.q,
  );
  return found.rows[0] === undefined ? undefined : present(found.rows[0]);
}

/** Returns one page of features, by number or after a cursor, and the exact total. */
export async function listFeatures(db: Db, query: Query) {
  const page = pageRequest(query, PAGE_SIZE);
  const { field, descending } = sortOf<keyof typeof sortKeys>(query.sort, 'key');
  const key = sortKeys[field];
  const cursorName = `features:${descending ? '-' : ''}${field}`;
  const wanted = conditionsOf(query);
  const start =
    query.cursor === undefined
      ? []
      : [after(key, 'f.id', descending, keysetStart(query.cursor, cursorName, key))];
  const [found, counted] = await Promise.all([
    sql<Feature & { sort_key: string }>`
      SELECT ${columns}, ${sql.raw(key.expression)}::text AS sort_key FROM features f WHERE ${allOf([...wanted, ...start])}
      ORDER BY ${orderBy(key, 'f.id', descending)} LIMIT ${page.perPage + 1} OFFSET ${query.cursor === undefined ? page.offset : 0}`.execute(
      db.q,
    ),
    sql<{
      total: number;
    }>`SELECT count(*)::int AS total FROM features f WHERE ${allOf(wanted)}`.execute(db.q),
  ]);
  const rows = found.rows.slice(0, page.perPage);
  const last = found.rows.length > rows.length ? rows.at(-1) : undefined;
  return {
    data: rows.map(present),
    meta: pageMeta(
      page,
      counted.rows[0]?.total ?? 0,
      last === undefined ? null : encodeCursor(cursorName, last.sort_key, last.id),
    ),
  };
}

function conditionsOf({ profile, type, ...query }: Query): Condition[] {
  const words = fold(searchOf(query) ?? '')
    .split(/\s+/)
    .filter((word) => word !== '');
  return [
    ...(profile === undefined ? [] : [sql<boolean>`f.profile = ${profile} OR f.profile IS NULL`]),
    ...(type === undefined ? [] : [sql<boolean>`f.type = ${type}`]),
    ...words.map(
      (word) =>
        sql<boolean>`fold(f.name) LIKE ${likePattern(word)} OR f.key LIKE ${likePattern(word)}`,
    ),
  ];
}
