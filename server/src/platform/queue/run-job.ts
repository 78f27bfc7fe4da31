import type { JobWithMetadata, PgBoss } from 'pg-boss';
import { systemActor } from '../db/command.ts';
import type { Platform } from '../platform.ts';
import { bossOn } from './boss.ts';
import { storeFailedJob } from './failed-jobs.ts';
import type { AnyJob, JobContext } from './job-kind.ts';
import type { QueuedJob } from './queues.ts';

/** A job fetched by a worker. */
export type Job = JobWithMetadata<QueuedJob>;

/** Handles the jobs of one queue. */
export interface JobHandler {
  readonly name: string;
  readonly concurrency: number;
  /** Does the work and marks the job as done; a throw counts as a failed attempt. */
  readonly handle: (job: Job, controller: AbortController) => Promise<void>;
}

/**
 * Identifies the attempt that this worker fetched, so that it never settles a later attempt of
 * another worker.
 */
export const claimOf = ({ id, retryCount }: Job) => ({ id, retryCount });

/** Runs a kind's work, within its time limit. */
export const handlerOf = (boss: PgBoss, kind: AnyJob): JobHandler => ({
  name: kind.name,
  concurrency: kind.concurrency ?? 3,
  handle: async (job, controller) => {
    const context: JobContext = {
      signal: controller.signal,
      attempt: job.retryCount + 1,
      isLast: job.retryCount >= job.retryLimit,
    };
    await withinSeconds(kind.timeoutSeconds, controller, kind.run(job.data.data, context));
    await boss.complete(kind.name, [claimOf(job)]);
  },
});

/**
 * Stores jobs after their last attempt: the row, the notification and the end of the job commit
 * together, so that it happens once.
 */
export const failedJobHandler = (boss: PgBoss, platform: Platform, name: string): JobHandler => ({
  name,
  concurrency: 1,
  handle: (job) =>
    platform.command(systemActor, async (uow) => {
      const settled = (await boss.complete(name, [claimOf(job)], null, { db: bossOn(uow.db) })) as {
        affected: number;
      }; // untyped by pg-boss
      if (settled.affected !== 1) return; // another worker has it by now
      await storeFailedJob(uow, {
        name: job.sourceName ?? name,
        data: job.data.data,
        cause: job.data.cause,
        failure: failureOf(job.sourceOutput),
        attempts: (job.sourceRetryCount ?? 0) + 1,
      });
    }),
});

/**
 * Returns the failure stored by the worker, or a description where pg-boss failed the job: its
 * worker was lost, or it ran out of time.
 */
function failureOf(output: object | null): string {
  if (output !== null && 'failure' in output && typeof output.failure === 'string')
    return output.failure;
  return JSON.stringify(output ?? {}).includes('heartbeat')
    ? 'o processo que o executava parou'
    : 'passou do tempo';
}

/** Rejects when the time is over, even if the work ignores its signal. */
function withinSeconds(
  seconds: number,
  controller: AbortController,
  work: Promise<void>,
): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      const error = new Error(`passou de ${seconds} s`);
      controller.abort(error);
      reject(error);
    }, seconds * 1_000).unref();
    work.then(resolve, reject).finally(() => clearTimeout(timer));
  });
}
