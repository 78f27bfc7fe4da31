import type { PgBoss } from 'pg-boss';
import type { Db } from '../db/database.ts';
import { bossOn } from './boss.ts';
import type { AnyJob, NewJob } from './job-kind.ts';

/**
 * The dead letter queue: a job moves there after its last attempt, in the statement that fails it
 * for good.
 */
export const FAILED_QUEUE = 'failed-jobs';

const YEARS = 365 * 86_400;

/**
 * The origin of a job: the type of the event that caused it, and the request that wrote the event.
 */
export interface JobOrigin {
  readonly cause: string;
  readonly requestId: string | null;
}

/** A job's content in the queue. */
export interface QueuedJob extends JobOrigin {
  readonly data: Readonly<Record<string, number>>;
}

/** Creates the queues of these kinds, or updates them to what the kinds say now. */
export async function registerQueues(
  boss: PgBoss,
  kinds: readonly AnyJob[],
  { heartbeatSeconds }: { heartbeatSeconds: number },
): Promise<void> {
  // Waiting jobs are never discarded; completed ones are of no use after some minutes.
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
      // The runner ends an attempt in time; this is for one that it cannot end.
      expireInSeconds: timeoutSeconds + 30,
      deadLetter: FAILED_QUEUE,
    });
  }
}

/** Creates jobs in the current transaction: they exist when it commits. One statement per kind. */
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
