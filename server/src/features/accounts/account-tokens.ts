import type { UserStatus } from '@lavra/domain/account/user-status';
import type { UserType } from '@lavra/domain/account/user-type';
import { fold } from '@lavra/domain/text/fold';
import { createToken } from '../../platform/auth/token.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { RuleError } from '../../platform/errors.ts';
import { hashToken } from '../../platform/http/admission/access-control.ts';

const HOUR = 3_600_000;

/** The purposes of account links, each with its lifetime in milliseconds. */
export const lifetimes = {
  password_reset: HOUR,
  email_verification: 24 * HOUR,
  consultant_activation: 7 * 24 * HOUR,
  email_change: 24 * HOUR,
  email_undo: 7 * 24 * HOUR,
} as const;
/**
 * The purpose of a link. `email_change` is sent to a pending address, `email_undo` to one that the
 * account has left, the others to the address in force.
 */
export type Purpose = keyof typeof lifetimes;
/** The purposes of links that are sent to the address in force. */
export type LinkPurpose = Exclude<Purpose, 'email_change' | 'email_undo'>;

/** Locks an account for any work on its links; undefined when it does not exist any more. */
export const lockAccount = (db: Db, userId: number) =>
  db.q
    .selectFrom('users')
    .select(['id', 'name', 'email', 'email_key', 'pending_email', 'password_hash'])
    .select(['user_type', 'status', 'vouched'])
    .select((eb) => eb('email_verified_at', 'is not', null).$castTo<boolean>().as('email_verified'))
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .forNoKeyUpdate()
    .$narrowType<{ user_type: UserType; status: UserStatus }>()
    .executeTakeFirst();
export type LockedAccount = NonNullable<Awaited<ReturnType<typeof lockAccount>>>;

/**
 * Creates the token of a new link for the account's present address and voids older ones for the
 * same purpose. Only the token's SHA-256 is stored.
 */
export async function issueToken(
  uow: UnitOfWork,
  { id, email_key }: Pick<LockedAccount, 'id' | 'email_key'>,
  purpose: Exclude<Purpose, 'email_undo'>,
): Promise<string> {
  await voidTokens(uow, id, purpose);
  const token = createToken();
  await uow.db.q
    .insertInto('account_tokens')
    .values({ ...newToken(uow, token, purpose), user_id: id, email_key })
    .execute();
  return token;
}

/** Returns the columns of a new link's row, except those that identify its account. */
export const newToken = ({ now }: Pick<UnitOfWork, 'now'>, token: string, purpose: Purpose) => ({
  token_hash: hashToken(token),
  purpose,
  created_at: now,
  expires_at: new Date(now.getTime() + lifetimes[purpose]),
});

/**
 * Voids the unused links of an account, of one purpose or of all. Links that undo a change of
 * address are left alone: an attacker who took an account over could void them this way.
 */
export async function voidTokens(
  { db, now }: UnitOfWork,
  userId: number,
  purpose?: Exclude<Purpose, 'email_undo'>,
): Promise<void> {
  const unused = db.q
    .updateTable('account_tokens')
    .set({ expires_at: now })
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .where('purpose', '<>', 'email_undo');
  await (purpose === undefined ? unused : unused.where('purpose', '=', purpose)).execute();
}

/** Throws `link_invalid` for an unusable token, so that no costly work is done for it. */
export async function assertUsable(
  db: Db,
  token: string,
  { purpose, now }: { purpose: Purpose; now: Date },
): Promise<void> {
  const found = await db.q
    .selectFrom('account_tokens')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .where('purpose', '=', purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .executeTakeFirst();
  if (found === undefined) throw new RuleError('link_invalid');
}

/** Returns the purpose of a link, whatever its state; undefined when there is no such link. */
export const purposeOf = async (db: Db, token: string): Promise<string | undefined> =>
  (
    await db.q
      .selectFrom('account_tokens')
      .select('purpose')
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirst()
  )?.purpose;

/**
 * Uses a link and returns its account, locked. Throws `link_invalid` when the link is unknown,
 * used, expired, void, or was sent to an address that the account no longer has (for a change of
 * address: that is no longer pending). The error does not reveal which of these it is.
 */
export async function useToken(
  { db, now }: UnitOfWork,
  token: string,
  purpose: Exclude<Purpose, 'email_undo'>,
): Promise<LockedAccount> {
  const tokenHash = hashToken(token);
  const owner = await db.q
    .selectFrom('account_tokens')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .executeTakeFirst();
  const account = owner === undefined ? undefined : await lockAccount(db, owner.user_id);
  if (account === undefined) throw new RuleError('link_invalid');
  const addressee =
    purpose === 'email_change' ? fold(account.pending_email ?? '') : account.email_key;
  // Checked under the lock: of several concurrent uses only the first finds the link unused.
  const used = await db.q
    .updateTable('account_tokens')
    .set({ used_at: now })
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .where('email_key', '=', addressee)
    .where('used_at', 'is', null)
    .where('expires_at', '>', now.toISOString())
    .returning('user_id')
    .executeTakeFirst();
  if (used === undefined) throw new RuleError('link_invalid');
  return account;
}
