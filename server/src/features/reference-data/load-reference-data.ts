import { createHash } from 'node:crypto';
import { systemActor, type Command } from '../../platform/db/command.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import { readDataFile } from './data-file.ts';
import { readPlaces } from './places.ts';
import { readUnits } from './units.ts';

const upsertPlaces = statement({
  name: 'reference-data-places',
  params: params<{ states: string; cities: string }>(),
  columns: { cities: col.int },
  text: `
    WITH s AS (
      INSERT INTO states (code, uf, name, region)
      SELECT code, uf, name, region FROM jsonb_to_recordset(:states::jsonb) AS s(code int, uf text, name text, region text)
      ON CONFLICT (code) DO UPDATE SET name = excluded.name, region = excluded.region
      RETURNING 1
    ), c AS (
      INSERT INTO cities (id, name, alternative_name, uf, latitude, longitude, area_code, time_zone, is_capital)
      SELECT id, name, alternative_name, uf, latitude, longitude, area_code, time_zone, is_capital
      FROM jsonb_to_recordset(:cities::jsonb) AS c(id int, name text, alternative_name text, uf text, latitude float8, longitude float8,
        area_code text, time_zone text, is_capital boolean)
      ON CONFLICT (id) DO UPDATE SET name = excluded.name, alternative_name = excluded.alternative_name, latitude = excluded.latitude,
        longitude = excluded.longitude, area_code = excluded.area_code, time_zone = excluded.time_zone, is_capital = excluded.is_capital
      RETURNING 1
    )
    SELECT (SELECT count(*) FROM c)::int AS cities`,
});

const insertUnits = statement({
  name: 'reference-data-units',
  params: params<{ units: string; now: Date }>(),
  columns: { id: col.int },
  // What an administrator renamed or deactivated stays so.
  text: `
    INSERT INTO measurement_units (symbol, name, created_at, updated_at)
    SELECT symbol, name, :now, :now FROM jsonb_to_recordset(:units::jsonb) AS u(symbol text, name text)
    ON CONFLICT DO NOTHING RETURNING id`,
});

const FILES = ['places.json', 'units.json'];
const SETTING = 'reference_data.digest';

/** Brings states, cities and units up to what this release ships. Does nothing when they already are. */
export async function loadReferenceData(command: Command): Promise<void> {
  const digest = createHash('sha256').update(FILES.map(readDataFile).join('\0')).digest('hex');
  await command(systemActor, async ({ db, now }) => {
    const known = await db.q.selectFrom('settings').select('value').where('key', '=', SETTING).executeTakeFirst();
    if (known?.value === digest) return;
    const { states, cities } = readPlaces();
    await db.rows(upsertPlaces, {
      states: JSON.stringify(states),
      cities: JSON.stringify(cities.map(({ code, ddd, alias, ...city }) => ({ ...city, id: code, area_code: ddd, alternative_name: alias }))),
    });
    await db.rows(insertUnits, { units: JSON.stringify(readUnits().map(({ symbol, name }) => ({ symbol, name }))), now });
    const value = JSON.stringify(digest);
    await db.q.insertInto('settings').values({ key: SETTING, value, updated_at: now })
      .onConflict((conflict) => conflict.column('key').doUpdateSet({ value, updated_at: now })).execute();
  });
}
