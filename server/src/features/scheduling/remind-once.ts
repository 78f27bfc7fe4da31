import type { UnitOfWork } from '../../platform/db/command.ts';

type Reminder = 'order.deadline_near' | 'award.pending' | 'order.not_published';

/**
 * Writes the reminder's row and its event in one transaction, once, whatever the number of
 * schedulers.
 */
export async function remindOnce(
  uow: UnitOfWork,
  kind: Reminder,
  { orderId, due }: { orderId: number; due: string },
): Promise<void> {
  const given = await uow.db.q
    .insertInto('reminders')
    .values({ kind, subject_id: orderId, due, reminded_at: uow.now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('subject_id')
    .executeTakeFirst();
  if (given !== undefined) uow.event({ type: kind, data: { order_id: orderId } });
}
