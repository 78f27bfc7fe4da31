import { sql } from 'kysely';
import type { MeasurementUnit } from '@lavra/contract/catalogue/schemas';
import type { Caller } from '../../platform/auth/caller.ts';
import type { Db } from '../../platform/db/database.ts';
import { listPage, sliceOf } from '../../platform/db/list-page.ts';
import { searchPatterns } from '../../platform/db/paging.ts';
import { wireTime } from '../../platform/text/wire.ts';
import { catalogueList, activityCondition, type CatalogueListQuery } from './catalogue-list.ts';

const units = (db: Db) => db.q.selectFrom('measurement_units as t');

const withColumns = (rows: ReturnType<typeof units>) =>
  rows.select(['t.id', 't.symbol', 't.name', 't.active', 't.created_at', 't.updated_at']);

/** Returns one page of measurement units, searched by name and symbol. */
export async function listMeasurementUnits(db: Db, query: CatalogueListQuery, caller: Caller) {
  const { rows, meta } = await listPage(db, query, {
    ...catalogueList,
    from: sql`measurement_units t`,
    conditions: [
      activityCondition(query, caller),
      ...searchPatterns(query).map(
        (pattern) => sql<boolean>`t.name_key LIKE ${pattern} OR fold(t.symbol) LIKE ${pattern}`,
      ),
    ],
    read: (slice) => sliceOf(withColumns(units(db)), slice).execute(),
  });
  return { data: rows.map(present), meta };
}

/** Finds a unit as presented in replies. */
export async function findMeasurementUnit(
  db: Db,
  id: number,
): Promise<MeasurementUnit | undefined> {
  const row = await withColumns(units(db)).where('t.id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : present(row);
}

const present = (row: MeasurementUnit): MeasurementUnit => ({
  id: row.id,
  symbol: row.symbol,
  name: row.name,
  active: row.active,
  created_at: wireTime(row.created_at),
  updated_at: wireTime(row.updated_at),
});
