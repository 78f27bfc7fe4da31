import { sql } from 'kysely';
import type {
  PageStatus,
  PageSummary,
  PublicPage,
  StaticPage,
} from '@lavra/contract/pages/schemas';
import type { Db } from '../../platform/db/database.ts';
import type { PageQuery } from '../../platform/db/cursor-page.ts';
import { listPage, sliceOf, type SortKey } from '../../platform/db/list-page.ts';
import { searchPatterns } from '../../platform/db/paging.ts';
import { wireTime } from '../../platform/text/wire.ts';

export interface PageListQuery extends PageQuery {
  q?: string;
  search?: string;
  status?: PageStatus;
  sort?: SortField | `-${SortField}`;
}

// As text, so that a cursor preserves every key exactly.
const sortKeys = {
  title: { expression: 'fold(p.title) COLLATE "C"', type: 'text' },
  created_at: {
    expression: `to_char(p.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US') COLLATE "C"`,
    type: 'text',
  },
} as const satisfies Readonly<Record<string, SortKey>>;
type SortField = keyof typeof sortKeys;

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
  const { rows, meta } = await listPage(db, query, {
    name: (sort) => sort.replace('-', ''),
    from: sql`pages p`,
    conditions: [
      query.status !== undefined && sql<boolean>`p.status = ${query.status}`,
      ...searchPatterns(query).map(
        (pattern) => sql<boolean>`fold(p.title) LIKE ${pattern} OR p.slug LIKE ${pattern}`,
      ),
    ],
    read: (slice) => sliceOf(pages(db), slice).execute(),
    sorts: sortKeys,
    sort: 'title',
    id: 'p.id',
  });
  return { data: rows.map(present), meta };
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
