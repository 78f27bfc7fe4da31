import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Logger } from '../log/logger.ts';
import { isReplicaFailure } from './database-errors.ts';
import { databaseOn, type Db } from './database.ts';
import { createPool } from './pool.ts';
import { positionOn, type ReplicaMonitor } from './replica-monitor.ts';
import { serverPosition } from './server-position.ts';

/** How long a read waits for the replica to reach the place where the primary was, in ms. */
const LONGEST_WAIT = 200;
const WAIT_STEP = 5;
/** Snapshots of reports at once. */
const MOST_SNAPSHOTS = 2;

/**
 * Runs a read that changes nothing, where the endpoint says that it may go to a replica. It sees
 * everything that was committed before the call. It may run twice.
 */
export type LongRead = <T>(work: (db: Db) => Promise<T>) => Promise<T>;

/** A streaming replica that answers long reads, or leaves them to the primary. */
export interface Replica {
  /** On the primary where the replica is behind, gone, or cancels the read. */
  readonly read: LongRead;
  /**
   * Returns a connection for a snapshot that holds everything committed before this call; undefined
   * where the primary is to be used.
   */
  connect(): Promise<pg.PoolClient | undefined>;
  lagSeconds(): number;
  /** Long reads so far by the server that they were sent to. */
  readonly reads: Readonly<Record<'replica' | 'primary', number>>;
  close(): Promise<void>;
}

/**
 * Creates the reads of a replica. Each asks the primary where it is, and then the very connection it
 * will use whether the replica is there: nothing is remembered of anyone's writes, by whichever
 * process they came. It waits 200 ms at most; after one that waited in vain the others do not, until
 * the replica has got there.
 */
export function createReplica({
  url,
  poolSize,
  timezone,
  logger,
  primary,
  monitor,
}: {
  url: string;
  poolSize: number;
  timezone: string;
  logger: Logger;
  primary: Db;
  monitor: ReplicaMonitor;
}): Replica {
  const shared = {
    url,
    timezone,
    logger: logger.child({}, { level: 'error' }), // a lost connection is logged by the monitor, once
    health: monitor.health,
    standby: true,
  };
  const pool = createPool({ ...shared, size: poolSize, name: 'lavra-reads', pipelined: true });
  const snapshots = createPool({ ...shared, size: MOST_SNAPSHOTS, name: 'lavra-replica-reports' });
  const reads = { replica: 0, primary: 0 };
  let missed = 0;

  async function connectTo(from: pg.Pool): Promise<pg.PoolClient | undefined> {
    if (!monitor.isUsable || monitor.replayed < missed) return undefined;
    const wanted = await locate(primary);
    const client = await from.connect().catch(() => undefined);
    if (client === undefined) return undefined;
    try {
      if (await reaches(client, wanted)) return client;
      missed = wanted.position;
      client.release();
    } catch (error) {
      client.release(true);
      logger.debug({ err: error }, 'replica not used');
    }
    return undefined;
  }
  return {
    async read(work) {
      const client = await connectTo(pool);
      if (client !== undefined) {
        let failure: unknown;
        try {
          const result = await work(databaseOn(client));
          reads.replica += 1;
          return result;
        } catch (error) {
          failure = error;
          if (!isReplicaFailure(error)) throw error;
          logger.debug({ err: error }, 'read repeated on the primary');
        } finally {
          // Other statements of a failed read may be under way on it.
          client.release(failure !== undefined);
        }
      }
      reads.primary += 1;
      return work(primary);
    },
    async connect() {
      const client = await connectTo(snapshots);
      reads[client === undefined ? 'primary' : 'replica'] += 1;
      return client;
    },
    lagSeconds: () => monitor.lagSeconds(),
    reads,
    close: async () => {
      await snapshots.end();
      await pool.end();
      await monitor.stop();
    },
  };
}

/** Where a primary is: how far, and in which history. */
interface PrimaryPosition {
  readonly position: number;
  readonly history: string;
}

async function locate(primary: Db): Promise<PrimaryPosition> {
  const at = await primary.row(serverPosition, {});
  if (at === undefined || at.position === null) throw new Error('the primary gave no position');
  return { position: at.position, history: at.history };
}

/** Returns whether the connection's server reaches the position in time. */
async function reaches(
  client: pg.PoolClient,
  { position, history }: PrimaryPosition,
): Promise<boolean> {
  const end = performance.now() + LONGEST_WAIT;
  for (;;) {
    const at = await databaseOn(client).row(serverPosition, {});
    if (at !== undefined && positionOn(at, history) >= position) return true;
    if (performance.now() >= end) return false;
    await sleep(WAIT_STEP);
  }
}
