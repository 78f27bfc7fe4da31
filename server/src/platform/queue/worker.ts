import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../db/database.ts';
import { col, params, statement } from '../db/statement.ts';
import type { Logger } from '../log/logger.ts';
import { usualTakeOver } from './boss.ts';
import { isAnyEventWaiting } from './event-store.ts';
import type { Lane } from './lane.ts';
import { openWorkshop, type WorkshopOptions } from './workshop.ts';

/**
 * How often a worker polls for events when nothing wakes it, in ms. Between events, and between
 * full batches of jobs, it does not wait.
 */
const EVENTS_EVERY = 250;
/**
 * How often a worker polls for jobs, in ms. Jobs that it created run at once; polling finds
 * retries, and jobs that other workers created or left behind.
 */
const JOBS_EVERY = 1_000;
/** How long running jobs have to end, in ms; the process itself has two seconds more. */
const LONGEST_GOODBYE = 13_000;

export interface Worker {
  /** Takes no new work, lets running jobs end, and requeues the rest. */
  stop(): Promise<void>;
}

/**
 * Dispatches events and runs jobs until it is stopped. While the database is unreachable it waits,
 * then continues.
 */
export async function startWorker({
  takeOver = usualTakeOver,
  goodbyeMs = LONGEST_GOODBYE,
  ...options
}: WorkshopOptions & { readonly goodbyeMs?: number }): Promise<Worker> {
  const {
    platform: { db, clock, logger },
  } = options;
  const workshop = await openWorkshop({ ...options, takeOver });
  const lanes = [...workshop.lanes.values()];
  const wake = waker(logger);
  const stopping = new AbortController();
  const turn = (name: string, everyMs: number, once: () => Promise<unknown>): Promise<void> =>
    turns({ name, everyMs, once, logger, stopping: stopping.signal });

  const tellOn = async (): Promise<void> => {
    if (!(await isAnyEventWaiting(db, clock.now()))) return;
    for (
      let kinds = await workshop.dispatcher.next();
      kinds !== undefined && !stopping.signal.aborted;
      kinds = await workshop.dispatcher.next()
    ) {
      for (const kind of kinds) wake(workshop.lanes.get(kind));
    }
  };
  const loops = [
    turn('events', EVENTS_EVERY, tellOn),
    turn('jobs', JOBS_EVERY, async () => {
      for (const name of await dueQueues(db)) wake(workshop.lanes.get(name));
    }),
    turn('heartbeats', takeOver.heartbeatSeconds * 250, () =>
      Promise.all(lanes.map((lane) => lane.beat())),
    ),
  ];
  return {
    stop: async () => {
      stopping.abort();
      for (const lane of lanes) lane.stop();
      await Promise.race([
        Promise.all([...loops, ...lanes.map((lane) => lane.settled())]),
        sleep(goodbyeMs, undefined, { ref: false }),
      ]);
      await Promise.all(lanes.map((lane) => lane.handBack())).catch((error: unknown) =>
        logger.warn({ err: error }, 'jobs not handed back'),
      );
      await workshop.close();
    },
  };
}

interface Turns {
  readonly name: string;
  readonly everyMs: number;
  readonly once: () => Promise<unknown>;
  readonly logger: Logger;
  readonly stopping: AbortSignal;
}

/** Runs `once` repeatedly. Of several failures in a row only the first is logged. */
async function turns({ name, everyMs, once, logger, stopping }: Turns): Promise<void> {
  let failing = false;
  while (!stopping.aborted) {
    try {
      await once();
      failing = false;
    } catch (error) {
      if (!failing) logger.warn({ err: error, of: name }, 'worker cannot work');
      failing = true;
    }
    // The delay rejects when the worker stops.
    await sleep(failing ? JOBS_EVERY : everyMs, undefined, { signal: stopping }).catch(() => {});
  }
}

/**
 * Returns a function that drains a queue; called while it drains, it polls once more at the end.
 */
function waker(logger: Logger): (lane: Lane | undefined) => void {
  const again = new Map<Lane, boolean>();
  const drain = async (lane: Lane): Promise<void> => {
    do {
      again.set(lane, false);
      await lane.drain();
    } while (again.get(lane) === true);
  };
  return (lane) => {
    if (lane === undefined) return;
    if (again.has(lane)) {
      again.set(lane, true);
      return;
    }
    drain(lane)
      .catch((error: unknown) => logger.warn({ err: error, queue: lane.name }, 'queue not read'))
      .finally(() => again.delete(lane));
  };
}

const due = statement({
  name: 'queue-due',
  params: params<object>(),
  columns: { name: col.text },
  text: `
    SELECT q.name FROM pgboss.queue q
    WHERE EXISTS (SELECT 1 FROM pgboss.job j WHERE j.name = q.name AND j.state < 'active' AND j.start_after <= pgboss.job_now())`,
});

const dueQueues = async (db: Db): Promise<string[]> =>
  (await db.rows(due, {})).map(({ name }) => name);
