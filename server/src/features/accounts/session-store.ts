import type { UserType } from '@lavra/domain/account/user-type';
import type { Request } from '../../platform/auth/request.ts';
import { createToken } from '../../platform/auth/token.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import { hashToken } from '../../platform/http/admission/access-control.ts';

const TOKEN_LIFETIME = 24 * 3_600_000;

/** A token as returned to its owner; `expires_at` as the database writes it. */
export interface IssuedToken {
  readonly token: string;
  readonly expires_at: string;
}

/**
 * Opens a session that stays valid while the account's `auth_version` is the one the caller
 * verified.
 */
export async function openSession(
  uow: UnitOfWork,
  {
    userId,
    userType,
    authVersion,
    request,
  }: { userId: number; userType: UserType; authVersion: number; request: Request },
): Promise<IssuedToken> {
  const { db, now } = uow;
  const token = createToken();
  const { id, expires_at } = await db.q
    .insertInto('sessions')
    .values({
      user_id: userId,
      token_hash: hashToken(token),
      auth_version: authVersion,
      created_at: now,
      expires_at: new Date(now.getTime() + TOKEN_LIFETIME),
      ip: request.ip,
      user_agent: request.userAgent,
    })
    .returning(['id', 'expires_at'])
    .executeTakeFirstOrThrow();
  uow.audit({
    action: 'created',
    event: 'session.opened',
    resourceType: 'session',
    resourceId: id,
    actor: { userId, userType },
  });
  return { token, expires_at };
}

/**
 * Ends a session; its tokens are invalid from the commit on. Returns false when it had already
 * ended.
 */
async function revokeSession({ db, now }: UnitOfWork, sessionId: number): Promise<boolean> {
  return (
    (await db.q
      .updateTable('sessions')
      .set({ revoked_at: now })
      .where('id', '=', sessionId)
      .where('revoked_at', 'is', null)
      .returning('id')
      .executeTakeFirst()) !== undefined
  );
}

/** Ends the session of a person who logs out. */
export async function closeSession(uow: UnitOfWork, sessionId: number): Promise<void> {
  if (await revokeSession(uow, sessionId))
    uow.audit({
      action: 'deleted',
      event: 'session.closed',
      resourceType: 'session',
      resourceId: sessionId,
    });
}

/**
 * Ends a session whose token was used twice. Which holder is the thief is unknown, so the audit
 * entry belongs to the account.
 */
export async function endLeakedSession(
  uow: UnitOfWork,
  { id, user_id }: { id: number; user_id: number },
): Promise<void> {
  if (await revokeSession(uow, id))
    uow.audit({
      action: 'updated',
      event: 'session.revoked',
      resourceType: 'user',
      resourceId: user_id,
      newValues: { session_id: id },
    });
}

const lockedColumns = {
  id: col.int,
  user_id: col.int,
  token_hash: col.bytea,
  renewable: col.boolean,
  is_token_unused: col.boolean,
} as const;

/**
 * `renewable`: neither revoked nor past the oldest expiry that can be renewed, of an account that
 * may log in.
 */
const lockedSession = `s.id, s.user_id, s.token_hash, s.is_token_unused,
  (s.revoked_at IS NULL AND s.expires_at > :oldest_expiry AND s.auth_version = u.auth_version
    AND u.status = 'ativo' AND u.deleted_at IS NULL) AS renewable`;

const lockByToken = statement({
  name: 'session-lock-by-token',
  params: params<{ token_hash: Buffer; oldest_expiry: Date }>(),
  columns: lockedColumns,
  text: `
    SELECT ${lockedSession}
    FROM sessions s JOIN users u ON u.id = s.user_id
    WHERE s.token_hash = :token_hash FOR NO KEY UPDATE OF s`,
});

const lockByRotatedToken = statement({
  name: 'session-lock-by-rotated-token',
  params: params<{ token_hash: Buffer; oldest_expiry: Date; grace_start: Date }>(),
  columns: { ...lockedColumns, in_grace: orNull(col.boolean) },
  text: `
    SELECT ${lockedSession}, r.rotated_at >= :grace_start AS in_grace
    FROM rotated_tokens r JOIN sessions s ON s.id = r.session_id JOIN users u ON u.id = s.user_id
    WHERE r.token_hash = :token_hash FOR NO KEY UPDATE OF s`,
});

/**
 * Locks the session whose current token this is. Waits for a concurrent rotation, after which the
 * token is not found.
 */
export const lockSessionByToken = (
  db: Db,
  tokenHash: Buffer,
  { oldestExpiry }: { oldestExpiry: Date },
) => db.row(lockByToken, { token_hash: tokenHash, oldest_expiry: oldestExpiry });

/** Locks the session that this token belonged to before it was rotated. */
export const lockSessionByRotatedToken = (
  db: Db,
  tokenHash: Buffer,
  { oldestExpiry, graceStart }: { oldestExpiry: Date; graceStart: Date },
) =>
  db.row(lockByRotatedToken, {
    token_hash: tokenHash,
    oldest_expiry: oldestExpiry,
    grace_start: graceStart,
  });

/**
 * Replaces the token by the new one, stores the old one as used, and returns when the new one
 * expires.
 */
export async function rotateToken(
  { db, now }: UnitOfWork,
  { sessionId, oldHash, newHash }: { sessionId: number; oldHash: Buffer; newHash: Buffer },
): Promise<string> {
  await db.q
    .insertInto('rotated_tokens')
    .values({ token_hash: oldHash, session_id: sessionId, rotated_at: now })
    .execute();
  const { expires_at } = await db.q
    .updateTable('sessions')
    .set({
      token_hash: newHash,
      is_token_unused: true,
      expires_at: new Date(now.getTime() + TOKEN_LIFETIME),
    })
    .where('id', '=', sessionId)
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return expires_at;
}

/** Gives a token that is issued once more its whole lifetime anew, and returns when it expires. */
export async function extendToken({ db, now }: UnitOfWork, sessionId: number): Promise<string> {
  const { expires_at } = await db.q
    .updateTable('sessions')
    .set({ expires_at: new Date(now.getTime() + TOKEN_LIFETIME) })
    .where('id', '=', sessionId)
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return expires_at;
}

/** Records that a token has reached its holder: from then on, its predecessor has leaked if it is used. */
export async function recordFirstUse(db: Db, tokenHash: Buffer): Promise<void> {
  await db.q
    .updateTable('sessions')
    .set({ is_token_unused: false })
    .where('token_hash', '=', tokenHash)
    .where('is_token_unused', '=', true)
    .execute();
}
