import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../platform/db/database.ts';
import { after, allOf, orderBy, type Condition } from '../../platform/db/dynamic.ts';
import { keysetStart } from '../../platform/db/keyset.ts';
import { encodeCursor, pageMeta, pageRequest, type PageMeta } from '../../platform/http/paging.ts';

const PAGE_SIZE = 25;

interface Source {
  /** Identifies the list in its cursors. */
  readonly name: string;
  readonly from: RawBuilder<unknown>;
  /** The alias of the rows' own table, which has `id` and `created_at`. */
  readonly alias: 'o' | 'p';
  readonly columns: RawBuilder<unknown>;
  readonly conditions: readonly Condition[];
}
interface PageQuery {
  readonly page?: number;
  readonly per_page?: number;
  readonly cursor?: string;
}

/**
 * Returns one page of a person's rows, newest first, by page number or after a cursor, and the
 * exact total.
 */
export async function newestFirst<R extends { readonly id: number }>(
  db: Db,
  query: PageQuery,
  { name, from, alias, columns, conditions }: Source,
): Promise<{ rows: R[]; meta: PageMeta }> {
  const page = pageRequest(query, PAGE_SIZE);
  const key = { expression: `${alias}.created_at`, type: 'timestamptz' };
  const start =
    query.cursor === undefined
      ? []
      : [after(key, `${alias}.id`, true, keysetStart(query.cursor, name, key))];
  const [found, counted] = await Promise.all([
    sql<R & { sort_key: string }>`
      SELECT ${columns}, ${sql.raw(key.expression)}::text AS sort_key FROM ${from} WHERE ${allOf([...conditions, ...start])}
      ORDER BY ${orderBy(key, `${alias}.id`, true)} LIMIT ${page.perPage + 1} OFFSET ${query.cursor === undefined ? page.offset : 0}`.execute(
      db.q,
    ),
    sql<{
      total: number;
    }>`SELECT count(*)::int AS total FROM ${from} WHERE ${allOf(conditions)}`.execute(db.q),
  ]);
  const rows = found.rows.slice(0, page.perPage);
  const last = found.rows.length > rows.length ? rows.at(-1) : undefined;
  return {
    rows,
    meta: pageMeta(
      page,
      counted.rows[0]?.total ?? 0,
      last === undefined ? null : encodeCursor(name, last.sort_key, last.id),
    ),
  };
}
