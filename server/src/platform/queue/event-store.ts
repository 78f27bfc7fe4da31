import { isEventType } from '@lavra/domain/notification/event-types';
import type { UnitOfWork } from '../db/command.ts';
import type { Db } from '../db/database.ts';
import { col, orNull, params, statement } from '../db/statement.ts';
import { FAN_OUT, storeFailedJob } from './failed-jobs.ts';
import type { StoredEvent } from './job-kind.ts';

type Ids = Readonly<Record<string, number>>;
const waiting =
  'e.dispatched_at IS NULL AND e.failed_at IS NULL AND (e.retry_at IS NULL OR e.retry_at <= :now)';

const claimNext = statement({
  name: 'event-claim',
  params: params<{ now: Date }>(),
  columns: {
    id: col.int,
    type: col.text,
    data: col.json<Ids>(),
    at_ms: col.float,
    request_id: orNull(col.text),
  },
  text: `
    SELECT e.id, e.type, e.data, e.request_id,
      (extract(epoch FROM e.at) * 1000)::float8 AS at_ms
    FROM events e
    WHERE ${waiting} ORDER BY e.id LIMIT 1 FOR UPDATE SKIP LOCKED`,
});

const anyWaiting = statement({
  name: 'event-waiting',
  params: params<{ now: Date }>(),
  columns: { waits: col.boolean },
  text: `SELECT EXISTS (SELECT 1 FROM events e WHERE ${waiting}) AS waits`,
});

const lockOpen = statement({
  name: 'event-open',
  params: params<{ id: number }>(),
  columns: { attempts: col.int },
  text: `
    SELECT e.attempts FROM events e
    WHERE e.id = :id AND e.dispatched_at IS NULL AND e.failed_at IS NULL FOR UPDATE SKIP LOCKED`,
});

/**
 * An event claimed by a worker: its type may be unknown to this version, and the request id is that
 * of the request that wrote it.
 */
export type ClaimedEvent = Omit<StoredEvent, 'type'> & {
  readonly type: string;
  readonly requestId: string | null;
};

/** Claims the oldest waiting event; other workers skip it until this transaction ends. */
export async function claimEvent({ db }: UnitOfWork, due: Date): Promise<ClaimedEvent | undefined> {
  const row = await db.row(claimNext, { now: due });
  return row === undefined
    ? undefined
    : {
        id: row.id,
        type: row.type,
        data: row.data,
        at: new Date(row.at_ms),
        requestId: row.request_id,
      };
}

export const isAnyEventWaiting = async (db: Db, now: Date): Promise<boolean> =>
  (await db.row(anyWaiting, { now }))?.waits === true;

export async function markDispatched(
  { db, now }: UnitOfWork,
  { id }: { readonly id: number },
): Promise<void> {
  await db.q.updateTable('events').set({ dispatched_at: now }).where('id', '=', id).execute();
}

/**
 * Attempts per event, the second 2 s after the first, then twice as long each time: some eight
 * minutes in all.
 */
export const MAX_ATTEMPTS = 9;

/**
 * Counts a failed attempt. After the last one the event is given up and stored among the failed
 * jobs; returns whether it was.
 */
export async function countFailure(
  uow: UnitOfWork,
  { id, type }: { readonly id: number; readonly type: string },
  failure: string,
): Promise<boolean> {
  const open = await uow.db.row(lockOpen, { id });
  if (open === undefined) return false; // another worker has claimed it, or has dispatched it
  const attempts = open.attempts + 1;
  const givenUp = attempts >= MAX_ATTEMPTS;
  await uow.db.q
    .updateTable('events')
    .where('id', '=', id)
    .set({
      attempts,
      failure,
      ...(givenUp
        ? { failed_at: uow.now, retry_at: null }
        : { retry_at: new Date(uow.now.getTime() + 1_000 * 2 ** attempts) }),
    })
    .execute();
  if (givenUp)
    await storeFailedJob(uow, {
      name: FAN_OUT,
      data: { event_id: id },
      failure,
      attempts,
      cause: type,
    });
  return givenUp;
}

/** Returns the event for its listeners. Throws when this version does not know the type. */
export function knownEvent({ type, id, data, at }: ClaimedEvent): StoredEvent {
  if (!isEventType(type)) throw new Error(`no event type is called ${type}`);
  return { id, type, data, at };
}
