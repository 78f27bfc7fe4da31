import type pg from 'pg';
import type { Caller, Visitor } from '../auth/caller.ts';
import type { Clock } from '../clock/clock.ts';
import { databaseOn, guardAgainstStrayQueries, type Db } from './database.ts';
import { isRetryable } from './database-errors.ts';
import { claimIdempotencyKey, storeReply } from './idempotency.ts';
import { createKeptReplies, type KeptReplies } from './kept-replies.ts';
import {
  insertRecords,
  type AuditEntry,
  type EventEntry,
  type OrderEventEntry,
} from './records.ts';

/** One transaction and everything that commits with it. */
export interface UnitOfWork {
  readonly db: Db;
  /** The instant of the whole command. */
  readonly now: Date;
  /** Whether daily ceilings hold: not for tests and benches, whose people do in a minute what others do in a year. */
  readonly limits: boolean;
  /** A change by an admin, of an account or in a negotiation, for the audit log. */
  audit(entry: AuditEntry): void;
  /** Something others must be told: picked up by the worker after the commit. */
  event(entry: EventEntry): void;
  /** A line of the order's timeline. */
  orderEvent(entry: OrderEventEntry): void;
}

/** The system itself as an actor: schedulers, the seed, the command line. */
export const systemActor: Visitor = { requestId: 'system', ip: '', userAgent: null };

type Work<R> = (uow: UnitOfWork) => Promise<R>;

/**
 * The work answers the reply. Where that takes a while to present, it answers what the reply is made from, an object of
 * rows and plain values that JSON can keep, and `present` makes the reply of that alone after the COMMIT, with nothing
 * locked: a repetition under an `Idempotency-Key` gets the same one.
 */
export type Command = <M, R = M>(
  actor: Caller | Visitor,
  work: Work<M>,
  present?: (material: M) => R | Promise<R>,
) => Promise<R>;

/**
 * The only way to a transaction: BEGIN, the idempotency claim, the work, its records, the stored reply or what it is made
 * from, COMMIT, and then the presenting where there is one.
 * Tries once more after a deadlock or a serialisation failure. No HTTP, mail, hashing or PDF inside.
 */
export function createCommand({
  pool,
  clock,
  strict,
  limits = false,
}: {
  pool: pg.Pool;
  clock: Clock;
  strict: boolean;
  limits?: boolean;
}): Command {
  const keptReplies = createKeptReplies();
  const attempt = async <M>(
    actor: Caller | Visitor,
    work: Work<M>,
    keep: Keep,
  ): Promise<Outcome<M>> => {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      const about = { actor, now: clock.now(), strict, limits, keep, keptReplies };
      const run = () => inTransaction(client, about, work);
      return await (strict ? guardAgainstStrayQueries(run) : run());
    } catch (error) {
      await client.query('ROLLBACK').catch((failure: unknown) => {
        broken = failure instanceof Error ? failure : new Error(String(failure));
      });
      throw error;
    } finally {
      client.release(broken);
    }
  };
  const committed = async <M>(
    actor: Caller | Visitor,
    work: Work<M>,
    keep: Keep,
  ): Promise<Outcome<M>> => {
    try {
      return await attempt(actor, work, keep);
    } catch (error) {
      if (!isRetryable(error)) throw error;
      return attempt(actor, work, keep);
    }
  };
  return async <M, R = M>(
    actor: Caller | Visitor,
    work: Work<M>,
    present?: (material: M) => R | Promise<R>,
  ): Promise<R> => {
    const outcome = await committed(actor, work, present === undefined ? 'reply' : 'material');
    if ('reply' in outcome) return outcome.reply as R; // what this same route stored for this same body
    return present === undefined ? (outcome.material as unknown as R) : present(outcome.material); // without `present` R is M
  };
}

/** What is kept under a key: the reply, or what it is made from. */
type Keep = 'reply' | 'material';
/** What the work answered, now or when the key was first used; or a reply that was kept as it was sent. */
type Outcome<M> = { readonly material: M } | { readonly reply: unknown };

async function inTransaction<R>(
  client: pg.PoolClient,
  {
    actor,
    now,
    strict,
    limits,
    keep,
    keptReplies,
  }: {
    actor: Caller | Visitor;
    now: Date;
    strict: boolean;
    limits: boolean;
    keep: Keep;
    keptReplies: KeptReplies;
  },
  work: Work<R>,
): Promise<Outcome<R>> {
  const db = databaseOn(client);
  // Not waited for: the first statement goes out right behind it. Answers come in order, so one that failed is known below.
  const begun = client.query('BEGIN');
  begun.catch(() => {});
  const claim =
    'userId' in actor && actor.idempotency !== undefined
      ? { ...actor.idempotency, userId: actor.userId }
      : undefined;
  if (claim !== undefined) {
    const replay = await claimIdempotencyKey(db, claim, now);
    if (replay !== undefined) {
      await client.query('COMMIT');
      return replay.material === null
        ? { reply: replay.reply }
        : { material: replay.material as R }; // stored by this same route
    }
    if (limits) await keptReplies.assertRoom(db, claim.userId, now);
  }
  const audits: AuditEntry[] = [];
  const events: EventEntry[] = [];
  const orderEvents: OrderEventEntry[] = [];
  const material = await work({
    db,
    now,
    limits,
    audit: (entry) => {
      audits.push(entry);
    },
    event: (entry) => {
      events.push(entry);
    },
    orderEvent: (entry) => {
      orderEvents.push(entry);
    },
  });
  if (events.length + orderEvents.length + audits.length > 0)
    await insertRecords(db, { events, orderEvents, audits }, { actor, now, strict });
  if (claim !== undefined) {
    keptReplies.add(claim.userId, await storeReply(db, claim, { [keep]: material ?? null }));
  }
  await begun;
  await client.query('COMMIT');
  return { material };
}
