import type { UnitOfWork } from '../../platform/db/command.ts';
import { RuleError } from '../../platform/errors.ts';
import { sendLink, type AccountMails } from './account-mails.ts';
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
export async function sendActivation(
  uow: UnitOfWork,
  mails: AccountMails,
  userId: number,
  refusals: Refusals,
): Promise<void> {
  const account = await lockAccount(uow.db, userId);
  if (account === undefined) throw new RuleError('not_found');
  if (account.password_hash !== null) throw new RuleError(refusals.active);
  if (account.status !== 'ativo') throw new RuleError(refusals.notActive);
  await sendLink(uow, mails, account, 'consultant_activation');
}
