import { setTimeout as sleep } from 'node:timers/promises';
import type { Db } from '../db/database.ts';
import { col, params, statement } from '../db/statement.ts';
import type { Logger } from '../log/logger.ts';
import { usualTakeOver } from './boss.ts';
import { isAnyEventWaiting } from './event-store.ts';
import type { QueueConsumer } from './queue-consumer.ts';
import { openWorkerRuntime, type WorkerOptions } from './worker-runtime.ts';

/**
 * How often a worker polls for events when nothing wakes it, in ms. Between events, and between
 * full batches of jobs, it does not wait.
 */
const EVENTS_EVERY_MS = 250;
/**
 * How often a worker polls for jobs, in ms. Jobs that it created run at once; polling finds
 * retries, and jobs that other workers created or left behind.
 */
const JOBS_EVERY_MS = 1_000;
/** How long running jobs have to end, in ms; the process itself has two seconds more. */
const STOP_TIMEOUT_MS = 13_000;

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
  stopTimeoutMs = STOP_TIMEOUT_MS,
  ...options
}: WorkerOptions & { readonly stopTimeoutMs?: number }): Promise<Worker> {
  const {
    platform: { db, clock, logger },
  } = options;
  const runtime = await openWorkerRuntime({ ...options, takeOver });
  const consumers = [...runtime.consumers.values()];
  const wake = createWaker(logger);
  const stopping = new AbortController();
  const loop = (name: string, everyMs: number, once: () => Promise<unknown>): Promise<void> =>
    runLoop({ name, everyMs, once, logger, stopping: stopping.signal });

  const dispatchEvents = async (): Promise<void> => {
    if (!(await isAnyEventWaiting(db, clock.now()))) return;
    for (
      let kinds = await runtime.dispatcher.next();
      kinds !== undefined && !stopping.signal.aborted;
      kinds = await runtime.dispatcher.next()
    ) {
      for (const kind of kinds) wake(runtime.consumers.get(kind));
    }
  };
  const loops = [
    loop('events', EVENTS_EVERY_MS, dispatchEvents),
    loop('jobs', JOBS_EVERY_MS, async () => {
      for (const name of await dueQueues(db)) wake(runtime.consumers.get(name));
    }),
    loop('heartbeats', takeOver.heartbeatSeconds * 250, () =>
      Promise.all(consumers.map((consumer) => consumer.sendHeartbeats())),
    ),
  ];
  return {
    stop: async () => {
      stopping.abort();
      for (const consumer of consumers) consumer.stop();
      await Promise.race([
        Promise.all([...loops, ...consumers.map((consumer) => consumer.settled())]),
        sleep(stopTimeoutMs, undefined, { ref: false }),
      ]);
      await Promise.all(consumers.map((consumer) => consumer.requeueRunning())).catch(
        (error: unknown) => logger.warn({ err: error }, 'jobs not requeued'),
      );
      await runtime.close();
    },
  };
}

interface Loop {
  readonly name: string;
  readonly everyMs: number;
  readonly once: () => Promise<unknown>;
  readonly logger: Logger;
  readonly stopping: AbortSignal;
}

/** Runs `once` repeatedly. Of several failures in a row the first is logged, and their end. */
async function runLoop({ name, everyMs, once, logger, stopping }: Loop): Promise<void> {
  let failing = false;
  while (!stopping.aborted) {
    try {
      await once();
      if (failing) logger.info({ loop: name }, 'worker loop recovered');
      failing = false;
    } catch (error) {
      if (!failing) logger.warn({ err: error, loop: name }, 'worker loop failed');
      failing = true;
    }
    // The delay rejects when the worker stops.
    await sleep(failing ? JOBS_EVERY_MS : everyMs, undefined, { signal: stopping }).catch(() => {});
  }
}

/**
 * Returns a function that drains a queue; called while it drains, it polls once more at the end.
 */
function createWaker(logger: Logger): (consumer: QueueConsumer | undefined) => void {
  const again = new Map<QueueConsumer, boolean>();
  const drain = async (consumer: QueueConsumer): Promise<void> => {
    do {
      again.set(consumer, false);
      await consumer.drain();
    } while (again.get(consumer) === true);
  };
  return (consumer) => {
    if (consumer === undefined) return;
    if (again.has(consumer)) {
      again.set(consumer, true);
      return;
    }
    drain(consumer)
      .catch((error: unknown) =>
        logger.warn({ err: error, queue: consumer.name }, 'queue fetch failed'),
      )
      .finally(() => again.delete(consumer));
  };
}

const due = statement({
  name: 'queue-due',
  params: params<object>(),
  columns: { name: col.text },
  text: `
    SELECT q.name FROM pgboss.queue q
    WHERE EXISTS (SELECT 1 FROM pgboss.job j
      WHERE j.name = q.name AND j.state < 'active' AND j.start_after <= pgboss.job_now())`,
});

const dueQueues = async (db: Db): Promise<string[]> =>
  (await db.rows(due, {})).map(({ name }) => name);
