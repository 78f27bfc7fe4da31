import type pg from 'pg';
import type { Request } from '../auth/request.ts';
import type { Clock } from '../clock/clock.ts';
import { traced } from '../tracing/operations.ts';
import { databaseOn, guardAgainstStrayQueries, watchedDatabaseOn, type Db } from './database.ts';
import { isReadOnlyServer, isRetryable } from './database-errors.ts';
import { claimIdempotencyKey, storeReply } from './idempotency.ts';
import { createReplyQuota, type ReplyQuota } from './reply-quota.ts';
import {
  insertRecords,
  type AuditEntry,
  type EventEntry,
  type OrderEventEntry,
} from './records.ts';

/** One transaction and everything that commits with it. */
export interface UnitOfWork {
  readonly db: Db;
  /** The time of the whole command. */
  readonly now: Date;
  /**
   * Whether daily limits are enforced: off in tests and benchmarks, whose users do in a minute what
   * real users do in a year.
   */
  readonly limits: boolean;
  /** Records a change by an administrator, of an account or in a negotiation, in the audit log. */
  audit(entry: AuditEntry): void;
  /** Publishes an event; the worker dispatches it after the commit. */
  event(entry: EventEntry): void;
  /** Adds an entry to the order's timeline. */
  orderEvent(entry: OrderEventEntry): void;
}

/** The system itself asks: scheduled tasks, jobs, the seed, the command line. */
export const systemActor: Request<undefined> = {
  id: 'system',
  ip: '',
  userAgent: null,
  caller: undefined,
};

type Work<R> = (uow: UnitOfWork) => Promise<R>;

/**
 * Runs `work` in a transaction and returns its reply. Where the reply takes a while to present,
 * `work` returns the material for it instead, an object of rows and plain values that JSON can
 * store, and `present` builds the reply from that alone after the COMMIT, with nothing locked: a
 * repetition under an `Idempotency-Key` gets the same reply.
 */
export type Command = <M, R = M>(
  request: Request,
  work: Work<M>,
  present?: (material: M) => R | Promise<R>,
) => Promise<R>;

/**
 * The only way to open a transaction: BEGIN, the idempotency claim, the work, its records, the
 * stored reply or the material for it, COMMIT, and then the presenting if there is any. Retries
 * once after a deadlock or a serialisation failure. No HTTP, mail, hashing or PDF inside.
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
  const replyQuota = createReplyQuota();
  const attempt = async <M>(request: Request, work: Work<M>, keep: Keep): Promise<Outcome<M>> => {
    const client = await pool.connect();
    let broken: Error | undefined;
    try {
      const about = { request, now: clock.now(), strict, limits, keep, replyQuota };
      const run = () => inTransaction(client, about, work);
      return await (strict ? guardAgainstStrayQueries(run) : run());
    } catch (error) {
      // A pooler may have led an open connection to a standby: the next one is to lead elsewhere.
      if (error instanceof Error && isReadOnlyServer(error)) broken = error;
      else
        await client.query('ROLLBACK').catch((failure: unknown) => {
          broken = failure instanceof Error ? failure : new Error(String(failure));
        });
      throw error;
    } finally {
      client.release(broken);
    }
  };
  const committed = async <M>(request: Request, work: Work<M>, keep: Keep): Promise<Outcome<M>> => {
    const once = () =>
      traced({ kind: 'transaction', name: 'transaction' }, () => attempt(request, work, keep));
    try {
      return await once();
    } catch (error) {
      if (!isRetryable(error)) throw error;
      return once();
    }
  };
  return async <M, R = M>(
    request: Request,
    work: Work<M>,
    present?: (material: M) => R | Promise<R>,
  ): Promise<R> => {
    const outcome = await committed(request, work, present === undefined ? 'reply' : 'material');
    // Stored by this same route for this same body.
    if ('reply' in outcome) return outcome.reply as R;
    // Without `present` R is M.
    return present === undefined ? (outcome.material as unknown as R) : present(outcome.material);
  };
}

/** What is stored under an idempotency key: the reply, or the material it is built from. */
type Keep = 'reply' | 'material';
/** The result of the work, now or when the key was first used; or a reply stored as it was sent. */
type Outcome<M> = { readonly material: M } | { readonly reply: unknown };

async function inTransaction<R>(
  client: pg.PoolClient,
  {
    request,
    now,
    strict,
    limits,
    keep,
    replyQuota,
  }: {
    request: Request;
    now: Date;
    strict: boolean;
    limits: boolean;
    keep: Keep;
    replyQuota: ReplyQuota;
  },
  work: Work<R>,
): Promise<Outcome<R>> {
  const db = strict ? watchedDatabaseOn(client) : databaseOn(client);
  // Not awaited: the first statement is sent right behind it. Results arrive in order, so a failed
  // BEGIN is known below.
  const begun = client.query('BEGIN');
  begun.catch(() => {});
  const claim =
    request.caller !== undefined && request.idempotency !== undefined
      ? { ...request.idempotency, userId: request.caller.userId }
      : undefined;
  if (claim !== undefined) {
    const replay = await claimIdempotencyKey(db, claim, now);
    if (replay !== undefined) {
      await client.query('COMMIT');
      return replay.material === null
        ? { reply: replay.reply }
        : { material: replay.material as R }; // stored by this same route
    }
    if (limits) await replyQuota.assertRoom(db, claim.userId, now);
  }
  const { entries, write } = createRecorder();
  const material = await work({ db, now, limits, ...write });
  if (Object.values(entries).some(({ length }) => length > 0))
    await insertRecords(db, entries, { request, now, strict });
  if (claim !== undefined) {
    replyQuota.add(claim.userId, await storeReply(db, claim, { [keep]: material ?? null }));
  }
  await begun;
  await client.query('COMMIT');
  return { material };
}

/** Returns what a use case records by, and the entries that it has recorded. */
function createRecorder() {
  const audits: AuditEntry[] = [];
  const events: EventEntry[] = [];
  const orderEvents: OrderEventEntry[] = [];
  return {
    entries: { audits, events, orderEvents },
    write: {
      audit: (entry: AuditEntry): void => {
        audits.push(entry);
      },
      event: (entry: EventEntry): void => {
        events.push(entry);
      },
      orderEvent: (entry: OrderEventEntry): void => {
        orderEvents.push(entry);
      },
    },
  };
}
