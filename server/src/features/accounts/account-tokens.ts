import { userStatuses } from '@lavra/domain/account/user-status';
import { userTypes } from '@lavra/domain/account/user-type';
import { fold } from '@lavra/domain/text/fold';
import { createToken } from '../../platform/auth/token.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import { RuleError } from '../../platform/errors.ts';
import { hashToken } from '../../platform/http/gate.ts';

const HOUR = 3_600_000;

/** What a link may be for, and how long it lives. */
export const lifetimes = {
  password_reset: HOUR,
  email_verification: 24 * HOUR,
  consultant_activation: 7 * 24 * HOUR,
  email_change: 24 * HOUR,
  email_undo: 7 * 24 * HOUR,
} as const;
/** `email_change` goes to an address that waits, `email_undo` to one that was left; the others to the one in force. */
export type Purpose = keyof typeof lifetimes;
/** What a link is for that goes to the address in force. */
export type LinkPurpose = Exclude<Purpose, 'email_change' | 'email_undo'>;

const lockStatement = statement({
  name: 'account-lock',
  params: params<{ user_id: number }>(),
  columns: {
    id: col.int,
    name: col.text,
    email: col.text,
    email_key: col.text,
    pending_email: orNull(col.text),
    password_hash: orNull(col.text),
    user_type: col.oneOf(userTypes),
    status: col.oneOf(userStatuses),
    email_verified: col.boolean,
    vouched: col.boolean,
  },
  text: `
    SELECT u.id, u.name, u.email, u.email_key, u.pending_email, u.password_hash, u.user_type, u.status, u.email_verified_at IS NOT NULL AS email_verified, u.vouched
    FROM users u WHERE u.id = :user_id AND u.deleted_at IS NULL FOR NO KEY UPDATE`,
});

/** The account whose links are dealt with. Everything about them happens under its lock; undefined when it is gone. */
export const lockAccount = (db: Db, userId: number) => db.row(lockStatement, { user_id: userId });
export type LockedAccount = NonNullable<Awaited<ReturnType<typeof lockAccount>>>;

/** A new link's token for the account's present address; older ones for the same purpose are void. Only its SHA-256 is kept. */
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

/** What a new link's row holds beside whose it is. */
export const newToken = ({ now }: Pick<UnitOfWork, 'now'>, token: string, purpose: Purpose) => ({
  token_hash: hashToken(token),
  purpose,
  created_at: now,
  expires_at: new Date(now.getTime() + lifetimes[purpose]),
});

/**
 * Ends the unused links of an account, of one purpose or all; but none that undoes a change of address: whoever took an
 * account over could end it so.
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

/** Throws `link_invalid` for a token that is no use, before anything costly is done for it. */
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

/** The purpose of a link, whatever its state; undefined for one that was never sent. */
export const purposeOf = async (db: Db, token: string): Promise<string | undefined> =>
  (
    await db.q
      .selectFrom('account_tokens')
      .select('purpose')
      .where('token_hash', '=', hashToken(token))
      .executeTakeFirst()
  )?.purpose;

/**
 * Uses a link up and answers its account, locked. Throws `link_invalid` when it is unknown, used, expired, void or was
 * sent to an address the account no longer has (one that waits for confirmation: no longer waits for): nobody is told which.
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
  // Judged after the lock: of any number of uses at once, the others find it used.
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
