import type { Message } from '@lavra/contract/accounts/schemas';
import type { Caller, Visitor } from '../../platform/auth/caller.ts';
import { RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { accountTexts } from '../../platform/texts/account-texts.ts';
import type { AccountMails } from './account-mails.ts';
import { lockAccount, useToken, voidTokens } from './account-tokens.ts';
import { tooManyMails } from './mail-request-limit.ts';

/** Proof that an address is the account's own. */
export function createEmailVerification({ platform: { command }, mails }: { platform: Platform; mails: AccountMails }) {
  return {
    /** Throws `link_invalid`. */
    verify: (visitor: Visitor, { token }: { token: string }): Promise<Message> => command(visitor, async (uow) => {
      const { id, email_verified } = await useToken(uow, token, 'email_verification');
      await voidTokens(uow, id, 'email_verification');
      if (!email_verified) {
        await uow.db.q.updateTable('users').set((eb) => ({ email_verified_at: uow.now, version: eb('version', '+', 1), updated_at: uow.now })).where('id', '=', id).execute();
        uow.audit({ action: 'updated', resourceType: 'user', resourceId: id, oldValues: { email_verified }, newValues: { email_verified: true } });
      }
      return { message: accountTexts.emailVerified };
    }),

    /** Throws `email_already_verified`, or 429 after five an hour. */
    resend: (caller: Caller): Promise<Message> => command(caller, async (uow) => {
      const account = await lockAccount(uow.db, caller.userId);
      if (account === undefined) throw new RuleError('unauthenticated');
      if (account.email_verified) throw new RuleError('email_already_verified');
      const wait = await mails.waitFor(uow, account, 'email_verification');
      if (wait > 0) throw tooManyMails(wait);
      await mails.sendLink(uow, account, 'email_verification');
      return { message: accountTexts.verificationSent };
    }),
  };
}
