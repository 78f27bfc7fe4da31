import { sql } from 'kysely';
import { InvalidFields } from '../../platform/errors.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import type { Db } from '../../platform/db/database.ts';
import { joinedCityKey, joinedInSql, withoutState } from './city-key.ts';
import { municipalityOf } from './federal-district.ts';

/** A city as other features use it. `id` is its IBGE code, `time_zone` an IANA name. */
export interface CityPlace {
  readonly id: number;
  readonly name: string;
  readonly uf: string;
  readonly time_zone: string;
}

const cityColumns = { id: col.int, name: col.text, uf: col.text, time_zone: col.text };

const citiesByName = statement({
  name: 'cities-by-name',
  params: params<{ wanted: string }>(),
  columns: { ordinal: col.int, ...cityColumns },
  // A current name takes precedence over another city's former name.
  text: `
    SELECT DISTINCT ON (w.ordinal) w.ordinal, c.id, c.name, c.uf, c.time_zone
    FROM jsonb_to_recordset(:wanted::jsonb) AS w(ordinal int, key text, uf text)
    JOIN cities c ON c.uf = w.uf
      AND (${joinedInSql('c.name_key')} = w.key OR ${joinedInSql('c.alternative_key')} = w.key)
    ORDER BY w.ordinal, (${joinedInSql('c.name_key')} = w.key) DESC, c.id`,
});

// The cast accepts any number that a filter may name; the column itself is of 32 bits.
const cityById = statement({
  name: 'city-by-id',
  params: params<{ id: number }>(),
  columns: cityColumns,
  text: 'SELECT c.id, c.name, c.uf, c.time_zone FROM cities c WHERE c.id = :id::bigint',
});

/** A city and state as users write them. */
export interface CityName {
  readonly city: string;
  readonly state: string;
}

/**
 * Returns the city of each name, by its index in the list; undefined when the state has no city of
 * that name. Ignores accents, case, spaces, hyphens, apostrophes and its own state behind the name;
 * accepts former names, other spellings in use, and the regions of the Distrito Federal.
 */
export async function findCities(
  db: Db,
  names: readonly CityName[],
): Promise<(CityPlace | undefined)[]> {
  const wanted = names.map(({ city, state }, ordinal) => {
    const uf = state.trim().toUpperCase();
    return { ordinal, key: joinedCityKey(municipalityOf(withoutState(city, uf), uf)), uf };
  });
  const rows = await db.rows(citiesByName, { wanted: JSON.stringify(wanted) });
  const found = new Map(rows.map(({ ordinal, ...city }) => [ordinal, city]));
  return names.map((_name, ordinal) => found.get(ordinal));
}

/**
 * Returns the names of the cities of these states, and those of that name in any state, sorted by
 * name.
 */
export const listCityNames = (
  db: Db,
  { states, keys }: { readonly states: readonly string[]; readonly keys: readonly string[] },
): Promise<{ name: string; uf: string; key: string }[]> =>
  db.q
    .selectFrom('cities')
    .select(['name', 'uf', 'name_key as key'])
    .where((eb) => eb.or([eb('uf', 'in', [...states, '']), eb('name_key', 'in', [...keys, ''])]))
    .orderBy('name_key')
    .orderBy('id')
    .execute();

/** Returns the city of that name in that state, if any. */
export const findCity = async (db: Db, name: string, uf: string): Promise<CityPlace | undefined> =>
  (await findCities(db, [{ city: name, state: uf }]))[0];

/** Returns the city with that IBGE code. */
export const findCityById = (db: Db, id: number): Promise<CityPlace | undefined> =>
  db.row(cityById, { id });

/** Throws 422 when the city of a filter does not exist. */
export async function assertCity(db: Db, city_id: number | undefined): Promise<void> {
  if (city_id !== undefined && (await findCityById(db, city_id)) === undefined)
    throw InvalidFields.of('city_id', 'city_id');
}

/** Returns those of the codes that belong to cities. */
export const findKnownCities = async (
  db: Db,
  ids: readonly number[],
): Promise<ReadonlySet<number>> => {
  const known = await db.q
    .selectFrom('cities')
    .select('id')
    .where(sql<boolean>`id = ANY(${ids}::bigint[])`)
    .execute();
  return new Set(known.map(({ id }) => id));
};

/** Returns the two-letter codes of all states. */
export const listStateCodes = async (db: Db): Promise<ReadonlySet<string>> =>
  new Set((await listStates(db)).map(({ uf }) => uf));

/** Returns the 27 states, sorted by name. */
export const listStates = (db: Db) =>
  db.q
    .selectFrom('states')
    .select(['code', 'uf', 'name', 'region'])
    .orderBy((eb) => eb.fn('fold', ['name']))
    .execute();
