import { onConnection } from './on-connection.ts';

/** Who waits longer than this for another migrator had better ask somebody. */
const LONGEST_WAIT = '10min';

/**
 * Runs `work` while no other process migrates the same database; waits for one that does. The turn is the session's: it
 * ends with this process, however that ends.
 */
export const inMigrationTurn = <T>(url: string, work: () => Promise<T>): Promise<T> =>
  onConnection(url, async (client) => {
    await client.query(`SET lock_timeout = '${LONGEST_WAIT}'`);
    await client.query(`SELECT pg_advisory_lock(hashtextextended('lavra migrations', 0))`);
    return work();
  });
