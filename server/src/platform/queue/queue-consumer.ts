import type { PgBoss } from 'pg-boss';
import { systemActor } from '../db/command.ts';
import type { Platform } from '../platform.ts';
import { traced } from '../tracing/operations.ts';
import { bossOn } from './boss.ts';
import { failureLine } from '../text/failure-line.ts';
import { claimOf, type JobHandler, type Job } from './run-job.ts';

/** The consumer of one queue in one worker. */
export interface QueueConsumer {
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
  sendHeartbeats(): Promise<void>;
  /** Stops fetching, and aborts the running jobs. */
  stop(): void;
  /** Requeues the jobs that still run, as if they had not been attempted. */
  requeueRunning(): Promise<void>;
}

class WorkerStopping extends Error {
  override readonly name = 'WorkerStopping';
}

export function createQueueConsumer({
  boss,
  platform,
  handler,
}: {
  boss: PgBoss;
  platform: Platform;
  handler: JobHandler;
}): QueueConsumer {
  const { name, concurrency, handle } = handler;
  const running = new Map<
    Job,
    { readonly controller: AbortController; readonly end: Promise<void> }
  >();
  let stopping = false;

  /**
   * The job's fields in log lines; the request id is the one that the gateway and the API logged.
   */
  const fieldsOf = (job: Job) => ({
    job: name,
    data: job.data.data,
    attempt: job.retryCount + 1,
    request_id: job.data.requestId,
  });

  const run = async (job: Job, controller: AbortController): Promise<void> => {
    const since = performance.now();
    try {
      await traced({ kind: 'job', name, requestId: job.data.requestId }, () =>
        handle(job, controller),
      );
      platform.logger.info(
        { ...fieldsOf(job), ms: Math.round(performance.now() - since) },
        'job completed',
      );
    } catch (error) {
      if (controller.signal.reason instanceof WorkerStopping) {
        await requeue([job]);
        return;
      }
      await boss.fail(name, [claimOf(job)], { failure: failureLine(error) });
      platform.logger.warn({ err: error, ...fieldsOf(job) }, 'job failed');
    }
  };

  const start = (job: Job): void => {
    const controller = new AbortController();
    // A job that could not be settled is requeued once its heartbeat is missed.
    const end = run(job, controller)
      .catch((error: unknown) => {
        platform.logger.warn({ err: error, ...fieldsOf(job) }, 'job outcome not recorded');
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
  const requeue = (jobs: readonly Job[]): Promise<void> =>
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
          await requeue(jobs);
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
    sendHeartbeats: async () => {
      const jobs = [...running.keys()];
      if (jobs.length === 0) return;
      const { settled } = (await boss.touch(name, jobs.map(claimOf))) as {
        settled: readonly string[];
      }; // untyped by pg-boss
      for (const job of jobs)
        if (!settled.includes(job.id))
          running.get(job)?.controller.abort(new Error('job taken over by another worker'));
    },
    stop: () => {
      stopping = true;
      for (const { controller } of running.values())
        controller.abort(new WorkerStopping('worker stopping'));
    },
    requeueRunning: async () => {
      if (running.size > 0) await requeue([...running.keys()]);
    },
  };
}
