// Public API of the scheduling feature: scheduled tasks.
import { cleanUp } from './cleaning.ts';
import { closePublished, followOwners, settlePending } from './due-orders.ts';
import { announceRenewals, settlePayments, settleSubscriptions } from './due-subscriptions.ts';
import { remindOfAwards, remindOfDeadlines } from './reminders.ts';
import type { Task } from './ticks.ts';

export { runTick, slotOf, type Task } from './ticks.ts';

const MINUTE = 60_000;

/** All scheduled tasks. */
export const scheduledTasks: readonly Task[] = [
  { name: 'published orders', everyMs: MINUTE, run: closePublished },
  { name: 'pending orders', everyMs: MINUTE, run: settlePending },
  { name: 'owners of orders', everyMs: MINUTE, run: followOwners },
  { name: 'deadline reminders', everyMs: MINUTE, run: remindOfDeadlines },
  { name: 'award reminders', everyMs: MINUTE, run: remindOfAwards },
  { name: 'subscriptions due', everyMs: MINUTE, run: settleSubscriptions },
  { name: 'renewals', everyMs: MINUTE, run: announceRenewals },
  { name: 'payments due', everyMs: MINUTE, run: settlePayments },
  { name: 'cleaning', everyMs: 60 * MINUTE, run: cleanUp },
];
