import type { AdminCaller } from '../../platform/auth/caller.ts';
import type { Db } from '../../platform/db/database.ts';
import { RuleError } from '../../platform/errors.ts';

/**
 * Locks all active masters, by ascending id, before any change to an administrator. Throws 401 when
 * the caller is no longer one of them. The acting administrator is thus an active master when the
 * change commits, and no master may give up their own access: so at least one always remains, even
 * when two of them act on each other at once.
 */
export async function lockActingMaster(
  db: Db,
  { userId }: Pick<AdminCaller, 'userId'>,
): Promise<void> {
  const masters = await db.q
    .selectFrom('users')
    .select('id')
    .where('user_type', '=', 'admin')
    .where('admin_role', '=', 'master')
    .where('status', '=', 'ativo')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  if (!masters.some(({ id }) => id === userId)) throw new RuleError('unauthenticated');
}
