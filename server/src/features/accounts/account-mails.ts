import { fold } from '@lavra/domain/text/fold';
import { createToken } from '../../platform/auth/token.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import type { MailOutbox } from '../../platform/mail/mail-outbox.ts';
import {
  issueToken,
  lockAccount,
  newToken,
  type LinkPurpose,
  type LockedAccount,
  type Purpose,
} from './account-tokens.ts';

const HOUR = 3_600_000;

/** What account mails are sent with. */
export interface AccountMails {
  readonly queueMail: MailOutbox['queueMail'];
  /** Whether an account gets five links of a kind an hour at most; otherwise any number. */
  readonly limits: boolean;
}

type MailedAccount = Pick<
  LockedAccount,
  'id' | 'name' | 'user_type' | 'email' | 'email_verified' | 'vouched'
>;

// The account mails. Each new link voids the earlier ones for the same purpose.

/**
 * Returns the milliseconds until another link of this kind can be sent to the account (the limit is
 * five an hour); 0 when it can be sent now.
 */
export async function timeToNextLink(
  { db, now }: UnitOfWork,
  { limits }: AccountMails,
  { id }: LockedAccount,
  template: Purpose,
): Promise<number> {
  const fifth = limits
    ? await db.row(fifthLatest, {
        user_id: id,
        template,
        window_start: new Date(now.getTime() - HOUR),
      })
    : undefined;
  return fifth === undefined ? 0 : Math.max(0, fifth.at + HOUR - now.getTime());
}

/** Sends the address in force a link. */
export const sendLink = async (
  uow: UnitOfWork,
  { queueMail }: AccountMails,
  account: LockedAccount,
  purpose: LinkPurpose,
): Promise<void> =>
  queueMail(uow, {
    userId: account.id,
    to: account.email,
    template: purpose,
    data: readerOf(account),
    secret: await issueToken(uow, account, purpose),
  });

/** Same as `sendLink`, for the id of an existing account. */
export async function sendLinkTo(
  uow: UnitOfWork,
  mails: AccountMails,
  userId: number,
  purpose: LinkPurpose,
): Promise<void> {
  const account = await lockAccount(uow.db, userId);
  if (account === undefined) throw new Error(`account ${userId} does not exist`);
  await sendLink(uow, mails, account, purpose);
}

/** Notifies an account that it has a new password. */
export const notifyPasswordChanged = (
  uow: UnitOfWork,
  { queueMail }: AccountMails,
  account: MailedAccount,
): Promise<void> =>
  queueMail(uow, {
    userId: account.id,
    to: account.email,
    template: 'password_changed',
    data: readerOf(account),
  });

/** Sends the pending address the link that puts it in force. */
export async function sendChangeLink(
  uow: UnitOfWork,
  { queueMail }: AccountMails,
  account: LockedAccount,
): Promise<void> {
  const to = account.pending_email ?? '';
  const secret = await issueToken(uow, { id: account.id, email_key: fold(to) }, 'email_change');
  // The pending address is not confirmed yet and may belong to a stranger, so the mail leaves out
  // the account's name.
  await queueMail(uow, {
    userId: account.id,
    to,
    fixed: true,
    template: 'email_change',
    data: { name: '', user_type: account.user_type },
    secret,
  });
}

/** Notifies the address in force that a change to another address was requested. */
export const notifyChangeRequested = (
  uow: UnitOfWork,
  { queueMail }: AccountMails,
  account: MailedAccount,
): Promise<void> =>
  queueMail(uow, {
    userId: account.id,
    to: account.email,
    template: 'email_change_asked',
    data: readerOf(account),
  });

/**
 * Sends the address that an account has left the link that restores it; `left` is the account
 * before the change.
 */
export async function sendUndoLink(
  uow: UnitOfWork,
  { queueMail }: AccountMails,
  left: MailedAccount & Pick<LockedAccount, 'password_hash'>,
): Promise<void> {
  const secret = createToken();
  await uow.db.q
    .insertInto('account_tokens')
    .values({
      ...newToken(uow, secret, 'email_undo'),
      user_id: left.id,
      email_key: fold(left.email),
      restores_email: left.email,
      proof_hash: left.email_verified ? null : left.password_hash,
    })
    .execute();
  await queueMail(uow, {
    userId: left.id,
    to: left.email,
    fixed: true,
    template: 'email_changed',
    data: readerOf(left),
    secret,
  });
}

/**
 * Returns the name and profile that a mail shows. The name is chosen by the account and must not
 * reach a stranger: it is empty unless the address is verified, or an administrator wrote both name
 * and address.
 */
export const readerOf = ({
  name,
  user_type,
  email_verified,
  vouched,
}: Pick<LockedAccount, 'name' | 'user_type' | 'email_verified' | 'vouched'>) => ({
  name: email_verified || vouched ? name : '',
  user_type,
});

/**
 * Finds when the fifth latest mail of a kind within the window was written, in epoch milliseconds.
 */
const fifthLatest = statement({
  name: 'mails-fifth-latest',
  params: params<{ user_id: number; template: string; window_start: Date }>(),
  columns: { at: col.float },
  text: `
    SELECT extract(epoch FROM m.created_at)::float8 * 1000 AS at FROM mails m
    WHERE m.user_id = :user_id AND m.template = :template AND m.created_at > :window_start
    ORDER BY m.created_at DESC OFFSET 4 LIMIT 1`,
});
