import { createHash } from 'node:crypto';
import { systemActor, type Command } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import { readCultures } from './cultures.ts';
import { readDataFile } from './data-file.ts';
import { initialPages, readInitialPages } from './initial-pages.ts';
import { initialFeatures, initialPlans } from './initial-plans.ts';
import { addPlans, knownFeatures, knownPlans } from './load-plans.ts';
import { readPlaces } from './places.ts';
import { readUnits } from './units.ts';

const upsertPlaces = statement({
  name: 'reference-data-places',
  params: params<{ states: string; cities: string }>(),
  columns: { cities: col.int },
  text: `
    WITH s AS (
      INSERT INTO states (code, uf, name, region)
      SELECT code, uf, name, region
      FROM jsonb_to_recordset(:states::jsonb) AS s(code int, uf text, name text, region text)
      ON CONFLICT (code) DO UPDATE SET name = excluded.name, region = excluded.region
      RETURNING 1
    ), c AS (
      INSERT INTO cities (id, name, alternative_name, uf, latitude, longitude, area_code, time_zone, is_capital)
      SELECT id, name, alternative_name, uf, latitude, longitude, area_code, time_zone, is_capital
      FROM jsonb_to_recordset(:cities::jsonb) AS c(id int, name text, alternative_name text,
        uf text, latitude float8, longitude float8,
        area_code text, time_zone text, is_capital boolean)
      ON CONFLICT (id) DO UPDATE SET name = excluded.name,
        alternative_name = excluded.alternative_name, latitude = excluded.latitude,
        longitude = excluded.longitude, area_code = excluded.area_code,
        time_zone = excluded.time_zone, is_capital = excluded.is_capital
      RETURNING 1
    )
    SELECT (SELECT count(*) FROM c)::int AS cities`,
});

const insertUnits = statement({
  name: 'reference-data-units',
  params: params<{ units: string; now: Date }>(),
  columns: { id: col.int },
  // Names that an administrator changed and deactivated units stay so.
  text: `
    INSERT INTO measurement_units (symbol, name, created_at, updated_at)
    SELECT symbol, name, :now, :now FROM jsonb_to_recordset(:units::jsonb) AS u(symbol text, name text)
    ON CONFLICT DO NOTHING RETURNING id`,
});

const insertCultures = statement({
  name: 'reference-data-cultures',
  params: params<{ names: string; now: Date }>(),
  columns: { id: col.int },
  text: `
    INSERT INTO cultures (name, created_at, updated_at)
    SELECT n.name, :now, :now
    FROM jsonb_array_elements_text(:names::jsonb) AS n(name)
    ON CONFLICT DO NOTHING RETURNING id`,
});

const insertPages = statement({
  name: 'reference-data-pages',
  params: params<{ pages: string; now: Date }>(),
  columns: { id: col.int },
  // The operator adapts the pages, so existing ones are not changed.
  text: `
    INSERT INTO pages (slug, title, content, status, created_at, updated_at)
    SELECT p.slug, p.title, p.content, 'active', :now, :now
    FROM jsonb_to_recordset(:pages::jsonb) AS p(slug text, title text, content text)
    ON CONFLICT DO NOTHING RETURNING id`,
});

const FILES = [
  'places.json',
  'units.json',
  'cultures.json',
  ...initialPages.map(({ file }) => file),
];
const SETTING = 'reference_data.digest';
const KNOWN_CULTURES = 'reference_data.cultures';
const KNOWN_PLANS = 'reference_data.plans';
const KNOWN_FEATURES = 'reference_data.features';

/**
 * Updates states, cities, units, cultures, the initial pages and plans to the data of this release.
 * Does nothing when they are up to date.
 */
export async function loadReferenceData(command: Command): Promise<void> {
  const digest = createHash('sha256')
    .update(
      [...FILES.map(readDataFile), JSON.stringify([initialFeatures, initialPlans])].join('\0'),
    )
    .digest('hex');
  await command(systemActor, async ({ db, now }) => {
    if ((await settingOf(db, SETTING)) === digest) return;
    const { states, cities } = readPlaces();
    await db.rows(upsertPlaces, {
      states: JSON.stringify(states),
      cities: JSON.stringify(
        cities.map(({ code, ddd, alias, ...city }) => ({
          ...city,
          id: code,
          area_code: ddd,
          alternative_name: alias,
        })),
      ),
    });
    await db.rows(insertUnits, {
      units: JSON.stringify(readUnits().map(({ symbol, name }) => ({ symbol, name }))),
      now,
    });
    await addCultures(db, now);
    await db.rows(insertPages, { pages: JSON.stringify(readInitialPages()), now });
    await addPlans(db, now, {
      features: await listOf(db, KNOWN_FEATURES),
      plans: await listOf(db, KNOWN_PLANS),
    });
    await saveSetting(db, { key: KNOWN_FEATURES, value: knownFeatures, now });
    await saveSetting(db, { key: KNOWN_PLANS, value: knownPlans, now });
    await saveSetting(db, { key: SETTING, value: digest, now });
  });
}

/**
 * Inserts only cultures that no earlier release inserted: those that an administrator renamed or
 * removed do not return.
 */
async function addCultures(db: Db, now: Date): Promise<void> {
  const shipped = readCultures();
  const known = await listOf(db, KNOWN_CULTURES);
  const names = shipped.filter((name) => !known.includes(name));
  await db.rows(insertCultures, { names: JSON.stringify(names), now });
  await saveSetting(db, { key: KNOWN_CULTURES, value: shipped, now });
}

async function listOf(db: Db, key: string): Promise<readonly unknown[]> {
  const value = await settingOf(db, key);
  return Array.isArray(value) ? value : [];
}

const settingOf = async (db: Db, key: string): Promise<unknown> =>
  (await db.q.selectFrom('settings').select('value').where('key', '=', key).executeTakeFirst())
    ?.value;

async function saveSetting(
  db: Db,
  { key, value: stored, now }: { key: string; value: unknown; now: Date },
): Promise<void> {
  const value = JSON.stringify(stored);
  await db.q
    .insertInto('settings')
    .values({ key, value, updated_at: now })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: now }))
    .execute();
}
