import type { Platform } from '../../platform/platform.ts';

/** Something the passing of time asks for. It finds anew what is due each time, so a turn that was lost costs only its slot. */
export interface Task {
  readonly name: string;
  /** The length of a slot: several schedulers together run the task once in each. */
  readonly everyMs: number;
  /** Gives up between two pieces of work when told to stop. */
  readonly run: (platform: Platform, stopping: AbortSignal) => Promise<unknown>;
}

/** Runs the task if this slot's turn is not taken yet; answers whether it ran. */
export async function runTick(
  platform: Platform,
  task: Task,
  stopping: AbortSignal,
): Promise<boolean> {
  const claimed = await claimTick(platform, task);
  if (claimed) await task.run(platform, stopping);
  return claimed;
}

async function claimTick({ db, clock }: Platform, { name, everyMs }: Task): Promise<boolean> {
  const now = clock.now();
  const tick = await db.q
    .insertInto('scheduler_ticks')
    .values({ task: name, slot: slotOf(now, everyMs), ran_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('task')
    .executeTakeFirst();
  return tick !== undefined;
}

/** The start of the slot an instant lies in, slots being counted in UTC. */
export const slotOf = (instant: Date, everyMs: number): Date =>
  new Date(Math.floor(instant.getTime() / everyMs) * everyMs);
