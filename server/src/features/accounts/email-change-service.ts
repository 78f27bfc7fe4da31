import type { Message, UndoEmailBody } from '@lavra/contract/accounts/schemas';
import type { Caller, Visitor } from '../../platform/auth/caller.ts';
import { verifyPassword } from '../../platform/auth/password.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { InvalidFields, RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { accountTexts } from './account-texts.ts';
import type { AccountMails } from './account-mails.ts';
import { lockAccount, voidTokens } from './account-tokens.ts';
import { refusingMoved, setEmail } from './email-change.ts';
import { findUndo, useUndo, voidLaterUndos, type UndoLink } from './email-undo-store.ts';
import { acceptAttempt, type LoginLimits } from './login-limits.ts';

/** Cancels a pending change of address, and undoes one that took effect. */
export function createEmailChange({
  platform: { db, clock, command },
  limits,
  mails,
}: {
  platform: Platform;
  limits: LoginLimits;
  mails: AccountMails;
}) {
  /**
   * Checks the password the account had when it left the address, if the link requires it. An
   * address that was never confirmed may belong to a stranger, so the link alone does not suffice.
   */
  const prove = async (
    visitor: Visitor,
    { email_key, proof_hash, user_id }: UndoLink,
    password: string | undefined,
  ): Promise<void> => {
    if (proof_hash === null) return;
    if (password === undefined) throw InvalidFields.of('password', 'password_before_change');
    const attempt = await limits.begin({ accountKey: email_key, visitor });
    const matches = await verifyPassword(proof_hash, password);
    limits.count(matches ? 'accepted' : 'refused');
    if (!matches) throw InvalidFields.of('password', 'wrong_password');
    await acceptAttempt(db, attempt, user_id);
  };

  return {
    /** Cancels the pending change. Throws `no_pending_email`. */
    cancel: (caller: Caller): Promise<Message> =>
      command(caller, async (uow) => {
        const account = await lockAccount(uow.db, caller.userId);
        if (account === undefined) throw new RuleError('unauthenticated');
        const { id, pending_email } = account;
        if (pending_email === null) throw new RuleError('no_pending_email');
        await uow.db.q
          .updateTable('users')
          .set((eb) => ({
            pending_email: null,
            version: eb('version', '+', 1),
            updated_at: uow.now,
          }))
          .where('id', '=', id)
          .execute();
        await voidTokens(uow, id, 'email_change');
        uow.audit({
          action: 'updated',
          resourceType: 'user',
          resourceId: id,
          oldValues: { pending_email },
          newValues: { pending_email: null },
        });
        return { message: accountTexts.changeCancelled };
      }),

    /**
     * Restores the former address. Throws `link_invalid`, 422 for `password` where it is required,
     * 429 after too many attempts at it.
     */
    undo: async (visitor: Visitor, { token, password }: UndoEmailBody): Promise<Message> => {
      const link = await findUndo(db, token, clock.now());
      if (link === undefined) throw new RuleError('link_invalid');
      await prove(visitor, link, password);
      return refusingMoved(() =>
        command(visitor, async (uow) => {
          await takeBack(uow, link, { token, mails });
          return { message: accountTexts.changeUndone };
        }),
      );
    },
  };
}

/**
 * Puts the old address in force again, ends all sessions, removes the password, and sends that
 * address the link to choose a new one.
 */
async function takeBack(
  uow: UnitOfWork,
  link: UndoLink,
  { token, mails }: { token: string; mails: AccountMails },
): Promise<void> {
  const account = await lockAccount(uow.db, link.user_id);
  if (account === undefined || !(await useUndo(uow, token))) throw new RuleError('link_invalid');
  const { id, email, pending_email } = account;
  await setEmail(uow, id, link.restores_email);
  await uow.db.q
    .updateTable('users')
    .set((eb) => ({ password_hash: null, auth_version: eb('auth_version', '+', 1) }))
    .where('id', '=', id)
    .execute();
  await voidTokens(uow, id);
  await voidLaterUndos(uow, link);
  await mails.sendLinkTo(uow, id, 'password_reset');
  uow.audit({
    action: 'updated',
    resourceType: 'user',
    resourceId: id,
    oldValues: { email, pending_email },
    newValues: {
      email: link.restores_email,
      pending_email: null,
      email_change_undone: true,
      password_changed: true,
    },
  });
}
