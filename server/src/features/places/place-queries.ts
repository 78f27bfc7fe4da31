import { col, params, statement } from '../../platform/db/statement.ts';
import type { Db } from '../../platform/db/database.ts';
import { cityKey } from './city-key.ts';

/** A city as other features use it. `id` is its IBGE code, `time_zone` an IANA name. */
export interface CityPlace { readonly id: number; readonly name: string; readonly uf: string; readonly time_zone: string }

const cityColumns = { id: col.int, name: col.text, uf: col.text, time_zone: col.text };

const cityByName = statement({
  name: 'city-by-name',
  params: params<{ key: string; uf: string }>(),
  columns: cityColumns,
  // A name in force comes before another city's former one.
  text: `
    SELECT c.id, c.name, c.uf, c.time_zone FROM cities c
    WHERE c.uf = :uf AND (c.name_key = :key OR c.alternative_key = :key)
    ORDER BY (c.name_key = :key) DESC, c.id LIMIT 1`,
});

const cityById = statement({
  name: 'city-by-id',
  params: params<{ id: number }>(),
  columns: cityColumns,
  text: 'SELECT c.id, c.name, c.uf, c.time_zone FROM cities c WHERE c.id = :id::bigint',
});

const states = statement({
  name: 'states',
  params: params<Record<string, never>>(),
  columns: { code: col.int, uf: col.text, name: col.text, region: col.text },
  text: 'SELECT s.code, s.uf, s.name, s.region FROM states s ORDER BY fold(s.name)',
});

/** The city of that name in that state; accents, case, hyphens and apostrophes do not matter, other spellings in use count. */
export const findCity = (db: Db, name: string, uf: string): Promise<CityPlace | undefined> =>
  db.row(cityByName, { key: cityKey(name), uf: uf.trim().toUpperCase() });

/** The city with that IBGE code. */
export const findCityById = (db: Db, id: number): Promise<CityPlace | undefined> => db.row(cityById, { id });

/** The 27 states by name. */
export const listStates = (db: Db) => db.rows(states, {});
