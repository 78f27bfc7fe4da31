import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { onConnection } from './on-connection.ts';

/**
 * A process that waits longer than this for another migrator fails: an operator should look at it.
 */
const LONGEST_WAIT_MS = 10 * 60_000;
const PAUSE_MS = 250;

/** Throws when this process does not hold the migration lock any more. */
export type AssertLocked = () => Promise<void>;

/**
 * Runs `work` under the migration lock, waiting while another process holds it. The advisory lock
 * belongs to a transaction, so that it holds through a pooler of transactions too, and is released
 * when this process ends or its server does, in whatever way. After a change of primary `work` would
 * reach the new one without the lock: it asks `assertLocked` before each step.
 */
export const withMigrationLock = <T>(
  url: string,
  work: (assertLocked: AssertLocked) => Promise<T>,
): Promise<T> =>
  onConnection(url, async (client) => {
    const end = Date.now() + LONGEST_WAIT_MS;
    // Asked again and again: one statement that waits would keep its snapshot meanwhile, and an
    // index that the holder builds concurrently would wait for that.
    while (!(await tryLock(client))) {
      if (Date.now() > end)
        throw new Error('another process has been migrating for ten minutes: is it alive?');
      await sleep(PAUSE_MS);
    }
    const result = await work(() => assertHeld(client));
    await client.query('COMMIT');
    return result;
  });

/** The lock belongs to the transaction that is open on the connection, and ends with either. */
async function assertHeld(client: pg.Client): Promise<void> {
  try {
    await client.query('SELECT 1');
  } catch (cause) {
    throw new Error('the migration lock was lost with its connection: migrate again', { cause });
  }
}

/** Opens a transaction and returns whether it holds the lock; without it, ends the transaction. */
async function tryLock(client: pg.Client): Promise<boolean> {
  await client.query('BEGIN');
  // The transaction is idle while the migrations run on connections of their own.
  await client.query('SET LOCAL idle_in_transaction_session_timeout = 0');
  const { rows } = await client.query<{ held: boolean }>(
    `SELECT pg_try_advisory_xact_lock(hashtextextended('lavra migrations', 0)) AS held`,
  );
  if (rows[0]?.held === true) return true;
  await client.query('ROLLBACK');
  return false;
}
