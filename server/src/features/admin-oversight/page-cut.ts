import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { after, allOf, orderBy, type Condition, type SortKey } from '../../platform/db/dynamic.ts';
import { keysetStart } from '../../platform/db/keyset.ts';
import { encodeCursor, pageMeta, type PageMeta, type PageRequest } from '../../platform/http/paging.ts';

/** A list before anything is looked up: rows of one table, narrowed and sorted. */
export interface Cut {
  readonly table: 'orders o' | 'proposals p';
  readonly id: 'o.id' | 'p.id';
  readonly conditions: readonly Condition[];
  readonly key: SortKey;
  readonly descending: boolean;
  /** Tells this list and sort from every other in a cursor. */
  readonly name: string;
}

/**
 * The ids of one page, in order, so that names are looked up for its rows alone; a cursor wins over the page number.
 * The total is counted. A page past the middle is read from the other end.
 */
export async function cutPage(db: Db, cut: Cut, page: PageRequest, cursor: string | undefined): Promise<{ ids: number[]; meta: PageMeta }> {
  const from = sql`FROM ${sql.raw(cut.table)} WHERE`;
  const counted = await sql<{ total: number }>`SELECT count(*)::int AS total ${from} ${allOf(cut.conditions)}`.execute(db.q);
  const total = counted.rows[0]?.total ?? 0;
  const read = async ({ conditions, descending, limit, offset }: Reading): Promise<Found[]> => (await sql<Found>`
    SELECT ${sql.raw(cut.id)} AS id, ${sql.raw(cut.key.expression)}::text AS sort_key ${from} ${allOf([...cut.conditions, ...conditions])}
    ORDER BY ${orderBy(cut.key, cut.id, descending)} LIMIT ${limit} OFFSET ${offset}`.execute(db.q)).rows;

  const { rows, more } = await readPage(cut, { page, cursor, total, read });
  const last = more ? rows.at(-1) : undefined;
  const next = last === undefined ? null : encodeCursor(cut.name, last.sort_key, last.id);
  return { ids: rows.map(({ id }) => id), meta: pageMeta(page, total, next) };
}

interface Found { readonly id: number; readonly sort_key: string }
interface Reading { readonly conditions: readonly Condition[]; readonly descending: boolean; readonly limit: number; readonly offset: number }
interface Asked { readonly page: PageRequest; readonly cursor: string | undefined; readonly total: number; readonly read: (reading: Reading) => Promise<Found[]> }

async function readPage({ key, id, descending, name }: Cut, { page, cursor, total, read }: Asked): Promise<{ rows: Found[]; more: boolean }> {
  const { offset, perPage } = page;
  if (cursor === undefined && offset > total / 2) {
    const limit = Math.max(0, Math.min(perPage, total - offset));
    const rows = limit === 0 ? [] : await read({ conditions: [], descending: !descending, limit, offset: total - offset - limit });
    return { rows: rows.toReversed(), more: offset + limit < total };
  }
  const conditions = cursor === undefined ? [] : [after(key, id, descending, keysetStart(cursor, name, key))];
  // One row more than asked for tells whether the walk goes on.
  const found = await read({ conditions, descending, limit: perPage + 1, offset: cursor === undefined ? offset : 0 });
  return { rows: found.slice(0, perPage), more: found.length > perPage };
}
