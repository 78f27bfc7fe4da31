import { sql } from 'kysely';
import type { listAdminUsers } from '@lavra/contract/admin/users';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import { userTypes, type UserType } from '@lavra/domain/account/user-type';
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
import { personFound, personSortKeys } from '../admin-people/admin-people-feature.ts';
import type { UserListRow } from './admin-user-presenter.ts';

type UserQuery = QueryOf<typeof listAdminUsers>;

const PAGE_SIZE = 25;
const sortKeys = {
  ...personSortKeys,
  user_type: { expression: 'u.user_type', type: 'text' },
} as const satisfies Readonly<Record<string, SortKey>>;
type SortField = keyof typeof sortKeys;

/**
 * Returns one page of accounts of all profiles, by page number or after a cursor, and the exact
 * total. The page's ids are selected before anything is looked up for it.
 */
export async function listUsers(
  db: Db,
  query: UserQuery,
): Promise<{ rows: UserListRow[]; meta: PageMeta }> {
  const page = pageRequest(query, PAGE_SIZE);
  const offset = query.cursor === undefined ? page.offset : 0;
  const { field, descending } = sortOf<SortField>(query.sort, 'name');
  const key = sortKeys[field];
  const cursorName = `users:${descending ? '-' : ''}${field}`;
  const wanted = conditionsOf(query);
  const start =
    query.cursor === undefined
      ? []
      : [after(key, 'u.id', descending, keysetStart(query.cursor, cursorName, key))];
  const order = orderBy(key, 'u.id', descending);
  const [found, counted] = await Promise.all([
    sql<UserListRow & { sort_key: string }>`
      SELECT u.id, u.uuid, u.name, u.email, u.phone, u.mobile, u.user_type, u.status, u.email_verified_at IS NOT NULL AS email_verified, u.admin_role,
        u.document_type, u.document_number, u.created_at, u.deleted_at, pr.id AS producer_id, su.id AS supplier_id, co.id AS consultant_id,
        ${sql.raw(key.expression)}::text AS sort_key
      FROM (
        SELECT u.id FROM unnest(${typesOf(query)}::text[]) profile CROSS JOIN LATERAL (
          SELECT u.* FROM users u WHERE u.user_type = profile AND ${allOf([...wanted, ...start])} ORDER BY ${order} LIMIT ${offset + page.perPage + 1}
        ) u
        ORDER BY ${order} LIMIT ${page.perPage + 1} OFFSET ${offset}
      ) page
      JOIN users u ON u.id = page.id
      LEFT JOIN producers pr ON pr.user_id = u.id
      LEFT JOIN suppliers su ON su.user_id = u.id
      LEFT JOIN consultants co ON co.user_id = u.id
      ORDER BY ${order}`.execute(db.q),
    sql<{
      total: number;
    }>`SELECT count(*)::int AS total FROM users u WHERE ${allOf(wanted)}`.execute(db.q),
  ]);
  const rows = found.rows.slice(0, page.perPage);
  const last = found.rows.length > rows.length ? rows.at(-1) : undefined;
  return {
    rows,
    meta: pageMeta(
      page,
      counted.rows[0]?.total ?? 0,
      last === undefined ? null : encodeCursor(cursorName, last.sort_key, last.id),
    ),
  };
}

/**
 * Returns the profiles to read. The indexes of people start with the profile: each profile's rows
 * are read by its own index, and the page is taken from the union.
 */
const typesOf = ({ user_type, admin_role }: UserQuery): readonly UserType[] =>
  userTypes.filter(
    (type) => (user_type ?? type) === type && (admin_role === undefined || type === 'admin'),
  );

function conditionsOf({
  user_type,
  status,
  admin_role,
  with_deleted,
  ...query
}: UserQuery): Condition[] {
  const text = searchOf(query);
  return [
    ...(with_deleted === true ? [] : [sql<boolean>`u.deleted_at IS NULL`]),
    ...(user_type === undefined ? [] : [sql<boolean>`u.user_type = ${user_type}`]),
    // Repeats the type for the index that starts with it.
    ...(admin_role === undefined
      ? []
      : [sql<boolean>`u.user_type = 'admin' AND u.admin_role = ${admin_role}`]),
    ...(status === undefined
      ? []
      : [sql<boolean>`u.status IN (${sql.join([...selectUserStatuses(status)])})`]),
    ...(text === undefined ? [] : [personFound(text)]),
  ];
}
