import { RuleError } from '../errors.ts';
import type { Db } from './database.ts';
import { col, orNull, params, statement } from './statement.ts';

const MIB = 1024 * 1024;
const DAY = 24 * 3_600_000;

/**
 * Limit on one user's stored replies of the last 24 hours, in bytes as stored on disk. The database
 * is queried once per `checkEvery` bytes that this process has stored; a user found over the limit
 * is not looked up again for `pause` ms.
 */
const QUOTA = { bytes: 16 * MIB, checkEvery: MIB, pause: 60_000 } as const;

/** Bytes a key takes beside its reply: the row and its index entries. */
const ROW_BYTES = 512;

const MAX_PERSONS = 10_000;

const readUsage = statement({
  name: 'idempotency-usage',
  params: params<{ user_id: number; stale: Date; row: number }>(),
  columns: { bytes: orNull(col.int), first_second: orNull(col.int) },
  // Sizes as stored; values are not decompressed for them.
  text: `
    SELECT sum(
        coalesce(pg_column_size(k.reply), 0) + coalesce(pg_column_size(k.material), 0) + :row::int
      )::bigint AS bytes,
      floor(extract(epoch FROM min(k.created_at)))::bigint AS first_second
    FROM idempotency_keys k
    WHERE k.user_id = :user_id AND k.created_at > :stale`,
});

interface Person {
  /** Bytes this process has stored since it last queried the database. */
  since: number;
  /**
   * Set when the limit was exceeded: until when that result is reused, and when room becomes free.
   */
  full: { readonly until: number; readonly freeAt: number } | undefined;
}

/** Limits the disk space of replies stored under idempotency keys, which are kept for a day. */
export interface ReplyQuota {
  /**
   * Throws `rate_limited` when the user's stored replies exceed the limit; queries the database
   * only now and then.
   */
  assertRoom(db: Db, userId: number, now: Date): Promise<void>;
  /** Adds bytes that have been written for a user. */
  add(userId: number, bytes: number): void;
}

/**
 * Counts in the database, so that all processes share the count: each queries it once for every MiB
 * it has stored itself.
 */
export function createReplyQuota(): ReplyQuota {
  const persons = new Map<number, Person>();
  const refuse = (freeAt: number, now: number): never => {
    const seconds = Math.max(1, Math.ceil((freeAt - now) / 1_000));
    throw new RuleError('rate_limited', { seconds, retry_after: seconds });
  };
  return {
    async assertRoom(db, userId, now) {
      const person = persons.get(userId);
      const at = now.getTime();
      if (person === undefined) return;
      if (person.full !== undefined && at < person.full.until) refuse(person.full.freeAt, at);
      if (person.full === undefined && person.since < QUOTA.checkEvery) return;
      const stale = new Date(at - DAY);
      const found = await db.row(readUsage, { user_id: userId, stale, row: ROW_BYTES });
      const isFull = (found?.bytes ?? 0) >= QUOTA.bytes;
      const freeAt = (found?.first_second ?? 0) * 1_000 + DAY;
      const full = isFull ? { until: Math.min(freeAt, at + QUOTA.pause), freeAt } : undefined;
      persons.set(userId, { since: 0, full });
      if (isFull) refuse(freeAt, at);
    },
    add(userId, bytes) {
      const person = persons.get(userId) ?? { since: 0, full: undefined };
      person.since += bytes + ROW_BYTES;
      persons.delete(userId);
      persons.set(userId, person);
      if (persons.size > MAX_PERSONS) persons.delete(persons.keys().next().value ?? 0);
    },
  };
}
