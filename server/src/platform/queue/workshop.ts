import type { PgBoss } from 'pg-boss';
import type { Platform } from '../platform.ts';
import { createBoss, usualTakeOver, type TakeOver } from './boss.ts';
import { createDispatcher, type Dispatcher } from './dispatcher.ts';
import type { Work } from './job-kind.ts';
import { createLane, type Lane } from './lane.ts';
import { FAILED_QUEUE, registerQueues } from './queues.ts';
import { failedHandling, handlingOf } from './run-job.ts';

/** The parts of a worker, not yet running. */
export interface Workshop {
  readonly boss: PgBoss;
  readonly dispatcher: Dispatcher;
  /** A consumer for each kind of job, and the one that stores failed jobs. */
  readonly lanes: ReadonlyMap<string, Lane>;
  /**
   * Runs everything that waits until nothing is left; `evenIfEarly` does not wait until retries are
   * due.
   */
  finish(options?: { readonly evenIfEarly?: boolean }): Promise<void>;
  close(): Promise<void>;
}

export interface WorkshopOptions {
  readonly platform: Platform;
  readonly work: Work;
  readonly databaseUrl: string;
  /** Absent: does not requeue jobs of dead workers. */
  readonly takeOver?: TakeOver;
}

/** Connects to the queue and makes sure that every kind of job has its own. */
export async function openWorkshop({
  platform,
  work,
  databaseUrl,
  takeOver,
}: WorkshopOptions): Promise<Workshop> {
  const boss = createBoss({ url: databaseUrl, logger: platform.logger, takeOver });
  await boss.start();
  await registerQueues(boss, work.jobs, takeOver ?? usualTakeOver);
  const dispatcher = createDispatcher({ platform, boss, work });
  const handlings = [
    ...work.jobs.map((kind) => handlingOf(boss, kind)),
    failedHandling(boss, platform, FAILED_QUEUE),
  ];
  const lanes = new Map(
    handlings.map((handling) => [handling.name, createLane({ boss, platform, handling })]),
  );
  return {
    boss,
    dispatcher,
    lanes,
    finish: async (options) => {
      for (let done = 1; done > 0;) {
        done = 0;
        while ((await dispatcher.next(options)) !== undefined) done += 1;
        for (const lane of lanes.values()) done += await lane.drain(options);
        await Promise.all([...lanes.values()].map((lane) => lane.settled()));
      }
    },
    close: () => boss.stop({ graceful: false }),
  };
}
