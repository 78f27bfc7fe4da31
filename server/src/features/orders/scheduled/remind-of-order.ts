import type { UnitOfWork } from '../../../platform/db/command.ts';
import { remindOnce } from '../../scheduling/scheduling-feature.ts';

type Reminder = 'order.deadline_near' | 'award.pending' | 'order.not_published';

/** Records the event that reminds of an order, once for each day on which something is due. */
export async function remindOfOrder(
  uow: UnitOfWork,
  kind: Reminder,
  { id, due }: { id: number; due: string },
): Promise<void> {
  if (await remindOnce(uow, { kind, subjectId: id, due }))
    uow.event({ type: kind, data: { order_id: id } });
}
