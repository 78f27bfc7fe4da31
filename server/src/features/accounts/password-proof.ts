import type { Caller } from '../../platform/auth/caller.ts';
import { verifyPassword } from '../../platform/auth/password.ts';
import { InvalidFields } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { acceptAttempt, type LoginLimits } from './login-limits.ts';
import { accountKeyOf } from './login-service.ts';
import { findCredentials } from './profile-store.ts';

/**
 * Checks the caller's password and returns the hash it was checked against, to be compared under
 * the account's lock. A wrong one counts as a failed login, and is the error of `field`.
 */
export type ProvePassword = (caller: Caller, password: string, field: string) => Promise<string>;

/** Creates the check. It throws `InvalidFields`, and 429 over the login limits. */
export function createPasswordProof({
  platform: { db },
  limits,
}: {
  platform: Platform;
  limits: LoginLimits;
}): ProvePassword {
  return async (caller, password, field) => {
    const { email, password_hash } = await findCredentials(db, caller.userId);
    const attempt = await limits.begin({ accountKey: accountKeyOf(email), visitor: caller });
    const matches = await verifyPassword(password_hash, password);
    limits.count(matches ? 'accepted' : 'refused');
    if (!matches || password_hash === null) throw InvalidFields.of(field, 'wrong_password');
    await acceptAttempt(db, attempt, caller.userId);
    return password_hash;
  };
}
