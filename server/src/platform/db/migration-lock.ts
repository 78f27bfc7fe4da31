import { onConnection } from './on-connection.ts';

/**
 * A process that waits longer than this for another migrator fails: an operator should look at it.
 */
const LONGEST_WAIT = '10min';

/**
 * Runs `work` under the migration lock, waiting while another process holds it. The advisory lock
 * belongs to the session, so it is released when this process ends, in whatever way.
 */
export const withMigrationLock = <T>(url: string, work: () => Promise<T>): Promise<T> =>
  onConnection(url, async (client) => {
    await client.query(`SET lock_timeout = '${LONGEST_WAIT}'`);
    await client.query(`SELECT pg_advisory_lock(hashtextextended('lavra migrations', 0))`);
    return work();
  });
