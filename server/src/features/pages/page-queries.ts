import { sql } from 'kysely';
import type {
  PageStatus,
  PageSummary,
  PublicPage,
  StaticPage,
} from '@lavra/contract/pages/schemas';
import { fold } from '@lavra/domain/text/fold';
import type { Db } from '../../platform/db/database.ts';
import {
  decodeCursor,
  encodeCursor,
  pageMeta,
  pageRequest,
  searchOf,
  sortOf,
} from '../../platform/http/paging.ts';
import { likePattern } from '../../platform/text/like.ts';
import { wireTime } from '../../platform/text/wire.ts';

type SortField = 'title' | 'created_at';
export interface PageListQuery {
  q?: string;
  search?: string;
  page?: number;
  per_page?: number;
  cursor?: string;
  status?: PageStatus;
  sort?: SortField | `-${SortField}`;
}

const PAGE_SIZE = 25;
// As text, so that a cursor preserves every key exactly.
const sortKeys = {
  title: sql<string>`fold(p.title)`,
  created_at: sql<string>`to_char(p.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`,
};

const pages = (db: Db) =>
  db.q
    .selectFrom('pages as p')
    .leftJoin('users as u', 'u.id', 'p.edited_by')
    .select([
      'p.id',
      'p.title',
      'p.slug',
      'p.status',
      'p.edited_by',
      'u.name as editor',
      'p.created_at',
      'p.updated_at',
    ]);

/** Returns one page of the list of pages, without their content. */
export async function listPages(db: Db, query: PageListQuery) {
  const request = pageRequest(query, PAGE_SIZE);
  const { field, descending } = sortOf(query.sort, 'title');
  const [key, direction] = [sortKeys[field], descending ? sql`DESC` : sql`ASC`];
  let matching = pages(db);
  if (query.status !== undefined) matching = matching.where('p.status', '=', query.status);
  for (const word of fold(searchOf(query) ?? '')
    .split(/\s+/)
    .filter((part) => part !== '')) {
    matching = matching.where((is) =>
      is.or([
        is(sql`fold(p.title)`, 'like', likePattern(word)),
        is('p.slug', 'like', likePattern(word)),
      ]),
    );
  }
  const { total } = await matching
    .clearSelect()
    .select(sql<number>`count(*)::int`.as('total'))
    .executeTakeFirstOrThrow();
  let listed = matching
    .select(key.as('sort_key'))
    .orderBy(sql`${key} COLLATE "C" ${direction}`)
    .orderBy(sql`p.id ${direction}`)
    .limit(request.perPage + 1);
  if (query.cursor === undefined) listed = listed.offset(request.offset);
  else {
    const [after, id] = decodeCursor(query.cursor, field, ['string', 'number']);
    listed = listed.where(
      sql<boolean>`(${key} COLLATE "C", p.id) ${descending ? sql`<` : sql`>`} (${after}::text, ${id}::bigint)`,
    );
  }
  const found = await listed.execute();
  const rows = found.slice(0, request.perPage);
  const last = found.length > rows.length ? rows.at(-1) : undefined;
  return {
    data: rows.map(present),
    meta: pageMeta(
      request,
      total,
      last === undefined ? null : encodeCursor(field, last.sort_key, last.id),
    ),
  };
}

/** Returns the page as administrators see it. */
export async function findPage(db: Db, id: number): Promise<StaticPage | undefined> {
  const row = await pages(db).select('p.content').where('p.id', '=', id).executeTakeFirst();
  return row === undefined ? undefined : { ...present(row), content: row.content };
}

/** Returns the page as the public sees it, if it is active. */
export async function findPublicPage(db: Db, slug: string): Promise<PublicPage | undefined> {
  const row = await db.q
    .selectFrom('pages')
    .select(['title', 'slug', 'content', 'updated_at'])
    .where('slug', '=', slug)
    .where('status', '=', 'active')
    .executeTakeFirst();
  return row === undefined ? undefined : { ...row, updated_at: wireTime(row.updated_at) };
}

interface Row {
  id: number;
  title: string;
  slug: string;
  status: string;
  edited_by: number | null;
  editor: string | null;
  created_at: string;
  updated_at: string;
}

const present = (row: Row): PageSummary => ({
  id: row.id,
  title: row.title,
  slug: row.slug,
  status: row.status === 'active' ? 'active' : 'inactive',
  edited_by:
    row.edited_by === null || row.editor === null ? null : { id: row.edited_by, name: row.editor },
  created_at: wireTime(row.created_at),
  updated_at: wireTime(row.updated_at),
});
