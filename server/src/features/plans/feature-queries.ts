import { sql } from 'kysely';
import type { Feature, listFeatures as listFeaturesEndpoint } from '@lavra/contract/admin/plans';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import type { Db } from '../../platform/db/database.ts';
import type { Wanted } from '../../platform/db/dynamic.ts';
import { listPage } from '../../platform/db/list-page.ts';
import { searchPatterns } from '../../platform/db/paging.ts';
import { wireTime } from '../../platform/text/wire.ts';

type Query = QueryOf<typeof listFeaturesEndpoint>;

const columns = sql<Feature>`
  f.id, f.key, f.name, f.type, f.profile, f.description, f.created_at, f.updated_at,
  (SELECT count(*)::int FROM plan_features v WHERE v.feature_id = f.id) AS plans_count`;
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
  const { rows, meta } = await listPage(db, query, {
    name: 'features',
    from: sql`features f`,
    columns,
    conditions: conditionsOf(query),
    sorts: sortKeys,
    sort: 'key',
    id: 'f.id',
  });
  return { data: rows.map(present), meta };
}

const conditionsOf = ({ profile, type, ...query }: Query): Wanted[] => [
  profile !== undefined && sql<boolean>`f.profile = ${profile} OR f.profile IS NULL`,
  type !== undefined && sql<boolean>`f.type = ${type}`,
  ...searchPatterns(query).map(
    (pattern) => sql<boolean>`fold(f.name) LIKE ${pattern} OR f.key LIKE ${pattern}`,
  ),
];
