import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import { hashToken } from '../../platform/http/admission/access-control.ts';

const alive = `t.purpose = 'email_undo' AND t.used_at IS NULL AND t.expires_at > :now`;

const find = statement({
  name: 'email-undo-find',
  params: params<{ token_hash: Buffer; now: Date }>(),
  columns: {
    user_id: col.int,
    email_key: col.text,
    restores_email: col.text,
    proof_hash: orNull(col.text),
    created_at: col.timestamp,
  },
  text: `
    SELECT t.user_id, t.email_key, t.restores_email, t.proof_hash, t.created_at
    FROM account_tokens t WHERE t.token_hash = :token_hash AND ${alive}`,
});
/** A link that undoes a change of address; `proof_hash` is set when a password is required too. */
export type UndoLink = NonNullable<(typeof find)['gives']>;

export const findUndo = (db: Db, token: string, now: Date): Promise<UndoLink | undefined> =>
  db.row(find, { token_hash: hashToken(token), now });

const use = statement({
  name: 'email-undo-use',
  params: params<{ token_hash: Buffer; now: Date }>(),
  columns: { user_id: col.int },
  text: `UPDATE account_tokens t SET used_at = :now WHERE t.token_hash = :token_hash AND ${alive} RETURNING t.user_id`,
});

/**
 * Uses the link, under its account's lock; returns false when a concurrent request used it first.
 */
export const useUndo = async ({ db, now }: UnitOfWork, token: string): Promise<boolean> =>
  (await db.row(use, { token_hash: hashToken(token), now })) !== undefined;

const voidLater = statement({
  name: 'email-undo-void-later',
  params: params<{ user_id: number; since: string; now: Date }>(),
  columns: { user_id: col.int },
  text: `
    UPDATE account_tokens t SET expires_at = :now
    WHERE t.user_id = :user_id AND t.created_at >= :since::timestamptz AND ${alive} RETURNING t.user_id`,
});

/**
 * Voids the undo links of changes made after this one: the attacker who took the account over holds
 * them. Links of earlier changes stay valid, as they restore an older address.
 */
export async function voidLaterUndos(
  { db, now }: UnitOfWork,
  { user_id, created_at }: UndoLink,
): Promise<void> {
  await db.rows(voidLater, { user_id, since: created_at, now });
}
