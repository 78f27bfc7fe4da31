import { foldListTotals } from '../features/supplier-orders/supplier-orders-feature.ts';
import { formatHead, sealAudit, type AuditHead } from '../features/audit/audit-feature.ts';
import {
  runTick,
  scheduledTasks,
  slotOf,
  type Task,
} from '../features/scheduling/scheduling-feature.ts';
import type { Logger } from '../platform/log/logger.ts';
import type { Platform } from '../platform/platform.ts';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** A scheduled task of this process. Safe in several processes at once. */
interface Chore {
  readonly name: string;
  readonly everyMs: number;
  readonly run: (stopping: AbortSignal) => Promise<unknown>;
}

export interface Housekeeping {
  /** Starts no more tasks and waits for the running ones. */
  stop(): Promise<void>;
}

/**
 * Seals the audit log within a second, folds the list totals, and runs the scheduler's and the
 * features' tasks in each of their slots.
 */
export function startHousekeeping(platform: Platform, tasks: readonly Task[] = []): Housekeeping {
  return runChores(platform.logger, [
    { name: 'audit seals', everyMs: SECOND, run: sealer(platform) },
    { name: 'list totals', everyMs: MINUTE, run: () => foldListTotals(platform.db) },
    ...[...scheduledTasks, ...tasks].map((task) => ({
      name: task.name,
      everyMs: SECOND,
      run: ticker(platform, task),
    })),
  ]);
}

/**
 * Runs each task at its interval, one run of it at a time. Of several failures in a row only the
 * first is logged.
 */
export function runChores(logger: Logger, chores: readonly Chore[]): Housekeeping {
  const started = chores.map((chore) => startChore(logger, chore));
  return {
    stop: async () => {
      await Promise.all(started.map((chore) => chore.stop()));
    },
  };
}

function startChore(logger: Logger, { name, everyMs, run }: Chore): Housekeeping {
  const stopping = new AbortController();
  let running: Promise<void> | undefined;
  let failing = false;
  const once = async (): Promise<void> => {
    try {
      await run(stopping.signal);
      failing = false;
    } catch (error) {
      if (!failing) logger.warn({ err: error, chore: name }, 'housekeeping failed');
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
function ticker(platform: Platform, task: Task): (stopping: AbortSignal) => Promise<void> {
  let asked = -Infinity;
  return async (stopping) => {
    const slot = slotOf(platform.clock.now(), task.everyMs).getTime();
    if (slot === asked) return;
    await runTick(platform, task, stopping);
    asked = slot;
  };
}

/**
 * Returns the task that seals the audit log. It searches the whole log for unsealed rows at first
 * and every hour, and only recent rows in between.
 */
function sealer(platform: Platform): () => Promise<void> {
  const tellHead = headTeller(platform.logger);
  let lookedAt = -Infinity;
  return async () => {
    const now = performance.now();
    const all = now - lookedAt >= HOUR;
    const { head } = await sealAudit(platform, { look: all ? 'all' : 'recent' });
    if (all) lookedAt = now;
    tellHead(head);
  };
}

/**
 * Returns a function that logs the audit chain's head once a minute at most, when it has moved:
 * evidence outside the database.
 */
function headTeller(logger: Logger): (head: AuditHead) => void {
  let logged = { at: -Infinity, sequence: 0 };
  return (head) => {
    const at = performance.now();
    if (head.sequence === logged.sequence || at - logged.at < MINUTE) return;
    logged = { at, sequence: head.sequence };
    logger.info({ head: formatHead(head) }, 'audit head');
  };
}
