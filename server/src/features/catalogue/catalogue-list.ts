import { sql } from 'kysely';
import type { Caller } from '../../platform/auth/caller.ts';
import type { PageQuery } from '../../platform/db/cursor-page.ts';
import type { Wanted } from '../../platform/db/dynamic.ts';
import type { SortKey } from '../../platform/db/list-page.ts';

// Sort keys are text, so that a cursor carries each of them exactly, microseconds included.
const sortKeys = {
  name: { expression: 't.name_key', type: 'text' },
  created_at: {
    expression: "to_char(t.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')",
    type: 'text',
  },
} as const satisfies Readonly<Record<string, SortKey>>;
type SortField = keyof typeof sortKeys;

export interface CatalogueListQuery extends PageQuery {
  q?: string;
  search?: string;
  active?: boolean;
  sort?: SortField | `-${SortField}`;
}

type Filtered = Pick<CatalogueListQuery, 'active'>;

/** What all lists of the catalogue have in common; their table has the alias `t`. */
export const catalogueList = {
  name: (sort: string) => sort.replace('-', ''),
  sorts: sortKeys,
  sort: 'name',
  id: 't.id',
} as const;

/**
 * Returns the filter of a list unless `active` is sent: none for administrators, active entries for
 * all others.
 */
export const activeFilter = ({ active }: Filtered, caller: Caller): boolean | undefined =>
  active ?? (caller.userType === 'admin' ? undefined : true);

/** Returns the condition of `activeFilter`. */
export function activityCondition(query: Filtered, caller: Caller): Wanted {
  const active = activeFilter(query, caller);
  return active !== undefined && sql<boolean>`t.active = ${active}`;
}
