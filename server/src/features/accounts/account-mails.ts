import type { UnitOfWork } from '../../platform/db/command.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import type { MailOutbox } from '../../platform/mail/mail-outbox.ts';
import { issueToken, lockAccount, type LockedAccount, type Purpose } from './account-tokens.ts';

const HOUR = 3_600_000;

/** The mails that accounts are sent. Links that were sent before for the same purpose die with each new one. */
export interface AccountMails {
  /** Milliseconds until the account may be sent another link of this kind: five an hour; 0 when at once. */
  readonly waitFor: (uow: UnitOfWork, account: LockedAccount, purpose: Purpose) => Promise<number>;
  readonly sendLink: (uow: UnitOfWork, account: LockedAccount, purpose: Purpose) => Promise<void>;
  /** The same for an account by its id, which exists. */
  readonly sendLinkTo: (uow: UnitOfWork, userId: number, purpose: Purpose) => Promise<void>;
  readonly tellPasswordChanged: (uow: UnitOfWork, reader: Pick<LockedAccount, 'id' | 'name' | 'user_type' | 'email'>) => Promise<void>;
}

/** `limits` off sends any number. */
export function createAccountMails({ queueMail, limits }: { queueMail: MailOutbox['queueMail']; limits: boolean }): AccountMails {
  const sendLink: AccountMails['sendLink'] = async (uow, account, purpose) => {
    const { id, email, name, user_type } = account;
    await queueMail(uow, { userId: id, to: email, template: purpose, data: { name, user_type }, secret: await issueToken(uow, account, purpose) });
  };
  return {
    sendLink,
    waitFor: async ({ db, now }, { id }, template) => {
      const fifth = limits ? await db.row(fifthLatest, { user_id: id, template, window_start: new Date(now.getTime() - HOUR) }) : undefined;
      return fifth === undefined ? 0 : Math.max(0, fifth.at + HOUR - now.getTime());
    },
    sendLinkTo: async (uow, userId, purpose) => {
      const account = await lockAccount(uow.db, userId);
      if (account === undefined) throw new Error(`account ${userId} does not exist`);
      await sendLink(uow, account, purpose);
    },
    tellPasswordChanged: (uow, { id, email, name, user_type }) => queueMail(uow, { userId: id, to: email, template: 'password_changed', data: { name, user_type } }),
  };
}

/** When the fifth latest mail of a kind within the window was written, in milliseconds. */
const fifthLatest = statement({
  name: 'mails-fifth-latest',
  params: params<{ user_id: number; template: string; window_start: Date }>(),
  columns: { at: col.float },
  text: `
    SELECT extract(epoch FROM m.created_at)::float8 * 1000 AS at FROM mails m
    WHERE m.user_id = :user_id AND m.template = :template AND m.created_at > :window_start
    ORDER BY m.created_at DESC OFFSET 4 LIMIT 1`,
});
