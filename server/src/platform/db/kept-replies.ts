import { RuleError } from '../errors.ts';
import type { Db } from './database.ts';
import { col, orNull, params, statement } from './statement.ts';

const MIB = 1024 * 1024;
const DAY = 24 * 3_600_000;

/**
 * What is kept of one person's replies within a day, in bytes as they lie on the disk. It is looked
 * up after each so many bytes of a process's own, and where it is too much, not again for so many
 * ms.
 */
const BUDGET = { kept: 16 * MIB, look: MIB, pause: 60_000 } as const;

/** What a key takes beside its reply: the row, and its places in the indexes. */
const ROW = 512;

const PERSONS = 10_000;

const readKept = statement({
  name: 'idempotency-kept',
  params: params<{ user_id: number; stale: Date; row: number }>(),
  columns: { bytes: orNull(col.int), first_second: orNull(col.int) },
  // Sizes as stored; nothing is unpacked for them.
  text: `
    SELECT sum(
        coalesce(pg_column_size(k.reply), 0) + coalesce(pg_column_size(k.material), 0) + :row::int
      )::bigint AS bytes,
      floor(extract(epoch FROM min(k.created_at)))::bigint AS first_second
    FROM idempotency_keys k
    WHERE k.user_id = :user_id AND k.created_at > :stale`,
});

interface Person {
  /** What this process kept since it last looked. */
  since: number;
  /** When there was too much, and until when the answer stands. */
  full: { readonly until: number; readonly freeAt: number } | undefined;
}

/** Bounds what replies under keys take of the disk, a day being as long as they are good. */
export interface KeptReplies {
  /**
   * Throws `rate_limited` where too much of a person's is kept to keep another; asks the database
   * only now and then.
   */
  assertRoom(db: Db, userId: number, now: Date): Promise<void>;
  /** So many bytes have been written for a person. */
  add(userId: number, bytes: number): void;
}

/**
 * Counts in the data, so that all processes count together: each looks once for every MiB it has
 * kept itself.
 */
export function createKeptReplies(): KeptReplies {
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
      if (person.full === undefined && person.since < BUDGET.look) return;
      const stale = new Date(at - DAY);
      const found = await db.row(readKept, { user_id: userId, stale, row: ROW });
      const isFull = (found?.bytes ?? 0) >= BUDGET.kept;
      const freeAt = (found?.first_second ?? 0) * 1_000 + DAY;
      const full = isFull ? { until: Math.min(freeAt, at + BUDGET.pause), freeAt } : undefined;
      persons.set(userId, { since: 0, full });
      if (isFull) refuse(freeAt, at);
    },
    add(userId, bytes) {
      const person = persons.get(userId) ?? { since: 0, full: undefined };
      person.since += bytes + ROW;
      persons.delete(userId);
      persons.set(userId, person);
      if (persons.size > PERSONS) persons.delete(persons.keys().next().value ?? 0);
    },
  };
}
