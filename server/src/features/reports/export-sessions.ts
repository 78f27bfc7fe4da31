import type { Readable } from 'node:stream';
import type pg from 'pg';
import { openSnapshot, type Snapshot } from '../../platform/db/snapshot.ts';
import { RuleError } from '../../platform/errors.ts';
import type { Logger } from '../../platform/log/logger.ts';

/** Each holds a connection and a snapshot; more would be felt by everybody else. */
const MOST_AT_ONCE = 2;
const RETRY_AFTER = 30;
/** Old row versions stay as long as a snapshot does. */
const LONGEST = 3_600_000;

/** Gives a stream of what the snapshot holds; the snapshot lasts as long as the stream. */
export type StartExport = (make: (snapshot: Snapshot) => Promise<Readable>) => Promise<Readable>;

/**
 * Exports on connections of their own, two at once. One is over when it was read, when nobody reads it any more, when its
 * connection is lost or when its hour is over; the last two break the stream off. Throws `exports_busy` for a third.
 */
export function createExportSessions({ pool, logger }: { pool: pg.Pool; logger: Logger }): StartExport {
  let running = 0;
  return async (make) => {
    if (running >= MOST_AT_ONCE) throw new RuleError('exports_busy', { retry_after: RETRY_AFTER });
    running += 1;
    let snapshot: Snapshot | undefined;
    let stream: Readable | undefined;
    const breakOff = (cause: Error): void => {
      logger.warn({ err: cause }, 'export broken off');
      stream?.destroy(cause);
    };
    const timer = setTimeout(breakOff, LONGEST, new Error('the export took too long')).unref();
    const end = (): void => {
      running -= 1;
      clearTimeout(timer);
      snapshot?.close();
    };
    try {
      snapshot = await openSnapshot(pool, { onLost: breakOff });
      stream = await make(snapshot);
    } catch (error) {
      end();
      throw error;
    }
    return stream.once('close', end).on('error', () => {}); // whoever sends it hears of it too
  };
}
