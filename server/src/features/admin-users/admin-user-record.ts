import type { AdminUser } from '@lavra/contract/admin/users';
import type { Db } from '../../platform/db/database.ts';
import { getAccount } from '../accounts/accounts-feature.ts';
import { presentUserRecord } from './admin-user-presenter.ts';

/**
 * Returns an account as administrators see it. Throws when there is none: callers take the id from
 * a row.
 */
export async function getAdminUser(db: Db, id: number): Promise<AdminUser> {
  const account = await getAccount(db, id);
  const state = await db.q
    .selectFrom('users as u')
    .leftJoin('consultants as co', 'co.user_id', 'u.id')
    .select(['co.id as consultant_id', 'co.uuid as consultant_uuid'])
    .select(['u.version', 'u.updated_at', 'u.deleted_at'])
    .where('u.id', '=', id)
    .executeTakeFirst();
  if (state === undefined) throw new Error(`account ${id} does not exist`);
  return presentUserRecord(account, state);
}
