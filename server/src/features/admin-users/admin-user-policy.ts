import type { UserType } from '@lavra/domain/account/user-type';
import type { AdminCaller } from '../../platform/auth/caller.ts';
import { RuleError } from '../../platform/errors.ts';
import type { AccessDecision } from '../../platform/http/mount.ts';

/**
 * Authorizes a change to an account: only masters may manage administrators, otherwise an
 * administrator could create or change one to gain rights. Throws `master_only`, which is more
 * specific than a general 403.
 */
export function authorizeAccountChange(
  { adminRole }: Pick<AdminCaller, 'adminRole'>,
  { userType }: { readonly userType: UserType },
): AccessDecision {
  if (userType === 'admin' && adminRole !== 'master') throw new RuleError('master_only');
  return 'ok';
}
