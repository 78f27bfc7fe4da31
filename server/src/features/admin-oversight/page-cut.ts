import { sql } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { after, allOf, orderBy, type Condition, type SortKey } from '../../platform/db/dynamic.ts';
import { keysetStart } from '../../platform/db/keyset.ts';
import {
  encodeCursor,
  pageMeta,
  type PageMeta,
  type PageRequest,
} from '../../platform/http/paging.ts';

/**
 * The query behind a list: the rows of one table, filtered and sorted, before any lookup for them.
 */
export interface Cut {
  readonly table: 'orders' | 'proposals';
  /** The table's alias in the conditions and the key. */
  readonly alias: 'o' | 'p';
  readonly conditions: readonly Condition[];
  readonly key: SortKey;
  readonly descending: boolean;
  /** Distinguishes the cursors of this list and sort from all others. */
  readonly name: string;
  /**
   * The counter that holds the total, for a list without filters; otherwise the rows are counted.
   */
  readonly keptTotal?: 'sent';
}

/** Up to this many rows are sorted faster than found one by one along the sort's index. */
const FEW = 5_000;

/**
 * Returns the ids of one page, in order, so that names are looked up for its rows only; a cursor
 * takes precedence over the page number. The total is exact. A page past the middle is read from
 * the other end.
 */
export async function cutPage(
  db: Db,
  cut: Cut,
  page: PageRequest,
  cursor: string | undefined,
): Promise<{ ids: number[]; meta: PageMeta }> {
  const { alias, key } = cut;
  const wanted = sql`${sql.raw(cut.table)} ${sql.raw(alias)} WHERE ${allOf(cut.conditions)}`;
  const counted = await (
    cut.keptTotal === undefined
      ? sql<{ total: number }>`SELECT count(*)::int AS total FROM ${wanted}`
      : sql<{
          total: number;
        }>`SELECT coalesce(sum(t.delta), 0)::int AS total FROM list_totals t WHERE t.scope = ${cut.keptTotal} AND t.supplier_id = 0`
  ).execute(db.q);
  const total = counted.rows[0]?.total ?? 0;
  // OFFSET 0 keeps the planner from reading the whole table in index order to find a few rows.
  const from =
    total <= FEW
      ? sql`FROM (SELECT * FROM ${wanted} OFFSET 0) ${sql.raw(alias)} WHERE true`
      : sql`FROM ${wanted}`;
  const read = async ({ conditions, descending, limit, offset }: Reading): Promise<Found[]> =>
    (
      await sql<Found>`
    SELECT ${sql.raw(alias)}.id, ${sql.raw(key.expression)}::text AS sort_key ${from} AND ${allOf(conditions)}
    ORDER BY ${orderBy(key, `${alias}.id`, descending)} LIMIT ${limit} OFFSET ${offset}`.execute(
        db.q,
      )
    ).rows;

  const { rows, more } = await readPage(cut, { page, cursor, total, read });
  const last = more ? rows.at(-1) : undefined;
  const next = last === undefined ? null : encodeCursor(cut.name, last.sort_key, last.id);
  return { ids: rows.map(({ id }) => id), meta: pageMeta(page, total, next) };
}

interface Found {
  readonly id: number;
  readonly sort_key: string;
}
interface Reading {
  readonly conditions: readonly Condition[];
  readonly descending: boolean;
  readonly limit: number;
  readonly offset: number;
}
interface Asked {
  readonly page: PageRequest;
  readonly cursor: string | undefined;
  readonly total: number;
  readonly read: (reading: Reading) => Promise<Found[]>;
}

async function readPage(
  { key, alias, descending, name }: Cut,
  { page, cursor, total, read }: Asked,
): Promise<{ rows: Found[]; more: boolean }> {
  const { offset, perPage } = page;
  if (cursor === undefined && offset > total / 2) {
    const limit = Math.max(0, Math.min(perPage, total - offset));
    const rows =
      limit === 0
        ? []
        : await read({
            conditions: [],
            descending: !descending,
            limit,
            offset: total - offset - limit,
          });
    return { rows: rows.toReversed(), more: offset + limit < total };
  }
  const conditions =
    cursor === undefined
      ? []
      : [after(key, `${alias}.id`, descending, keysetStart(cursor, name, key))];
  // One row more than the page shows whether there is a next one.
  const found = await read({
    conditions,
    descending,
    limit: perPage + 1,
    offset: cursor === undefined ? offset : 0,
  });
  return { rows: found.slice(0, perPage), more: found.length > perPage };
}
