import { RuleError } from '../errors.ts';
import type { Actor, IdempotencyClaim, Request } from '../auth/request.ts';
import type { Db } from './database.ts';
import { col, orNull, params, statement } from './statement.ts';

export interface Claim extends IdempotencyClaim {
  readonly userId: number;
}

/** What is stored under a key. One of the two is null. */
export interface StoredReply {
  readonly reply: unknown;
  readonly material: unknown;
}

const DAY = 24 * 3_600_000;

const insertClaim = statement({
  name: 'idempotency-claim',
  params: params<{
    user_id: number;
    route: string;
    key: string;
    body_hash: Buffer;
    now: Date;
    stale: Date;
  }>(),
  columns: { claimed: col.int },
  // A key older than a day counts as new. A concurrent claim makes this statement wait for its
  // outcome.
  text: `
    INSERT INTO idempotency_keys AS k (user_id, route, key, body_hash, created_at)
    VALUES (:user_id, :route, :key, :body_hash, :now)
    ON CONFLICT (user_id, route, key) DO UPDATE
      SET body_hash = excluded.body_hash, reply = NULL, material = NULL,
        created_at = excluded.created_at
      WHERE k.created_at <= :stale
    RETURNING 1 AS claimed`,
});

const readClaim = statement({
  name: 'idempotency-read',
  params: params<{ user_id: number; route: string; key: string }>(),
  columns: {
    body_hash: col.bytea,
    reply: orNull(col.json<unknown>()),
    material: orNull(col.json<unknown>()),
  },
  text: `
    SELECT k.body_hash, k.reply, k.material FROM idempotency_keys k
    WHERE k.user_id = :user_id AND k.route = :route AND k.key = :key`,
});

const writeReply = statement({
  name: 'idempotency-store',
  params: params<{
    user_id: number;
    route: string;
    key: string;
    reply: string | null;
    material: string | null;
  }>(),
  columns: { stored: col.int },
  text: `
    UPDATE idempotency_keys SET reply = :reply::json, material = :material::json
    WHERE user_id = :user_id AND route = :route AND key = :key RETURNING 1 AS stored`,
});

/**
 * Claims the key for this transaction. Returns the stored reply, or the material it is built from,
 * when the same request already succeeded within 24 hours; throws `idempotency_conflict` when the
 * body was different. A command that fails rolls the claim back.
 */
export async function claimIdempotencyKey(
  db: Db,
  claim: Claim,
  now: Date,
): Promise<StoredReply | undefined> {
  const { userId: user_id, route, key, bodyHash: body_hash } = claim;
  const [claimed] = await db.rows(insertClaim, {
    user_id,
    route,
    key,
    body_hash,
    now,
    stale: new Date(now.getTime() - DAY),
  });
  if (claimed !== undefined) return undefined;
  const stored = await db.row(readClaim, { user_id, route, key });
  if (stored === undefined || !stored.body_hash.equals(body_hash))
    throw new RuleError('idempotency_conflict');
  return { reply: stored.reply, material: stored.material };
}

/**
 * Stores the presented reply, or the material it is built from, under the key, in the same
 * transaction as the change it describes. Returns its length.
 */
export async function storeReply(
  db: Db,
  { userId: user_id, route, key }: Claim,
  stored: Partial<StoredReply>,
): Promise<number> {
  const json = (value: unknown): string | null =>
    value === undefined ? null : JSON.stringify(value);
  const [reply, material] = [json(stored.reply), json(stored.material)];
  await db.rows(writeReply, { user_id, route, key, reply, material });
  return (reply ?? material ?? '').length;
}

/** Deletes the reply stored for a request that failed later, so that its key may be used again. */
export async function forgetReply(db: Db, { caller, idempotency }: Request<Actor>): Promise<void> {
  if (idempotency === undefined) return;
  await db.q
    .deleteFrom('idempotency_keys')
    .where('user_id', '=', caller.userId)
    .where('route', '=', idempotency.route)
    .where('key', '=', idempotency.key)
    .execute();
}
