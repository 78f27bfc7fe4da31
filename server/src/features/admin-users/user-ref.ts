import { sql } from 'kysely';
import type { UserType } from '@lavra/domain/account/user-type';
import type { Db } from '../../platform/db/database.ts';
import { RuleError } from '../../platform/errors.ts';
import { refOf } from '../../platform/http/refs.ts';

/** The account that a route acts on. */
export interface UserRef {
  readonly id: number;
  readonly userType: UserType;
  readonly deleted: boolean;
}

/** Finds the account that a path names by id or UUID, deleted ones included. */
export async function findUser(db: Db, value: string): Promise<UserRef | undefined> {
  const ref = refOf(value);
  if (ref === undefined) return undefined;
  const users = db.q
    .selectFrom('users as u')
    .select([
      'u.id',
      sql<UserType>`u.user_type`.as('userType'),
      sql<boolean>`u.deleted_at IS NOT NULL`.as('deleted'),
    ]);
  return (
    'id' in ref ? users.where('u.id', '=', ref.id) : users.where('u.uuid', '=', ref.uuid)
  ).executeTakeFirst();
}

/** Same as `findUser`, without deleted accounts. */
export async function findUndeletedUser(db: Db, value: string): Promise<UserRef | undefined> {
  const user = await findUser(db, value);
  return user?.deleted === true ? undefined : user;
}

/** Throws 404 for a deleted account unless deleted ones were requested. */
export function assertShown(
  { deleted }: UserRef,
  { with_deleted }: { readonly with_deleted?: boolean },
): void {
  if (deleted && with_deleted !== true) throw new RuleError('not_found');
}
