import type { Message } from '@lavra/contract/accounts/schemas';
import type { Caller } from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import { RuleError } from '../../platform/errors.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Platform } from '../../platform/platform.ts';
import { accountTexts } from './account-texts.ts';
import { sendChangeLink, sendLink, timeToNextLink, type AccountMails } from './account-mails.ts';
import {
  lockAccount,
  purposeOf,
  useToken,
  voidTokens,
  type LockedAccount,
} from './account-tokens.ts';
import { confirmChange, refusingMoved } from './email-change.ts';
import { tooManyMails } from './mail-request-limit.ts';

/**
 * Verifies that an address belongs to the account: the one in force, or the pending one. Throws
 * `link_invalid`, and `email_taken` when another account has taken the pending address.
 */
export async function verifyEmail(
  { db, command }: Platform,
  mails: AccountMails,
  request: Request,
  { token }: { token: string },
): Promise<Message> {
  const isChange = (await purposeOf(db, token)) === 'email_change';
  return refusingMoved(() =>
    command(request, async (uow) => {
      if (isChange) await confirmChange(uow, mails, await useToken(uow, token, 'email_change'));
      else await confirmPresent(uow, await useToken(uow, token, 'email_verification'));
      return { message: isChange ? accountTexts.emailChanged : accountTexts.emailVerified };
    }),
  );
}

/**
 * Sends the link of the pending address or, without one, of the address in force. Throws
 * `email_already_verified`, or 429 after five an hour.
 */
export const resendVerification = (
  { command }: Platform,
  mails: AccountMails,
  request: Request<Caller>,
): Promise<Message> =>
  command(request, async (uow) => {
    const account = await lockAccount(uow.db, request.caller.userId);
    if (account === undefined) throw new RuleError('unauthenticated');
    const waits = account.pending_email !== null;
    if (account.email_verified && !waits) throw new RuleError('email_already_verified');
    const wait = await timeToNextLink(
      uow,
      mails,
      account,
      waits ? 'email_change' : 'email_verification',
    );
    if (wait > 0) throw tooManyMails(wait);
    await (waits
      ? sendChangeLink(uow, mails, account)
      : sendLink(uow, mails, account, 'email_verification'));
    return { message: waits ? accountTexts.changeLinkSent : accountTexts.verificationSent };
  });

async function confirmPresent(
  uow: UnitOfWork,
  { id, email_verified }: LockedAccount,
): Promise<void> {
  await voidTokens(uow, id, 'email_verification');
  if (email_verified) return;
  await uow.db.q
    .updateTable('users')
    .set((eb) => ({
      email_verified_at: uow.now,
      version: eb('version', '+', 1),
      updated_at: uow.now,
    }))
    .where('id', '=', id)
    .execute();
  uow.audit({
    action: 'updated',
    resourceType: 'user',
    resourceId: id,
    oldValues: { email_verified },
    newValues: { email_verified: true },
  });
}
