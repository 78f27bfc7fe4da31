import type { Platform } from '../../platform/platform.ts';
import { traced } from '../../platform/tracing/operations.ts';

/** A scheduled task. It queries what is due on every run, so a lost run costs only its slot. */
export interface Task {
  readonly name: string;
  /** The length of a slot in ms: several schedulers together run the task once in each. */
  readonly everyMs: number;
  /** Every scheduler runs the task at this interval, without slots; it bears that. */
  readonly inEveryProcess?: true;
  /** Stops between two items when the signal is aborted. */
  readonly run: (platform: Platform, stopping: AbortSignal) => Promise<unknown>;
}

/** Runs the task unless another scheduler has taken this slot; returns whether it ran. */
export async function runInSlot(
  platform: Platform,
  task: Task,
  stopping: AbortSignal,
): Promise<boolean> {
  const claimed = await claimSlot(platform, task);
  if (claimed)
    await traced({ kind: 'task', name: task.name }, async () => task.run(platform, stopping));
  return claimed;
}

async function claimSlot({ db, clock }: Platform, { name, everyMs }: Task): Promise<boolean> {
  const now = clock.now();
  const claimed = await db.q
    .insertInto('scheduler_ticks')
    .values({ task: name, slot: slotOf(now, everyMs), ran_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('task')
    .executeTakeFirst();
  return claimed !== undefined;
}

/** Returns the start of the slot that contains an instant; slots are counted in UTC. */
export const slotOf = (instant: Date, everyMs: number): Date =>
  new Date(Math.floor(instant.getTime() / everyMs) * everyMs);
