import { onConnection } from './on-connection.ts';

/**
 * A process that waits longer than this for another migrator fails: an operator should look at it.
 */
const LONGEST_WAIT = '10min';

/**
 * Runs `work` while no other process migrates the same database, waiting for one that does. The
 * advisory lock belongs to the session, so it is released when this process ends, in whatever way.
 */
export const inMigrationTurn = <T>(url: string, work: () => Promise<T>): Promise<T> =>
  onConnection(url, async (client) => {
    await client.query(`SET lock_timeout = '${LONGEST_WAIT}'`);
    await client.query(`SELECT pg_advisory_lock(hashtextextended('lavra migrations', 0))`);
    return work();
  });
