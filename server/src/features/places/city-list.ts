import { sql } from 'kysely';
import { InvalidFields } from '../../platform/errors.ts';
import type { Db } from '../../platform/db/database.ts';
import {
  decodeCursor,
  encodeCursor,
  pageMeta,
  pageRequest,
  searchOf,
} from '../../platform/http/paging.ts';
import { cityKey } from './city-key.ts';

export interface CityListQuery {
  state?: string;
  q?: string;
  search?: string;
  page?: number;
  per_page?: number;
  cursor?: string;
}

/**
 * Returns one page of cities: first the names that begin with the search, then those that contain
 * it, each sorted by name.
 */
export async function listCities(db: Db, query: CityListQuery) {
  const request = pageRequest(query, 15);
  const uf = query.state?.toUpperCase();
  const position = query.cursor === undefined ? undefined : after(query.cursor);
  const cities = matchingCities(db, uf, cityKey(searchOf(query) ?? ''));
  const [{ total }, rows] = await Promise.all([
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
      .where(position ?? sql.lit(true))
      .orderBy('c.rank')
      .orderBy('c.name_key')
      .orderBy('c.id')
      .limit(request.perPage + 1)
      .offset(position === undefined ? request.offset : 0)
      .execute(),
  ]);
  const page = rows.slice(0, request.perPage);
  const last = rows.length > page.length ? page.at(-1) : undefined;
  return {
    data: page.map(({ rank: _rank, name_key: _key, ...city }) => city),
    meta: pageMeta(
      request,
      total,
      last === undefined ? null : encodeCursor('relevance', last.rank, last.name_key, last.id),
    ),
  };
}

function matchingCities(db: Db, uf: string | undefined, key: string) {
  const literal = key.replaceAll(/[\\%_]/g, String.raw`\$&`);
  const [begins, contains] = [`${literal}%`, `%${literal}%`];
  return db.q.selectFrom((eb) =>
    eb
      .selectFrom('cities')
      .selectAll()
      .select(
        sql<number>`CASE WHEN name_key LIKE ${begins} OR alternative_key LIKE ${begins} THEN 0 ELSE 1 END`.as(
          'rank',
        ),
      )
      .$if(uf !== undefined, (cities) => cities.where('uf', '=', uf ?? ''))
      .$if(key !== '', (cities) =>
        cities.where((is) =>
          is.or([is('name_key', 'like', contains), is('alternative_key', 'like', contains)]),
        ),
      )
      .as('c'),
  );
}

function after(cursor: string) {
  const [rank, key, id] = decodeCursor(cursor, 'relevance', ['number', 'string', 'number']);
  if (!Number.isSafeInteger(rank) || !Number.isSafeInteger(id) || String(key).includes('\0'))
    throw InvalidFields.of('cursor', 'cursor');
  return sql<boolean>`(c.rank, c.name_key, c.id) > (${rank}::bigint, ${key}::text, ${id}::bigint)`;
}
