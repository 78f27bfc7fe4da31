import type { AdminUser } from '@lavra/contract/admin/users';
import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import { getAccount } from '../accounts/accounts-feature.ts';
import { presentUserRecord } from './admin-user-presenter.ts';

const readState = statement({
  name: 'admin-user-state',
  params: params<{ id: number }>(),
  columns: {
    consultant_id: orNull(col.int),
    consultant_uuid: orNull(col.uuid),
    version: col.int,
    updated_at: col.timestamp,
    deleted_at: orNull(col.timestamp),
  },
  text: `
    SELECT co.id AS consultant_id, co.uuid AS consultant_uuid, u.version, u.updated_at, u.deleted_at
    FROM users u LEFT JOIN consultants co ON co.user_id = u.id WHERE u.id = :id`,
});

/**
 * Returns an account as administrators see it. Throws when there is none: callers take the id from
 * a row.
 */
export async function getUserRecord(db: Db, id: number): Promise<AdminUser> {
  const account = await getAccount(db, id);
  const state = await db.row(readState, { id });
  if (state === undefined) throw new Error(`account ${id} does not exist`);
  return presentUserRecord(account, state);
}
