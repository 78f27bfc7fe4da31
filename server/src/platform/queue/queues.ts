import type { PgBoss } from 'pg-boss';
import type { Db } from '../db/database.ts';
import { bossOn } from './boss.ts';
import type { AnyJob, NewJob } from './job-kind.ts';

/** Where a job goes after its last try, in the statement that fails it for good. */
export const FAILED_QUEUE = 'failed-jobs';

const YEARS = 365 * 86_400;

/** Where a job comes from: the type of the event that asked for it, and the request that the event came from. */
export interface JobOrigin {
  readonly cause: string;
  readonly requestId: string | null;
}

/** A job as it lies in the queue. */
export interface QueuedJob extends JobOrigin {
  readonly data: Readonly<Record<string, number>>;
}

/** Makes the queues of these kinds, or brings them to what the kinds say now. */
export async function registerQueues(
  boss: PgBoss,
  kinds: readonly AnyJob[],
  { heartbeatSeconds }: { heartbeatSeconds: number },
): Promise<void> {
  // Nothing waiting is ever thrown away; what is done is of no use after some minutes.
  const kept = { heartbeatSeconds, retentionSeconds: 10 * YEARS, deleteAfterSeconds: 600 };
  const known = new Set((await boss.getQueues()).map(({ name }) => name));
  const register = async (
    name: string,
    options: Parameters<PgBoss['updateQueue']>[1],
  ): Promise<void> => {
    if (!known.has(name)) await boss.createQueue(name);
    await boss.updateQueue(name, { ...kept, ...options });
  };
  await register(FAILED_QUEUE, { retryLimit: 1_000_000, retryDelay: 5, expireInSeconds: 60 });
  for (const { name, retries, backoffSeconds, timeoutSeconds } of kinds) {
    await register(name, {
      retryLimit: retries,
      retryDelay: backoffSeconds,
      retryBackoff: true,
      retryDelayMax: 3_600,
      // The runner ends a try in time; this is for one that cannot.
      expireInSeconds: timeoutSeconds + 30,
      deadLetter: FAILED_QUEUE,
    });
  }
}

/** Makes jobs in the transaction at hand: they are there when it commits. One statement a kind. */
export async function enqueue(
  boss: PgBoss,
  db: Db,
  jobs: readonly NewJob[],
  origin: JobOrigin,
): Promise<void> {
  for (const [kind, group] of Map.groupBy(jobs, (job) => job.kind)) {
    await boss.insert(
      kind,
      group.map(({ data, afterSeconds = 0 }) => ({
        data: { data, ...origin } satisfies QueuedJob,
        ...(afterSeconds > 0 ? { startAfter: afterSeconds } : {}),
      })),
      { db: bossOn(db) },
    );
  }
}
