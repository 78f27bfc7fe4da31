import { sql, type RawBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import { fold } from '@lavra/domain/text/fold';
import type { Caller } from '../../platform/auth/caller.ts';
import { InvalidFields } from '../../platform/errors.ts';
import {
  decodeCursor,
  encodeCursor,
  pageMeta,
  pageRequest,
  searchOf,
  sortOf,
  type PageMeta,
} from '../../platform/http/paging.ts';
import { likePattern } from '../../platform/text/like.ts';

type SortField = 'name' | 'created_at';
export interface CatalogueListQuery {
  q?: string;
  search?: string;
  page?: number;
  per_page?: number;
  cursor?: string;
  active?: boolean;
  sort?: SortField | `-${SortField}`;
}

const PAGE_SIZE = 15;

// Sort keys are text, so that a cursor carries each of them exactly, microseconds included.
const sortKeys: Readonly<Record<SortField, RawBuilder<string>>> = {
  name: sql<string>`t.name_key`,
  created_at: sql<string>`to_char(t.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`,
};

/**
 * Returns the filter of a list unless `active` is sent: none for administrators, active entries for
 * all others.
 */
export const activeFilter = ({ active }: CatalogueListQuery, caller: Caller): boolean | undefined =>
  active ?? (caller.userType === 'admin' ? undefined : true);

/**
 * Returns one LIKE pattern per word of the search, for folded text: all must match, in any order.
 */
export const searchPatterns = (query: CatalogueListQuery): string[] =>
  fold(searchOf(query) ?? '')
    .split(/\s+/)
    .filter((word) => word !== '')
    .map(likePattern);

/**
 * Returns one page of the matching rows, whose table has the alias `t`, and the exact total.
 * `select` adds the columns. A cursor takes precedence over the page number. Throws 422 on a cursor
 * of another list or sort.
 */
export async function listPage<
  D,
  T extends keyof D,
  O,
  D2,
  T2 extends keyof D2,
  R extends { id: number },
>(
  query: CatalogueListQuery,
  matching: SelectQueryBuilder<D, T, O>,
  select: (matching: SelectQueryBuilder<D, T, O>) => SelectQueryBuilder<D2, T2, R>,
): Promise<{ rows: R[]; meta: PageMeta }> {
  const request = pageRequest(query, PAGE_SIZE);
  const { field, descending } = sortOf(query.sort, 'name');
  const direction = descending ? 'desc' : 'asc';
  const sortKey = sortKeys[field];
  const position = query.cursor === undefined ? undefined : after(query.cursor, field, descending);
  const [counted, found] = await Promise.all([
    matching
      .clearSelect()
      .select(sql<number>`count(*)`.as('total'))
      .executeTakeFirstOrThrow(),
    select(matching)
      .select(sortKey.as('sort_key'))
      .where(position ?? sql.lit(true))
      .orderBy(sortKey, direction)
      .orderBy(sql`t.id`, direction)
      .limit(request.perPage + 1)
      .offset(position === undefined ? request.offset : 0)
      .execute(),
  ]);
  const total = (counted as { total: number }).total; // Kysely cannot type a generic selection
  // same here
  const rows = found.slice(0, request.perPage) as unknown as (R & { sort_key: string })[];
  const last = found.length > rows.length ? rows.at(-1) : undefined;
  return {
    rows,
    meta: pageMeta(
      request,
      total,
      last === undefined ? null : encodeCursor(field, last.sort_key, last.id),
    ),
  };
}

function after(cursor: string, field: SortField, descending: boolean): RawBuilder<SqlBool> {
  const [key, id] = decodeCursor(cursor, field, ['string', 'number']);
  if (!Number.isSafeInteger(id) || String(key).includes('\0'))
    throw InvalidFields.of('cursor', 'cursor');
  return sql<SqlBool>`(${sortKeys[field]}, t.id) ${descending ? sql`<` : sql`>`} (${key}::text, ${id}::bigint)`;
}
