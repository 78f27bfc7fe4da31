import { sql } from 'kysely';
import type { RegistryEntry } from '@lavra/contract/catalogue/registries';
import type { Caller } from '../../platform/auth/caller.ts';
import type { Db } from '../../platform/db/database.ts';
import { listPage, sliceOf } from '../../platform/db/list-page.ts';
import { searchPatterns } from '../../platform/db/paging.ts';
import { wireTime } from '../../platform/text/wire.ts';
import { catalogueList, activityCondition, type CatalogueListQuery } from './catalogue-list.ts';

/** The registries of names, by their tables: all have the same columns. */
export type Registry = 'brands' | 'active_ingredients' | 'cultures';

// Typed as one of the three tables for Kysely; the columns read are the same in each.
const entries = (db: Db, registry: Registry) =>
  db.q.selectFrom(`${registry} as t` as 'brands as t');

const withColumns = (rows: ReturnType<typeof entries>) =>
  rows.select(['t.id', 't.name', 't.active', 't.created_at', 't.updated_at']);

/** Returns one page of a registry, searched by name. */
export async function listRegistry(
  db: Db,
  registry: Registry,
  query: CatalogueListQuery,
  caller: Caller,
) {
  const { rows, meta } = await listPage(db, query, {
    ...catalogueList,
    from: sql`${sql.table(registry)} t`,
    conditions: [
      activityCondition(query, caller),
      ...searchPatterns(query).map((pattern) => sql<boolean>`t.name_key LIKE ${pattern}`),
    ],
    read: (slice) => sliceOf(withColumns(entries(db, registry)), slice).execute(),
  });
  return { data: rows.map(present), meta };
}

/** Finds an entry as presented in replies. */
export async function findRegistryEntry(
  db: Db,
  registry: Registry,
  id: number,
): Promise<RegistryEntry | undefined> {
  const row = await withColumns(entries(db, registry)).where('t.id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : present(row);
}

const present = (row: RegistryEntry): RegistryEntry => ({
  id: row.id,
  name: row.name,
  active: row.active,
  created_at: wireTime(row.created_at),
  updated_at: wireTime(row.updated_at),
});
