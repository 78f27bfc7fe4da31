import type { Message, UndoEmailBody } from '@lavra/contract/accounts/schemas';
import type { Caller } from '../../platform/auth/caller.ts';
import type { HttpRequest, Request } from '../../platform/auth/request.ts';
import { verifyPassword } from '../../platform/auth/password.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { InvalidFields, RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { accountTexts } from './account-texts.ts';
import { sendLinkTo, type AccountMails } from './account-mails.ts';
import type { AccountParts } from './account-parts.ts';
import { lockAccount, voidTokens } from './account-tokens.ts';
import { refusingMoved, setEmail } from './email-change.ts';
import { findUndo, useUndo, voidLaterUndos, type UndoLink } from './email-undo-store.ts';
import { acceptAttempt, type LoginLimits } from './login-limits.ts';

/** Cancels the pending change of address. Throws `no_pending_email`. */
export const cancelEmailChange = (
  { command }: Platform,
  request: Request<Caller>,
): Promise<Message> =>
  command(request, async (uow) => {
    const account = await lockAccount(uow.db, request.caller.userId);
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
  });

/**
 * Undoes a change of address that took effect: restores the former one. Throws `link_invalid`, 422
 * for `password` where it is required, 429 after too many attempts at it.
 */
export async function undoEmailChange(
  { db, clock, command }: Platform,
  { loginLimits, mails }: Pick<AccountParts, 'loginLimits' | 'mails'>,
  request: HttpRequest,
  { token, password }: UndoEmailBody,
): Promise<Message> {
  const link = await findUndo(db, token, clock.now());
  if (link === undefined) throw new RuleError('link_invalid');
  await proveFormer(db, loginLimits, request, { link, password });
  return refusingMoved(() =>
    command(request, async (uow) => {
      await takeBack(uow, mails, link, token);
      return { message: accountTexts.changeUndone };
    }),
  );
}

/**
 * Checks the password the account had when it left the address, if the link requires it. An address
 * that was never confirmed may belong to a stranger, so the link alone does not suffice.
 */
async function proveFormer(
  db: Db,
  limits: LoginLimits,
  request: HttpRequest,
  {
    link: { email_key, proof_hash, user_id },
    password,
  }: { link: UndoLink; password: string | undefined },
): Promise<void> {
  if (proof_hash === null) return;
  if (password === undefined) throw InvalidFields.of('password', 'password_before_change');
  const attempt = await limits.begin({ accountKey: email_key, request });
  const matches = await verifyPassword(proof_hash, password);
  limits.count(matches ? 'accepted' : 'refused');
  if (!matches) throw InvalidFields.of('password', 'wrong_password');
  await acceptAttempt(db, attempt, user_id);
}

/**
 * Puts the old address in force again, ends all sessions, removes the password, and sends that
 * address the link to choose a new one.
 */
async function takeBack(
  uow: UnitOfWork,
  mails: AccountMails,
  link: UndoLink,
  token: string,
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
  await sendLinkTo(uow, mails, id, 'password_reset');
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
