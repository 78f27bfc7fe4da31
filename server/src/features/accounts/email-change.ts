import type { UnitOfWork } from '../../platform/db/command.ts';
import { violatesUnique } from '../../platform/db/database-errors.ts';
import { RuleError } from '../../platform/errors.ts';
import type { AccountMails } from './account-mails.ts';
import { voidTokens, type LockedAccount } from './account-tokens.ts';

/** Puts the waiting address of an account, whose link has just been used, in force; the old one is sent the way back. */
export async function confirmChange(
  uow: UnitOfWork,
  account: LockedAccount,
  mails: AccountMails,
): Promise<void> {
  const { id, email, pending_email, email_verified } = account;
  if (pending_email === null) throw new RuleError('link_invalid');
  await setEmail(uow, id, pending_email);
  await voidTokens(uow, id);
  await mails.sendUndoLink(uow, account);
  uow.audit({
    action: 'updated',
    resourceType: 'user',
    resourceId: id,
    oldValues: { email, pending_email, ...(email_verified ? {} : { email_verified }) },
    newValues: {
      email: pending_email,
      pending_email: null,
      ...(email_verified ? {} : { email_verified: true }),
    },
  });
}

/** Writes an address that its reader has just proven, in the place of the one in force and the one that waits. */
export async function setEmail(
  { db, now }: UnitOfWork,
  userId: number,
  email: string,
): Promise<void> {
  await db.q
    .updateTable('users')
    .set((eb) => ({
      email,
      pending_email: null,
      email_verified_at: now,
      version: eb('version', '+', 1),
      updated_at: now,
    }))
    .where('id', '=', userId)
    .execute();
}

/** Runs a command that moves an account to an address; one that another account took first is `email_taken`. */
export async function refusingMoved<R>(work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (violatesUnique(error, 'users_email_key_key')) throw new RuleError('email_taken');
    throw error;
  }
}
