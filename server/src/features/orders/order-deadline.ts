import { orderTransitionEvents } from '@lavra/domain/audit/audit-events';
import { localDate } from '@lavra/domain/calendar/calendar';
import { orderCan } from '@lavra/domain/order/order-machine';
import { extensionProblem } from '@lavra/domain/order/order-rules';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { InvalidFields, RuleError } from '../../platform/errors.ts';
import { assertOutreachAllowed } from '../outreach/outreach-feature.ts';
import { lockForAction, type ActionOptions } from './order-actions.ts';
import { updateOrder } from './order-store.ts';

const problems = { deadline_not_later: 'later_date', deadline_passed: 'past_date' } as const;

/**
 * Moves the deadline of a published order forward, suspended or not, and dispatches the event that
 * notifies all concerned. Throws `InvalidFields` for a date that is not later or is in the past.
 */
export async function extendDeadline(
  uow: UnitOfWork,
  orderId: number,
  { zone, ifMatch, deadlineDate }: ActionOptions & { deadlineDate: string },
): Promise<void> {
  const order = await lockForAction(uow.db, orderId, ifMatch);
  if (!orderCan.extend_deadline(order.status)) throw new RuleError('order_not_extendable');
  const problem = extensionProblem({
    deadlineDate: order.deadline_date,
    newDeadlineDate: deadlineDate,
    today: localDate(uow.now, zone),
  });
  if (problem !== null) throw InvalidFields.of('deadline_date', problems[problem]);
  await assertOutreachAllowed(uow, 'extend', { producerId: order.producer_id }, zone);
  await updateOrder(uow.db, order, { deadline_date: deadlineDate }, uow.now);
  uow.audit({
    action: 'updated',
    event: orderTransitionEvents.extend_deadline,
    resourceType: 'order',
    resourceId: orderId,
    oldValues: { deadline_date: order.deadline_date },
    newValues: { deadline_date: deadlineDate },
  });
  uow.orderEvent({
    orderId,
    event: 'order.deadline_extended',
    data: { from: order.deadline_date, to: deadlineDate },
  });
  uow.event({ type: 'order.deadline_extended', data: { order_id: orderId } });
}
