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

/** Sends the account mails. Each new link voids the earlier ones for the same purpose. */
export interface AccountMails {
  /**
   * Returns the milliseconds until another link of this kind can be sent to the account (the limit
   * is five an hour); 0 when it can be sent now.
   */
  readonly waitFor: (uow: UnitOfWork, account: LockedAccount, purpose: Purpose) => Promise<number>;
  readonly sendLink: (
    uow: UnitOfWork,
    account: LockedAccount,
    purpose: LinkPurpose,
  ) => Promise<void>;
  /** Same as `sendLink`, for the id of an existing account. */
  readonly sendLinkTo: (uow: UnitOfWork, userId: number, purpose: LinkPurpose) => Promise<void>;
  readonly notifyPasswordChanged: (uow: UnitOfWork, reader: MailedAccount) => Promise<void>;
  /** Sends the pending address the link that puts it in force. */
  readonly sendChangeLink: (uow: UnitOfWork, account: LockedAccount) => Promise<void>;
  /** Notifies the address in force that a change to another address was requested. */
  readonly notifyChangeRequested: (uow: UnitOfWork, account: MailedAccount) => Promise<void>;
  /**
   * Sends the address that an account has left the link that restores it; `left` is the account
   * before the change.
   */
  readonly sendUndoLink: (
    uow: UnitOfWork,
    left: MailedAccount & Pick<LockedAccount, 'password_hash'>,
  ) => Promise<void>;
}

type MailedAccount = Pick<
  LockedAccount,
  'id' | 'name' | 'user_type' | 'email' | 'email_verified' | 'vouched'
>;

/** Creates the account mails. With `limits` off any number is sent. */
export function createAccountMails({
  queueMail,
  limits,
}: {
  queueMail: MailOutbox['queueMail'];
  limits: boolean;
}): AccountMails {
  const sendLink: AccountMails['sendLink'] = async (uow, account, purpose) => {
    await queueMail(uow, {
      userId: account.id,
      to: account.email,
      template: purpose,
      data: readerOf(account),
      secret: await issueToken(uow, account, purpose),
    });
  };
  return {
    sendLink,
    waitFor: async ({ db, now }, { id }, template) => {
      const fifth = limits
        ? await db.row(fifthLatest, {
            user_id: id,
            template,
            window_start: new Date(now.getTime() - HOUR),
          })
        : undefined;
      return fifth === undefined ? 0 : Math.max(0, fifth.at + HOUR - now.getTime());
    },
    sendLinkTo: async (uow, userId, purpose) => {
      const account = await lockAccount(uow.db, userId);
      if (account === undefined) throw new Error(`account ${userId} does not exist`);
      await sendLink(uow, account, purpose);
    },
    notifyPasswordChanged: (uow, account) =>
      queueMail(uow, {
        userId: account.id,
        to: account.email,
        template: 'password_changed',
        data: readerOf(account),
      }),
    sendChangeLink: async (uow, account) => {
      const to = account.pending_email ?? '';
      const secret = await issueToken(uow, { id: account.id, email_key: fold(to) }, 'email_change');
      // The pending address is not confirmed yet and may belong to a stranger, so the mail leaves
      // out the account's name.
      await queueMail(uow, {
        userId: account.id,
        to,
        fixed: true,
        template: 'email_change',
        data: { name: '', user_type: account.user_type },
        secret,
      });
    },
    notifyChangeRequested: (uow, account) =>
      queueMail(uow, {
        userId: account.id,
        to: account.email,
        template: 'email_change_asked',
        data: readerOf(account),
      }),
    sendUndoLink: async (uow, left) => {
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
    },
  };
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
