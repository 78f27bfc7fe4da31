import { sql } from 'kysely';
import type * as endpoints from '@lavra/contract/admin/users';
import type { QueryOf } from '@lavra/contract/kit/endpoint';
import { userTypes, type UserType } from '@lavra/domain/account/user-type';
import { selectUserStatuses } from '@lavra/domain/account/user-status';
import type { Page } from '../../platform/db/cursor-page.ts';
import type { Db } from '../../platform/db/database.ts';
import type { Wanted } from '../../platform/db/dynamic.ts';
import {
  listPage,
  type Slice,
  type SortColumns,
  type SortKey,
} from '../../platform/db/list-page.ts';
import { searchOf } from '../../platform/db/paging.ts';
import { personFound, personSortKeys } from '../admin-people/admin-people-feature.ts';
import type { UserListRow } from './admin-user-presenter.ts';

type UserQuery = QueryOf<typeof endpoints.listAdminUsers>;

const sortKeys = {
  ...personSortKeys,
  user_type: { expression: 'u.user_type', type: 'text' },
} as const satisfies Readonly<Record<string, SortKey>>;

/**
 * Returns one page of accounts of all profiles, by page number or after a cursor, and the exact
 * total. The page's ids are selected before anything is looked up for it.
 */
export const listAdminUsers = (db: Db, query: UserQuery): Promise<Page<UserListRow>> =>
  listPage<UserListRow, keyof typeof sortKeys>(db, query, {
    name: 'users',
    from: sql`users u`,
    conditions: conditionsOf(query),
    read: async (slice) => (await selectUsers(typesOf(query), slice).execute(db.q)).rows,
    sorts: sortKeys,
    sort: 'name',
    id: 'u.id',
  });

const selectUsers = (
  types: readonly UserType[],
  { where, order, sortColumns, limit, offset }: Slice,
) => sql<UserListRow & SortColumns>`
  SELECT u.id, u.uuid, u.name, u.email, u.phone, u.mobile, u.user_type, u.status,
    u.email_verified_at IS NOT NULL AS email_verified, u.admin_role, u.document_type,
    u.document_number, u.created_at, u.deleted_at, pr.id AS producer_id, su.id AS supplier_id,
    co.id AS consultant_id, ${sql.join(sortColumns)}
  FROM (
    SELECT u.id FROM unnest(${types}::text[]) profile CROSS JOIN LATERAL (
      SELECT u.* FROM users u WHERE u.user_type = profile AND ${where}
      ORDER BY ${order} LIMIT ${offset + limit}
    ) u
    ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}
  ) page
  JOIN users u ON u.id = page.id
  LEFT JOIN producers pr ON pr.user_id = u.id
  LEFT JOIN suppliers su ON su.user_id = u.id
  LEFT JOIN consultants co ON co.user_id = u.id
  ORDER BY ${order}`;

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
}: UserQuery): Wanted[] {
  const text = searchOf(query);
  return [
    with_deleted !== true && sql<boolean>`u.deleted_at IS NULL`,
    user_type !== undefined && sql<boolean>`u.user_type = ${user_type}`,
    // Repeats the type for the index that starts with it.
    admin_role !== undefined &&
      sql<boolean>`u.user_type = 'admin' AND u.admin_role = ${admin_role}`,
    status !== undefined &&
      sql<boolean>`u.status IN (${sql.join([...selectUserStatuses(status)])})`,
    text !== undefined && personFound(text),
  ];
}
