import type { ProducerOrder } from '@lavra/contract/orders/schemas';
import { orderTransitionEvents } from '@lavra/domain/audit/audit-events';
import { localDate } from '@lavra/domain/calendar/calendar';
import { orderCan } from '@lavra/domain/order/order-machine';
import { extensionProblem, type ExtensionProblem } from '@lavra/domain/order/order-rules';
import type { ProducerCaller } from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { InvalidFields, RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import type { FieldCode } from '../../platform/texts/field-texts.ts';
import { assertOutreachAllowed } from '../outreach/outreach-feature.ts';
import { lockForAction } from './order-actions.ts';
import { changeOrder } from './order-store.ts';
import { getChangedOrder } from './producer-order.ts';

const problems = {
  deadline_not_later: ['deadline_date', 'later_date'],
  deadline_passed: ['deadline_date', 'past_date'],
  delivery_not_later: ['delivery_date', 'delivery_not_later'],
  delivery_before_deadline: ['delivery_date', 'delivery_before_deadline'],
} as const satisfies Readonly<Record<ExtensionProblem, readonly [string, FieldCode]>>;

/** The dates that an extension moves; without a new delivery the old one stays. */
export interface Extension {
  readonly deadlineDate: string;
  readonly deliveryDate: string | undefined;
  /** The version that the client last read. */
  readonly ifMatch: number | undefined;
}

/**
 * Moves the deadline of a published order forward, suspended or not, and with it the delivery if
 * asked; dispatches the event that notifies all concerned. Throws `InvalidFields` for a date that is
 * not later or is in the past, and for a deadline after the delivery.
 */
export const extendOrderDeadline = (
  { command, zone }: Platform,
  request: Request<ProducerCaller>,
  id: number,
  extension: Extension,
): Promise<ProducerOrder> =>
  command(request, async (uow) => {
    await extendDeadline(uow, id, zone, extension);
    return getChangedOrder(uow, id, zone);
  });

async function extendDeadline(
  uow: UnitOfWork,
  orderId: number,
  zone: string,
  { ifMatch, deadlineDate, deliveryDate }: Extension,
): Promise<void> {
  const order = await lockForAction(uow.db, orderId, ifMatch);
  if (!orderCan.extend_deadline(order.status)) throw new RuleError('order_not_extendable');
  const problem = extensionProblem({
    deadlineDate: order.deadline_date,
    newDeadlineDate: deadlineDate,
    deliveryDate: order.delivery_date,
    newDeliveryDate: deliveryDate,
    today: localDate(uow.now, zone),
  });
  if (problem !== null) {
    const [field, code] = problems[problem];
    throw InvalidFields.of(field, code);
  }
  await assertOutreachAllowed(uow, 'extend', { producerId: order.producer_id }, zone);
  // Sent as it is, the delivery does not move.
  const delivery = deliveryDate === order.delivery_date ? undefined : deliveryDate;
  const moved = delivery === undefined ? {} : { delivery_date: delivery };
  await changeOrder(uow.db, order, { deadline_date: deadlineDate, ...moved }, uow.now);
  uow.audit({
    action: 'updated',
    event: orderTransitionEvents.extend_deadline,
    resourceType: 'order',
    resourceId: orderId,
    oldValues: {
      deadline_date: order.deadline_date,
      ...(delivery === undefined ? {} : { delivery_date: order.delivery_date }),
    },
    newValues: { deadline_date: deadlineDate, ...moved },
  });
  uow.orderEvent({
    orderId,
    event: 'order.deadline_extended',
    data: {
      from: order.deadline_date,
      to: deadlineDate,
      ...(delivery === undefined ? {} : { delivery }),
    },
  });
  uow.event({ type: 'order.deadline_extended', data: { order_id: orderId } });
}
