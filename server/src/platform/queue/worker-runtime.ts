import type { PgBoss } from 'pg-boss';
import type { Platform } from '../platform.ts';
import { createBoss, usualTakeOver, type TakeOver } from './boss.ts';
import { createDispatcher, type Dispatcher } from './dispatcher.ts';
import type { Work } from './job-kind.ts';
import { createQueueConsumer, type QueueConsumer } from './queue-consumer.ts';
import { FAILED_QUEUE, registerQueues } from './queues.ts';
import { failedJobHandler, handlerOf } from './run-job.ts';

/** The parts of a worker, not yet running. */
export interface WorkerRuntime {
  readonly boss: PgBoss;
  readonly dispatcher: Dispatcher;
  /** A consumer for each kind of job, and the one that stores failed jobs. */
  readonly consumers: ReadonlyMap<string, QueueConsumer>;
  /**
   * Runs everything that waits until nothing is left; `evenIfEarly` does not wait until retries are
   * due.
   */
  runUntilIdle(options?: { readonly evenIfEarly?: boolean }): Promise<void>;
  close(): Promise<void>;
}

export interface WorkerOptions {
  readonly platform: Platform;
  readonly work: Work;
  readonly databaseUrl: string;
  /** Absent: does not requeue jobs of dead workers. */
  readonly takeOver?: TakeOver;
  /** How long to wait for a connection to the database, in ms. */
  readonly waitMs?: number;
}

/** Connects to the queue and makes sure that every kind of job has its own. */
export async function openWorkerRuntime({
  platform,
  work,
  databaseUrl,
  takeOver,
  waitMs,
}: WorkerOptions): Promise<WorkerRuntime> {
  const boss = createBoss({ url: databaseUrl, logger: platform.logger, takeOver, waitMs });
  await boss.start();
  await registerQueues(boss, work.jobs, takeOver ?? usualTakeOver);
  const dispatcher = createDispatcher({ platform, boss, work });
  const handlers = [
    ...work.jobs.map((kind) => handlerOf(boss, kind)),
    failedJobHandler(boss, platform, FAILED_QUEUE),
  ];
  const consumers = new Map(
    handlers.map((handler) => [handler.name, createQueueConsumer({ boss, platform, handler })]),
  );
  return {
    boss,
    dispatcher,
    consumers,
    runUntilIdle: async (options) => {
      for (let done = 1; done > 0;) {
        done = 0;
        while ((await dispatcher.next(options)) !== undefined) done += 1;
        for (const consumer of consumers.values()) done += await consumer.drain(options);
        await Promise.all([...consumers.values()].map((consumer) => consumer.settled()));
      }
    },
    close: () => boss.stop({ graceful: false }),
  };
}
