import type { UnitOfWork } from '../../platform/db/command.ts';
import { RuleError } from '../../platform/errors.ts';
import type { AccountMails } from './account-mails.ts';
import { lockAccount } from './account-tokens.ts';

/** The codes of the refusals, which name the kind of person. */
interface Refusals {
  /** A password was chosen already. */
  readonly active: 'consultant_active' | 'supplier_active';
  /** The account's status would forbid the login. */
  readonly notActive: 'consultant_not_active' | 'supplier_not_active';
}

/**
 * Sends an account the link to choose its first password, and voids the one before. Throws the
 * refusals, and not found when the account has just been deleted.
 */
export const createSendActivation =
  (mails: AccountMails) =>
  async (uow: UnitOfWork, userId: number, refusals: Refusals): Promise<void> => {
    const account = await lockAccount(uow.db, userId);
    if (account === undefined) throw new RuleError('not_found');
    if (account.password_hash !== null) throw new RuleError(refusals.active);
    if (account.status !== 'ativo') throw new RuleError(refusals.notActive);
    await mails.sendLink(uow, account, 'consultant_activation');
  };
export type SendActivation = ReturnType<typeof createSendActivation>;
