import { sql, type RawBuilder } from 'kysely';
import type { listAdminProducers } from '@lavra/contract/admin/producers';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import { selectUserStatuses } from '@lavra/domain/account/user-status';
import type { Db } from '../../platform/db/database.ts';
import { after, allOf, orderBy, type Condition, type SortKey } from '../../platform/db/dynamic.ts';
import { keysetStart } from '../../platform/db/keyset.ts';
import {
  encodeCursor,
  pageMeta,
  pageRequest,
  searchOf,
  sortOf,
  type PageMeta,
} from '../../platform/http/paging.ts';
import type { PersonRow } from './person-presenter.ts';
import { personFound } from '../../platform/db/person-search.ts';
import { personSortKeys } from './person-sort.ts';

export type PeopleQuery = QueryOf<typeof listAdminProducers>;

const PAGE_SIZE = 25;
type SortField = keyof typeof personSortKeys;

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

export const listProducers = (db: Db, query: PeopleQuery) =>
  listPeople<ProducerListRow>(db, 'producer', query);
export const listSuppliers = (db: Db, query: PeopleQuery) =>
  listPeople<SupplierListRow>(db, 'supplier', query);

/**
 * Returns one page of a profile's people, by page number or after a cursor, and the exact total.
 * The page's ids are selected before anything is looked up for it.
 */
async function listPeople<R extends PersonRow>(
  db: Db,
  kind: keyof typeof kinds,
  query: PeopleQuery,
): Promise<{ rows: R[]; meta: PageMeta }> {
  const page = pageRequest(query, PAGE_SIZE);
  const { field, descending } = sortOf<SortField>(query.sort, 'name');
  const key = personSortKeys[field];
  const cursorName = `${kind}s:${descending ? '-' : ''}${field}`;
  const wanted = conditionsOf(kind, query);
  const start =
    query.cursor === undefined
      ? []
      : [after(key, 'u.id', descending, keysetStart(query.cursor, cursorName, key))];
  const [found, counted] = await Promise.all([
    pageOf<R>(kind, {
      key,
      descending,
      conditions: [...wanted, ...start],
      limit: page.perPage + 1,
      offset: query.cursor === undefined ? page.offset : 0,
    }).execute(db.q),
    sql<{
      total: number;
    }>`SELECT count(*)::int AS total FROM users u WHERE ${allOf(wanted)}`.execute(db.q),
  ]);
  const rows = found.rows.slice(0, page.perPage);
  const last = found.rows.length > rows.length ? rows.at(-1) : undefined;
  const next = last === undefined ? null : encodeCursor(cursorName, last.sort_key, last.user_id);
  return { rows, meta: pageMeta(page, counted.rows[0]?.total ?? 0, next) };
}

interface Cut {
  readonly key: SortKey;
  readonly descending: boolean;
  readonly conditions: readonly Condition[];
  readonly limit: number;
  readonly offset: number;
}

function pageOf<R>(
  kind: keyof typeof kinds,
  { key, descending, conditions, limit, offset }: Cut,
): RawBuilder<R & { sort_key: string }> {
  const { table, columns } = kinds[kind];
  const order = orderBy(key, 'u.id', descending);
  return sql<R & { sort_key: string }>`
    SELECT r.id, r.uuid, u.id AS user_id, u.name, u.email, u.email_verified_at IS NOT NULL AS email_verified, u.document_type, u.document_number AS document,
      u.phone, u.mobile, u.status, u.created_at, u.deleted_at, c.name AS city, c.uf AS state, ${sql.raw(columns)}, ${sql.raw(key.expression)}::text AS sort_key
    FROM (SELECT u.id FROM users u WHERE ${allOf(conditions)} ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}) page
    JOIN users u ON u.id = page.id
    JOIN ${sql.table(table)} r ON r.user_id = u.id
    LEFT JOIN addresses a ON a.user_id = u.id AND a.position = 0
    LEFT JOIN cities c ON c.id = a.city_id
    ORDER BY ${order}`;
}

function conditionsOf(kind: keyof typeof kinds, query: PeopleQuery): Condition[] {
  const text = searchOf(query);
  return [
    sql<boolean>`${sql.raw(kinds[kind].ofType)}`,
    ...(query.with_deleted === true ? [] : [sql<boolean>`u.deleted_at IS NULL`]),
    ...(query.status === undefined
      ? []
      : [sql<boolean>`u.status IN (${sql.join([...selectUserStatuses(query.status)])})`]),
    ...(text === undefined ? [] : [personFound(text)]),
  ];
}
