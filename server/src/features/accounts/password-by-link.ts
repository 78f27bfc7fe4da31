import type { UnitOfWork } from '../../platform/db/command.ts';
import { voidTokens, type LockedAccount } from './account-tokens.ts';

/**
 * Sets the password of a person who used a link and returns the account's new `auth_version`. The
 * link proves the address, so it becomes verified; every session and every other link ends, and a
 * pending change of address is cancelled.
 */
export async function setPasswordByLink(
  uow: UnitOfWork,
  { id, email_verified }: LockedAccount,
  passwordHash: string,
): Promise<number> {
  const { db, now } = uow;
  const { auth_version } = await db.q
    .updateTable('users')
    .set((eb) => ({
      password_hash: passwordHash,
      pending_email: null,
      auth_version: eb('auth_version', '+', 1),
      version: eb('version', '+', 1),
      updated_at: now,
      ...(email_verified ? {} : { email_verified_at: now }),
    }))
    .where('id', '=', id)
    .returning('auth_version')
    .executeTakeFirstOrThrow();
  await voidTokens(uow, id);
  uow.audit({
    action: 'updated',
    resourceType: 'user',
    resourceId: id,
    oldValues: email_verified ? {} : { email_verified },
    newValues: { password_changed: true, ...(email_verified ? {} : { email_verified: true }) },
  });
  return auth_version;
}
