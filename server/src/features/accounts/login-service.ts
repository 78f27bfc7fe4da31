import type { Session } from '@lavra/contract/accounts/schemas';
import { normaliseEmail } from '@lavra/domain/account/email';
import type { UserStatus } from '@lavra/domain/account/user-status';
import type { UserType } from '@lavra/domain/account/user-type';
import { fold } from '@lavra/domain/text/fold';
import type { HttpRequest } from '../../platform/auth/request.ts';
import { verifyPassword } from '../../platform/auth/password.ts';
import { RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { presentSession } from './account-presenter.ts';
import { getAccount } from './account-queries.ts';
import { acceptAttempt, type LoginLimits } from './login-limits.ts';
import { openSession } from './session-store.ts';

interface Credentials {
  readonly email: string;
  readonly password: string;
  readonly user_type: UserType;
}

/**
 * Returns the key of an account in the security log and the limits; it does not depend on the
 * profile.
 */
export const accountKeyOf = (email: string): string => fold(normaliseEmail(email));

/**
 * Opens a session. Every failure before the password is known to be right gives the same reply
 * after the same steps: the attempt recorded, the account looked up, one password verified.
 */
export async function login(
  { db, command }: Platform,
  limits: LoginLimits,
  request: HttpRequest,
  { email, password, user_type }: Credentials,
): Promise<Session> {
  const accountKey = accountKeyOf(email);
  const attempt = await limits.begin({ accountKey, request });
  const user = await db.q
    .selectFrom('users')
    .select(['id', 'password_hash', 'status', 'auth_version'])
    .where('email_key', '=', accountKey)
    .where('user_type', '=', user_type)
    .where('deleted_at', 'is', null)
    .$narrowType<{ status: UserStatus }>()
    .executeTakeFirst();
  const matches = await verifyPassword(user?.password_hash ?? null, password);
  limits.count(user !== undefined && matches ? 'accepted' : 'refused');
  if (user === undefined || !matches) throw new RuleError('login_failed');
  assertActive(user.status);
  return command(request, async (uow) => {
    await acceptAttempt(uow.db, attempt, user.id);
    const issued = await openSession(uow, {
      userId: user.id,
      userType: user_type,
      authVersion: user.auth_version,
      request,
    });
    return presentSession(await getAccount(uow.db, user.id), issued);
  });
}

/** Throws 403 with the reason unless the account's status allows logins. */
export function assertActive(status: UserStatus): void {
  if (status === 'inativo') throw new RuleError('account_inactive');
  if (status === 'bloqueado') throw new RuleError('account_blocked');
}
