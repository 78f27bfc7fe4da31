import type {
  ForgotPasswordBody,
  Message,
  NewPasswordBody,
} from '@lavra/contract/accounts/schemas';
import type { HttpRequest, Request } from '../../platform/auth/request.ts';
import { hashPassword } from '../../platform/auth/password.ts';
import { FieldErrors } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { accountTexts } from './account-texts.ts';
import { sendLink, timeToNextLink, type AccountMails } from './account-mails.ts';
import type { AccountParts } from './account-parts.ts';
import { assertUsable, lockAccount, useToken } from './account-tokens.ts';
import { accountKeyOf } from './login-service.ts';
import { recordPasswordlessLogin } from './login-limits.ts';
import { countMailRequest } from './mail-request-limit.ts';
import { setPasswordByLink } from './password-by-link.ts';
import { checkNewPassword } from './person-fields.ts';

/**
 * Milliseconds; longer than queueing a mail takes. No reply is sent sooner, so that its time does
 * not reveal whether a mail was queued.
 */
const ANSWER_AFTER = 250;

/**
 * Sends the link to choose another password. Gives the same reply after the same time, whether or
 * not the account exists or has reached its limit of mails.
 */
export async function forgotPassword(
  platform: Platform,
  { mails, mailRequests }: Pick<AccountParts, 'mails' | 'mailRequests'>,
  request: HttpRequest,
  body: ForgotPasswordBody,
): Promise<Message> {
  await countMailRequest(platform, mailRequests, request);
  const begun = performance.now();
  await queueLink(platform, mails, request, body);
  await request.pause(ANSWER_AFTER - (performance.now() - begun), { reacquire: false });
  return { message: accountTexts.resetRequested };
}

async function queueLink(
  { db, command }: Platform,
  mails: AccountMails,
  request: Request,
  { email, user_type }: ForgotPasswordBody,
): Promise<void> {
  const found = db.q
    .selectFrom('users')
    .select('id')
    .where('email_key', '=', accountKeyOf(email))
    .where('deleted_at', 'is', null);
  const user = await (
    user_type === undefined ? found : found.where('user_type', '=', user_type)
  ).executeTakeFirst();
  if (user === undefined) return;
  await command(request, async (uow) => {
    const account = await lockAccount(uow.db, user.id);
    if (account === undefined || (await timeToNextLink(uow, mails, account, 'password_reset')) > 0)
      return;
    await sendLink(uow, mails, account, 'password_reset');
  });
}

/** Sets the password that a link was sent for. Throws 422 field by field, or `link_invalid`. */
export async function resetPassword(
  { db, clock, command }: Platform,
  request: Request,
  { token, password, password_confirmation: confirmation }: NewPasswordBody,
): Promise<Message> {
  const fields = new FieldErrors();
  checkNewPassword(fields, { password, confirmation });
  fields.throwIfAny();
  await assertUsable(db, token, { purpose: 'password_reset', now: clock.now() });
  const passwordHash = await hashPassword(password);
  return command(request, async (uow) => {
    const account = await useToken(uow, token, 'password_reset');
    await setPasswordByLink(uow, account, passwordHash);
    await recordPasswordlessLogin(uow.db, {
      accountKey: account.email_key,
      ip: request.ip,
      userId: account.id,
      now: uow.now,
    });
    return { message: accountTexts.passwordReset };
  });
}
