import type { PgBoss } from 'pg-boss';
import { systemActor } from '../db/command.ts';
import type { Platform } from '../platform.ts';
import { bossOn } from './boss.ts';
import { failureLine } from './failure-line.ts';
import { claimOf, type Handling, type Job } from './run-job.ts';

/** The consumer of one queue in one worker. */
export interface Lane {
  readonly name: string;
  /**
   * Runs the due jobs until a fetch returns fewer than asked for; returns how many it started.
   * `settled` waits for them to end.
   */
  drain(options?: { readonly evenIfEarly?: boolean }): Promise<number>;
  settled(): Promise<void>;
  /**
   * Sends a heartbeat for the running jobs; a job that no longer belongs to this worker is aborted.
   */
  beat(): Promise<void>;
  /** Stops fetching, and aborts the running jobs. */
  stop(): void;
  /** Requeues the jobs that still run, as if they had not been attempted. */
  handBack(): Promise<void>;
}

class Stopping extends Error {
  override readonly name = 'Stopping';
}

export function createLane({
  boss,
  platform,
  handling,
}: {
  boss: PgBoss;
  platform: Platform;
  handling: Handling;
}): Lane {
  const { name, concurrency, handle } = handling;
  const running = new Map<
    Job,
    { readonly controller: AbortController; readonly end: Promise<void> }
  >();
  let stopping = false;

  /**
   * The job's fields in log lines; the request id is the one that the gateway and the API logged.
   */
  const namesOf = (job: Job) => ({
    job: name,
    data: job.data.data,
    attempt: job.retryCount + 1,
    request_id: job.data.requestId,
  });

  const run = async (job: Job, controller: AbortController): Promise<void> => {
    const since = performance.now();
    try {
      await handle(job, controller);
      platform.logger.info(
        { ...namesOf(job), ms: Math.round(performance.now() - since) },
        'job done',
      );
    } catch (error) {
      if (controller.signal.reason instanceof Stopping) {
        await giveBack([job]);
        return;
      }
      await boss.fail(name, [claimOf(job)], { failure: failureLine(error) });
      platform.logger.warn({ err: error, ...namesOf(job) }, 'job failed');
    }
  };

  const start = (job: Job): void => {
    const controller = new AbortController();
    // A job that could not be settled is requeued once its heartbeat is missed.
    const end = run(job, controller)
      .catch((error: unknown) => {
        platform.logger.warn({ err: error, ...namesOf(job) }, 'job not settled');
      })
      .finally(() => {
        running.delete(job);
      });
    running.set(job, { controller, end });
  };

  /**
   * Requeues jobs in one transaction, as a job that is cancelled and not resumed would be lost. The
   * attempt in progress does not count.
   */
  const giveBack = (jobs: readonly Job[]): Promise<void> =>
    platform.command(systemActor, async ({ db }) => {
      const options = { db: bossOn(db) };
      for (const job of jobs) {
        const cancelled = (await boss.cancel(name, [claimOf(job)], options)) as {
          affected: number;
        }; // untyped by pg-boss
        if (cancelled.affected !== 1) continue;
        await boss.resume(name, job.id, options);
        await boss.update(name, undefined, {
          ...options,
          id: job.id,
          retryLimit: job.retryLimit + 1,
        });
      }
    });

  return {
    name,
    drain: async ({ evenIfEarly = false } = {}) => {
      for (let taken = 0; ;) {
        while (running.size > concurrency / 2)
          await Promise.race([...running.values()].map(({ end }) => end));
        if (stopping) return taken;
        const free = concurrency - running.size;
        const jobs: Job[] = await boss.fetch(name, {
          batchSize: free,
          includeMetadata: true,
          ignoreStartAfter: evenIfEarly,
        });
        if (stopping) {
          await giveBack(jobs);
          return taken;
        }
        for (const job of jobs) start(job);
        taken += jobs.length;
        if (jobs.length < free) return taken;
      }
    },
    settled: async () => {
      await Promise.all([...running.values()].map(({ end }) => end));
    },
    beat: async () => {
      const jobs = [...running.keys()];
      if (jobs.length === 0) return;
      const { settled } = (await boss.touch(name, jobs.map(claimOf))) as {
        settled: readonly string[];
      }; // untyped by pg-boss
      for (const job of jobs)
        if (!settled.includes(job.id))
          running.get(job)?.controller.abort(new Error('the job is in other hands by now'));
    },
    stop: () => {
      stopping = true;
      for (const { controller } of running.values())
        controller.abort(new Stopping('the worker stops'));
    },
    handBack: async () => {
      if (running.size > 0) await giveBack([...running.keys()]);
    },
  };
}
