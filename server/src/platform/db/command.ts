import type pg from 'pg';
import type { Caller, Visitor } from '../auth/caller.ts';
import type { Clock } from '../clock/clock.ts';
import { databaseOn, guardAgainstStrayQueries, type Db } from './database.ts';
import { isRetryable } from './database-errors.ts';
import { claimIdempotencyKey, storeReply } from './idempotency.ts';
import { insertAuditEntry, insertRecords, type AuditEntry, type EventEntry, type OrderEventEntry } from './records.ts';

/** One transaction and everything that commits with it. */
export interface UnitOfWork {
  readonly db: Db;
  /** The instant of the whole command. */
  readonly now: Date;
  /** A change by an admin or of an account, for the audit log. */
  audit(entry: AuditEntry): void;
  /** Something others must be told: picked up by the worker after the commit. */
  event(entry: EventEntry): void;
  /** A line of the order's timeline. */
  orderEvent(entry: OrderEventEntry): void;
}

/** The system itself as an actor: schedulers, the seed, the command line. */
export const systemActor: Visitor = { requestId: 'system', ip: '', userAgent: null };

export type Command = <R>(actor: Caller | Visitor, work: (uow: UnitOfWork) => Promise<R>) => Promise<R>;

/**
 * The only way to a transaction: BEGIN, the idempotency claim, the work, its records, the stored reply, COMMIT.
 * Tries once more after a deadlock or a serialisation failure. No HTTP, mail, hashing or PDF inside.
 */
export function createCommand({ pool, clock, strict }: { pool: pg.Pool; clock: Clock; strict: boolean }): Command {
  const attempt = async <R>(actor: Caller | Visitor, work: (uow: UnitOfWork) => Promise<R>): Promise<R> => {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      const run = () => inTransaction(client, { actor, now: clock.now(), strict }, work);
      return await (strict ? guardAgainstStrayQueries(run) : run());
    } catch (error) {
      await client.query('ROLLBACK').catch((failure: unknown) => { broken = failure instanceof Error ? failure : new Error(String(failure)); });
      throw error;
    } finally {
      client.release(broken);
    }
  };
  return async (actor, work) => {
    try {
      return await attempt(actor, work);
    } catch (error) {
      if (!isRetryable(error)) throw error;
      return attempt(actor, work);
    }
  };
}

async function inTransaction<R>(
  client: pg.PoolClient, { actor, now, strict }: { actor: Caller | Visitor; now: Date; strict: boolean }, work: (uow: UnitOfWork) => Promise<R>,
): Promise<R> {
  const db = databaseOn(client);
  // Not waited for: the first statement goes out right behind it. Answers come in order, so one that failed is known below.
  const begun = client.query('BEGIN');
  begun.catch(() => {});
  const claim = 'userId' in actor && actor.idempotency !== undefined ? { ...actor.idempotency, userId: actor.userId } : undefined;
  if (claim !== undefined) {
    const replay = await claimIdempotencyKey(db, claim, now);
    if (replay !== undefined) {
      await client.query('COMMIT');
      return replay.reply as R; // what this same route stored for this same body
    }
  }
  const audits: AuditEntry[] = [];
  const events: EventEntry[] = [];
  const orderEvents: OrderEventEntry[] = [];
  const reply = await work({
    db, now,
    audit: (entry) => { audits.push(entry); },
    event: (entry) => { events.push(entry); },
    orderEvent: (entry) => { orderEvents.push(entry); },
  });
  if (events.length > 0 || orderEvents.length > 0) await insertRecords(db, { events, orderEvents, actor, now });
  for (const entry of audits) await insertAuditEntry(db, { entry, actor, now, strict });
  if (claim !== undefined) await storeReply(db, claim, reply);
  await begun;
  await client.query('COMMIT');
  return reply;
}
