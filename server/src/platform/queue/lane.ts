import type { PgBoss } from 'pg-boss';
import { systemActor } from '../db/command.ts';
import type { Platform } from '../platform.ts';
import { bossOn } from './boss.ts';
import { failureLine } from './failure-line.ts';
import { claimOf, type Handling, type Job } from './run-job.ts';

/** The jobs of one queue in one worker. */
export interface Lane {
  readonly name: string;
  /** Runs what is due until a fetch comes back short; answers how many it took. Their ends are awaited by `settled`. */
  drain(options?: { readonly evenIfEarly?: boolean }): Promise<number>;
  settled(): Promise<void>;
  /** Tells the queue that the running jobs are alive; one that is not this worker's any more is told to stop. */
  beat(): Promise<void>;
  /** Fetches nothing more and tells the running jobs to stop. */
  stop(): void;
  /** Gives the jobs that still run back, as if they had not been tried. */
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

  /** What a line of the log calls it by: the request's id is the one that the gateway and the API wrote. */
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
    // A job that could not be settled is taken up again once its heartbeat is missed.
    const end = run(job, controller)
      .catch((error: unknown) => {
        platform.logger.warn({ err: error, ...namesOf(job) }, 'job not settled');
      })
      .finally(() => {
        running.delete(job);
      });
    running.set(job, { controller, end });
  };

  /** Atomic, as a job that is cancelled and not resumed would be lost. The try it began does not count against it. */
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
