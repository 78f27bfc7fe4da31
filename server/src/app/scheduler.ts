import { runInSlot, slotOf, type Task } from '../features/scheduling/scheduling-feature.ts';
import type { Logger } from '../platform/log/logger.ts';
import type { Platform } from '../platform/platform.ts';

/** How often a task is checked for a new slot, in ms. */
const SECOND = 1_000;

/** Work that this process repeats. Safe in several processes at once. */
interface PeriodicTask {
  readonly name: string;
  readonly everyMs: number;
  readonly run: (stopping: AbortSignal) => Promise<unknown>;
}

export interface Scheduler {
  /** Starts no more tasks and waits for the running ones. */
  stop(): Promise<void>;
}

/** Runs the features' tasks, each in every slot of its own or at its interval. */
export const startScheduler = (platform: Platform, tasks: readonly Task[]): Scheduler =>
  runPeriodically(
    platform.logger,
    tasks.map(({ name, everyMs, inEveryProcess, run }) =>
      inEveryProcess
        ? { name, everyMs, run: (stopping) => run(platform, stopping) }
        : { name, everyMs: SECOND, run: oncePerSlot(platform, { name, everyMs, run }) },
    ),
  );

/**
 * Runs each task at its interval, one run of it at a time. Of several failures in a row only the
 * first is logged; a task with slots fails anew in each slot, since between them its runs find the
 * slot taken.
 */
export function runPeriodically(logger: Logger, tasks: readonly PeriodicTask[]): Scheduler {
  const started = tasks.map((task) => startPeriodic(logger, task));
  return {
    stop: async () => {
      await Promise.all(started.map((task) => task.stop()));
    },
  };
}

function startPeriodic(logger: Logger, { name, everyMs, run }: PeriodicTask): Scheduler {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let failing = false;
  const once = async (): Promise<void> => {
    try {
      await run(stopping.signal);
      failing = false;
    } catch (error) {
      if (!failing) logger.warn({ err: error, task: name }, 'scheduled task failed');
      failing = true;
    } finally {
      running = undefined;
    }
  };
  const timer = setInterval(() => {
    running ??= once();
  }, everyMs);
  timer.unref();
  return {
    stop: async () => {
      clearInterval(timer);
      stopping.abort();
      await running;
    },
  };
}

/** Runs a task once per slot; work that fails is found again in the next slot. */
function oncePerSlot(platform: Platform, task: Task): (stopping: AbortSignal) => Promise<void> {
  let lastSlot = -Infinity;
  return async (stopping) => {
    const slot = slotOf(platform.clock.now(), task.everyMs).getTime();
    if (slot === lastSlot) return;
    await runInSlot(platform, task, stopping);
    lastSlot = slot;
  };
}
