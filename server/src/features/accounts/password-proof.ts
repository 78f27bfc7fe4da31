import type { Caller } from '../../platform/auth/caller.ts';
import type { HttpRequest } from '../../platform/auth/request.ts';
import { verifyPassword } from '../../platform/auth/password.ts';
import type { Db } from '../../platform/db/database.ts';
import { InvalidFields } from '../../platform/errors.ts';
import { acceptAttempt, type LoginLimits } from './login-limits.ts';
import { accountKeyOf } from './login-service.ts';
import { findCredentials } from './profile-store.ts';

/** `provePassword` with the login limits of this process. */
export type ProvePassword = (
  request: HttpRequest<Caller>,
  password: string,
  field: string,
) => Promise<string>;

/**
 * Checks the caller's password and returns the hash it was checked against, to be compared under
 * the account's lock. A wrong one counts as a failed login, and is the error of `field`. Throws
 * `InvalidFields`, and 429 over the login limits.
 */
export async function provePassword(
  db: Db,
  limits: LoginLimits,
  request: HttpRequest<Caller>,
  password: string,
  field: string,
): Promise<string> {
  const { userId } = request.caller;
  const { email, password_hash } = await findCredentials(db, userId);
  const attempt = await limits.begin({ accountKey: accountKeyOf(email), request });
  const matches = await verifyPassword(password_hash, password);
  limits.count(matches ? 'accepted' : 'refused');
  if (!matches || password_hash === null) throw InvalidFields.of(field, 'wrong_password');
  await acceptAttempt(db, attempt, userId);
  return password_hash;
}
