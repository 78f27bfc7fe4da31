import { pipeline, type Readable } from 'node:stream';
import type pg from 'pg';
import { isReplicaFailure } from '../../platform/db/database-errors.ts';
import type { Replica } from '../../platform/db/replica.ts';
import { openSnapshot, type Snapshot } from '../../platform/db/snapshot.ts';
import { RuleError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log/logger.ts';
import { PACE, PacedStream } from './reading-pace.ts';

/** Each export holds a connection and a snapshot; more would slow down all other requests. */
const MOST_AT_ONCE = 2;
const RETRY_AFTER = 30;
/** Maximum duration in ms: PostgreSQL keeps old row versions for as long as a snapshot is open. */
const LONGEST = 3_600_000;

/**
 * Starts an export that streams a snapshot's data; the snapshot stays open as long as the stream.
 */
export type StartExport = (
  userId: number,
  make: (snapshot: Snapshot) => Promise<Readable>,
) => Promise<Readable>;

interface Running {
  readonly userId: number;
  breakOff: (cause: Error) => void;
  stream?: PacedStream;
}

/**
 * Creates the start of exports and holds those that run, on connections of their own: two at once,
 * one for each user. An export that the replica cancels or loses before it begins is opened again on
 * the primary. An export ends when it was read completely, when its reader disconnects, when its
 * connection is lost or when its hour is over; the last two abort the stream. When both places are
 * taken, a further request aborts an export whose reader is too slow, so that two slow readers
 * cannot block all others. Throws `exports_busy` for a third export, `exports_busy_own` for a user's
 * second.
 */
export function createExportSessions({
  pool,
  replica,
  logger,
  pace = PACE,
}: {
  pool: pg.Pool;
  replica?: Pick<Replica, 'connect'> | undefined;
  logger: Logger;
  pace?: typeof PACE;
}): StartExport {
  const running = new Set<Running>();
  return async (userId, make) => {
    makeRoom(running, userId);
    let snapshot: Snapshot | undefined;
    let begun = false;
    const stream = new PacedStream(pace).on('error', () => {}); // the sender receives the error too
    const breakOff = (cause: Error): void => {
      logger.warn({ err: cause }, 'export aborted');
      snapshot?.close(); // frees the connection for the next export before the stream has closed
      stream.destroy(cause);
    };
    const one: Running = { userId, breakOff, stream };
    running.add(one);
    const timer = setTimeout(breakOff, LONGEST, new Error('the export took too long')).unref();
    const end = (): void => {
      running.delete(one);
      clearTimeout(timer);
      snapshot?.close();
    };
    const begin = async (client: pg.PoolClient): Promise<void> => {
      snapshot = await openSnapshot(client, {
        onLost: (error) => {
          if (begun) breakOff(error);
        },
      });
      const source = await make(snapshot);
      begun = true;
      pipeline(source, stream, () => {});
    };
    try {
      const client = await replica?.connect();
      if (client === undefined) await begin(await pool.connect());
      else
        await begin(client).catch(async (error: unknown) => {
          snapshot?.close();
          if (!isReplicaFailure(error)) throw error;
          await begin(await pool.connect());
        });
    } catch (error) {
      end();
      stream.destroy();
      throw error;
    }
    return stream.once('close', end);
  };
}

/** Makes room for one more export among those that run, at the cost of one that is read too slowly. */
function makeRoom(running: Set<Running>, userId: number): void {
  if ([...running].some((one) => one.userId === userId))
    throw new RuleError('exports_busy_own', { retry_after: RETRY_AFTER });
  if (running.size < MOST_AT_ONCE) return;
  const slow = [...running].find(({ stream }) => stream?.isSlow === true);
  if (slow === undefined) throw new RuleError('exports_busy', { retry_after: RETRY_AFTER });
  running.delete(slow);
  slow.breakOff(new Error('the export was read too slowly while another waited'));
}
