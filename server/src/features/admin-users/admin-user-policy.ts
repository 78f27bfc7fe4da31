import type { UserType } from '@lavra/domain/account/user-type';
import type { AdminCaller } from '../../platform/auth/caller.ts';
import { RuleError } from '../../platform/errors.ts';
import type { Verdict } from '../../platform/http/mount.ts';

/**
 * Administrators are looked after by masters alone: whoever could create or change one could raise themself. Throws
 * `master_only`, which tells more than that the account is somebody else's.
 */
export function judgeKeeper(
  { adminRole }: Pick<AdminCaller, 'adminRole'>,
  { userType }: { readonly userType: UserType },
): Verdict {
  if (userType === 'admin' && adminRole !== 'master') throw new RuleError('master_only');
  return 'ok';
}
