import { sql } from 'kysely';
import { openPage, type PageQuery } from '../../platform/db/cursor-page.ts';
import type { Db } from '../../platform/db/database.ts';
import { searchOf } from '../../platform/db/paging.ts';
import { cityKey, searchedCityKeys } from './city-key.ts';

export interface CityListQuery extends PageQuery {
  state?: string;
  q?: string;
  search?: string;
}

interface Position {
  readonly rank: number;
  readonly name_key: string;
  readonly id: number;
}

/**
 * Returns one page of cities: first the names that begin with the search, then those that contain
 * it, each sorted by name.
 */
export async function listCities(db: Db, query: CityListQuery) {
  const page = openPage(query, {
    name: 'relevance',
    types: ['bigint', 'text', 'bigint'],
    of: ({ rank, name_key, id }: Position) => [rank, name_key, id],
  });
  const uf = query.state?.toUpperCase();
  const cities = matchingCities(db, uf, cityKey(searchOf(query) ?? ''));
  const [{ total }, found] = await Promise.all([
    cities.select((eb) => eb.fn.countAll<number>().as('total')).executeTakeFirstOrThrow(),
    cities
      .select([
        'c.id',
        'c.name',
        'c.uf as state',
        'c.latitude',
        'c.longitude',
        'c.area_code',
        'c.time_zone',
        'c.is_capital',
        'c.rank',
        'c.name_key',
      ])
      .where(isAfter(page.after))
      .orderBy('c.rank')
      .orderBy('c.name_key')
      .orderBy('c.id')
      .limit(page.limit)
      .offset(page.offset)
      .execute(),
  ]);
  const { rows, meta } = page.of(found, total);
  return { data: rows.map(({ rank: _rank, name_key: _key, ...city }) => city), meta };
}

function matchingCities(db: Db, uf: string | undefined, key: string) {
  const literals = searchedCityKeys(key).map((one) => one.replaceAll(/[\\%_]/g, String.raw`\$&`));
  const begins = literals.map((literal) => `${literal}%`);
  const contains = literals.map((literal) => `%${literal}%`);
  return db.q.selectFrom((eb) =>
    eb
      .selectFrom('cities')
      .selectAll()
      .select(sql<number>`CASE WHEN ${matches(begins)} THEN 0 ELSE 1 END`.as('rank'))
      .$if(uf !== undefined, (cities) => cities.where('uf', '=', uf ?? ''))
      .$if(key !== '', (cities) => cities.where(matches(contains)))
      .as('c'),
  );
}

const matches = (patterns: readonly string[]) =>
  sql<boolean>`(${sql.join(patterns.map(matchesOne), sql` OR `)})`;

/** Also names whose apostrophe is left out, `santana do livramento`; only those are folded. */
const matchesOne = (pattern: string) =>
  sql<boolean>`name_key LIKE ${pattern} OR alternative_key LIKE ${pattern}
    OR (name LIKE '%''%' AND translate(fold(replace(name, '''', '')), '-', ' ') LIKE ${pattern})`;

const isAfter = (position: readonly [number, string, number] | undefined) =>
  position === undefined
    ? sql.lit(true)
    : sql<boolean>`(c.rank, c.name_key, c.id)
        > (${position[0]}::bigint, ${position[1]}::text, ${position[2]}::bigint)`;
