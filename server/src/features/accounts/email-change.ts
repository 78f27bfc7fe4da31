import type { UnitOfWork } from '../../platform/db/command.ts';
import { violatesUnique } from '../../platform/db/database-errors.ts';
import { RuleError } from '../../platform/errors.ts';
import { sendUndoLink, type AccountMails } from './account-mails.ts';
import { voidTokens, type LockedAccount } from './account-tokens.ts';

/**
 * Puts the pending address of an account in force after its link was used, and sends the old one
 * the undo link.
 */
export async function confirmChange(
  uow: UnitOfWork,
  mails: AccountMails,
  account: LockedAccount,
): Promise<void> {
  const { id, email, pending_email, email_verified } = account;
  if (pending_email === null) throw new RuleError('link_invalid');
  await setEmail(uow, id, pending_email);
  await voidTokens(uow, id);
  await sendUndoLink(uow, mails, account);
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

/**
 * Writes an address whose owner has just proven it, in place of the one in force and of the pending
 * one.
 */
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

/**
 * Runs a command that changes an account's address; throws `email_taken` when another account took
 * the address first.
 */
export async function refusingMoved<R>(work: () => Promise<R>): Promise<R> {
  try {
    return await work();
  } catch (error) {
    if (violatesUnique(error, 'users_email_key_key')) throw new RuleError('email_taken');
    throw error;
  }
}
