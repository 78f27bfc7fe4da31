import { sql } from 'kysely';
import type { listPlans as listPlansEndpoint } from '@lavra/contract/admin/plans';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import type { Page } from '../../platform/db/cursor-page.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Wanted } from '../../platform/db/dynamic.ts';
import { listPage } from '../../platform/db/list-page.ts';
import { rawColumns } from '../../platform/db/projection.ts';
import { searchPatterns } from '../../platform/db/paging.ts';
import { planColumns, type PlanRow } from './plan-queries.ts';

type Query = QueryOf<typeof listPlansEndpoint>;

const sortKeys = {
  // As text with the sort order of the number, so that a cursor can contain it.
  sort_order: { expression: "to_char(p.sort_order + 1000000, 'FM0000000')", type: 'text' },
  name: { expression: 'fold(p.name) COLLATE "C"', type: 'text' },
  created_at: { expression: 'p.created_at', type: 'timestamptz' },
} as const;

/** Returns one page of plans, by number or after a cursor, and the exact total. */
export const listPlans = (db: Db, query: Query): Promise<Page<PlanRow>> =>
  listPage(db, query, {
    name: 'plans',
    from: sql`plans p`,
    columns: rawColumns(planColumns, 'p'),
    conditions: conditionsOf(query),
    sorts: sortKeys,
    sort: 'sort_order',
    id: 'p.id',
  });

const conditionsOf = ({ profile_type, is_active, ...query }: Query): Wanted[] => [
  profile_type !== undefined && sql<boolean>`p.profile_type = ${profile_type}`,
  is_active !== undefined && sql<boolean>`p.is_active = ${is_active}`,
  ...searchPatterns(query).map(
    (pattern) => sql<boolean>`fold(p.name) LIKE ${pattern} OR p.slug LIKE ${pattern}`,
  ),
];
