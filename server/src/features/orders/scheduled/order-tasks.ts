import type { Task } from '../../scheduling/scheduling-feature.ts';
import { closePublished, followOwners, settlePending } from './due-orders.ts';
import { remindOfAwards, remindOfDeadlines } from './reminders.ts';

const MINUTE = 60_000;

/** The scheduled tasks of orders. */
export const orderTasks: readonly Task[] = [
  { name: 'published orders', everyMs: MINUTE, run: closePublished },
  { name: 'pending orders', everyMs: MINUTE, run: settlePending },
  { name: 'owners of orders', everyMs: MINUTE, run: followOwners },
  { name: 'deadline reminders', everyMs: MINUTE, run: remindOfDeadlines },
  { name: 'award reminders', everyMs: MINUTE, run: remindOfAwards },
];
