import type { AdminCaller } from '../../platform/auth/caller.ts';
import type { Db } from '../../platform/db/database.ts';
import { RuleError } from '../../platform/errors.ts';

/**
 * Locks all active masters, by ascending id, before anything is done to an administrator. Throws 401 when the caller is
 * no longer one of them. Whoever acts is thus an active master when the change commits, and nobody may do it to
 * themself: so one always remains, also when two of them go for each other at once.
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
