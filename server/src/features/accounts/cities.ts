import { fold } from '@lavra/domain/text/fold';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';

/** A city by the names people write. */
export interface CityName { readonly city: string; readonly state: string }

const citiesByName = statement({
  name: 'cities-by-name',
  params: params<{ wanted: string }>(),
  columns: { ordinal: col.int, city_id: col.int },
  text: `
    SELECT DISTINCT ON (w.ordinal) w.ordinal, c.id AS city_id
    FROM jsonb_to_recordset(:wanted::jsonb) AS w(ordinal int, key text, uf text)
    JOIN cities c ON c.uf = w.uf AND (c.name_key = w.key OR c.alternative_key = w.key)
    ORDER BY w.ordinal, (c.name_key = w.key) DESC`,
});

/** IBGE's code of each, by its place in the list; undefined where the state has no such city. Another spelling in use counts. */
export async function findCities(db: Db, names: readonly CityName[]): Promise<(number | undefined)[]> {
  const wanted = names.map(({ city, state }, ordinal) => ({ ordinal, key: cityKey(city), uf: state }));
  const found = new Map((await db.rows(citiesByName, { wanted: JSON.stringify(wanted) })).map((row) => [row.ordinal, row.city_id]));
  return names.map((_name, ordinal) => found.get(ordinal));
}

/** IBGE's code of the city of that name in that state (UF), if any. */
export const findCity = async (db: Db, name: string, uf: string): Promise<number | undefined> =>
  (await findCities(db, [{ city: name, state: uf }]))[0];

/** As `cities.name_key`: folded, apostrophes and hyphens as spaces; what people type may have more of them. */
const cityKey = (name: string): string => fold(name).replaceAll(/['’‘`\p{Pd}]/gu, ' ').replaceAll(/\s+/g, ' ').trim();

const knownCities = statement({
  name: 'cities-known',
  params: params<{ city_ids: readonly number[] }>(),
  columns: { id: col.int },
  text: 'SELECT c.id FROM cities c WHERE c.id = ANY(:city_ids::bigint[])',
});

/** Those of the codes that are cities. */
export const findKnownCities = async (db: Db, ids: readonly number[]): Promise<ReadonlySet<number>> =>
  new Set((await db.rows(knownCities, { city_ids: ids })).map(({ id }) => id));

/** The two letters of every state. */
export async function listStateCodes(db: Db): Promise<ReadonlySet<string>> {
  return new Set((await db.q.selectFrom('states').select('uf').execute()).map(({ uf }) => uf));
}
