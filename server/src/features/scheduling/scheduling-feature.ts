// Public API of the scheduling feature: when scheduled tasks run, and what they share. The tasks
// are brought by the features whose work they do.
import { cleanUp } from './cleaning.ts';
import type { Task } from './task-slots.ts';

export { remindOnce } from './remind-once.ts';
export { settleEach } from './settle-each.ts';
export { runInSlot, slotOf, type Task } from './task-slots.ts';

const HOUR = 60 * 60_000;

/** Creates the one task that concerns the tables of all features. */
export const createScheduling = () => ({
  tasks: [{ name: 'cleaning', everyMs: HOUR, run: cleanUp }] satisfies readonly Task[],
});
