import { sql } from 'kysely';
import type * as endpoints from '@lavra/contract/admin/producers';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import { selectUserStatuses } from '@lavra/domain/account/user-status';
import type { Db } from '../../platform/db/database.ts';
import type { Condition, Wanted } from '../../platform/db/dynamic.ts';
import { listPage, type Slice, type SortColumns } from '../../platform/db/list-page.ts';
import { personFound } from '../../platform/db/person-search.ts';
import { searchOf } from '../../platform/db/paging.ts';
import type { PersonRow } from '../accounts/accounts-feature.ts';
import { personSortKeys } from './person-sort.ts';

export type PeopleQuery = QueryOf<typeof endpoints.listAdminProducers>;

export interface PlaceRow {
  readonly city: string | null;
  readonly state: string | null;
}
export type ProducerListRow = PersonRow &
  PlaceRow & { readonly type: 'PF' | 'PJ'; readonly planted_area: string | null };
export type SupplierListRow = PersonRow &
  PlaceRow & {
    readonly website: string | null;
    readonly coverage_kind: 'national' | 'states' | 'cities';
  };

/** The records `r` of each profile, and the columns that its list shows besides the person's. */
const kinds = {
  producer: {
    ofType: "u.user_type = 'produtor'",
    table: 'producers',
    columns: 'r.type, r.planted_area',
  },
  supplier: {
    ofType: "u.user_type = 'fornecedor'",
    table: 'suppliers',
    columns: 'r.website, r.coverage_kind',
  },
} as const;

export const listAdminProducers = (db: Db, query: PeopleQuery) =>
  listPeople<ProducerListRow>(db, 'producer', query);
export const listAdminSuppliers = (db: Db, query: PeopleQuery) =>
  listPeople<SupplierListRow>(db, 'supplier', query);

/**
 * Returns one page of a profile's people, by page number or after a cursor, and the exact total.
 * The page's ids are selected before anything is looked up for it.
 */
const listPeople = <R extends PersonRow>(db: Db, kind: keyof typeof kinds, query: PeopleQuery) =>
  listPage<R, keyof typeof personSortKeys>(db, query, {
    name: `${kind}s`,
    from: sql`users u`,
    conditions: conditionsOf(kind, query),
    read: async (slice) => (await selectPeople<R>(kind, slice).execute(db.q)).rows,
    sorts: personSortKeys,
    sort: 'name',
    id: 'u.id',
  });

function selectPeople<R>(
  kind: keyof typeof kinds,
  { where, order, sortColumns, limit, offset }: Slice,
) {
  const { table, columns } = kinds[kind];
  return sql<R & SortColumns>`
    SELECT r.id, r.uuid, u.id AS user_id, u.name, u.email,
      u.email_verified_at IS NOT NULL AS email_verified,
      u.document_type, u.document_number AS document, u.phone, u.mobile, u.status,
      u.created_at, u.deleted_at, c.name AS city, c.uf AS state,
      ${sql.raw(columns)}, ${sql.join(sortColumns)}
    FROM (
      SELECT u.id FROM users u WHERE ${where} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}
    ) page
    JOIN users u ON u.id = page.id
    JOIN ${sql.table(table)} r ON r.user_id = u.id
    LEFT JOIN addresses a ON a.user_id = u.id AND a.position = 0
    LEFT JOIN cities c ON c.id = a.city_id
    ORDER BY ${order}`;
}

function conditionsOf(kind: keyof typeof kinds, query: PeopleQuery): Wanted[] {
  const text = searchOf(query);
  return [
    sql<boolean>`${sql.raw(kinds[kind].ofType)}`,
    query.with_deleted !== true && sql<boolean>`u.deleted_at IS NULL`,
    query.status !== undefined && ofStatus(query.status),
    text !== undefined && personFound(text),
  ];
}

const ofStatus = (status: NonNullable<PeopleQuery['status']>): Condition =>
  sql<boolean>`u.status IN (${sql.join([...selectUserStatuses(status)])})`;
