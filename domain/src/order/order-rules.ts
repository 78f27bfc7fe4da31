import { localDate, type CalendarDate } from '../calendar/calendar.ts';
import type { OrderStatus } from './order-status.ts';

export const MAX_ORDER_ITEMS = 1000;

/** How many drafts of orders a producer may have stored, with those that consultants write. */
export const MAX_DRAFTS = 200;

export type PublishProblem =
  | 'no_items'
  | 'too_many_items'
  | 'deadline_missing'
  | 'deadline_passed'
  | 'publish_at_after_deadline'
  | 'delivery_before_deadline';

export type PublishTarget =
  | { readonly ok: true; readonly status: 'publicada' | 'pendente' }
  | { readonly ok: false; readonly code: PublishProblem };

export interface PublishRequest {
  readonly itemCount: number;
  readonly deadlineDate: CalendarDate | null;
  /** Until when the goods are wanted. */
  readonly deliveryDate: CalendarDate | null;
  readonly publishAt: Date | null;
  readonly now: Date;
  readonly zone: string;
  readonly requireApproval: boolean;
}

/**
 * Returns the status that publishing gives a draft: `publicada`, or `pendente` while it waits for
 * an approval or its scheduled time. Returns a problem code when it cannot be published.
 */
export function publishTarget(request: PublishRequest): PublishTarget {
  const code = publishProblem(request);
  if (code !== null) return { ok: false, code };
  const waits = request.requireApproval || isAhead(request.publishAt, request.now);
  return { ok: true, status: waits ? 'pendente' : 'publicada' };
}

function publishProblem(request: PublishRequest): PublishProblem | null {
  const { itemCount, deadlineDate, deliveryDate, publishAt, now, zone } = request;
  if (itemCount < 1) return 'no_items';
  if (itemCount > MAX_ORDER_ITEMS) return 'too_many_items';
  if (deadlineDate === null) return 'deadline_missing';
  if (deadlineDate < localDate(now, zone)) return 'deadline_passed';
  if (isPublishAtAfterDeadline(publishAt, deadlineDate, zone)) return 'publish_at_after_deadline';
  return isDeliveryBeforeDeadline(deliveryDate, deadlineDate) ? 'delivery_before_deadline' : null;
}

/** Returns true when the goods are wanted on a day on which proposals may still arrive. */
export function isDeliveryBeforeDeadline(
  deliveryDate: CalendarDate | null,
  deadlineDate: CalendarDate,
): boolean {
  return deliveryDate !== null && deliveryDate < deadlineDate;
}

/** Returns true when the scheduled publication is on a later day than the deadline. */
export function isPublishAtAfterDeadline(
  publishAt: Date | null,
  deadlineDate: CalendarDate,
  zone: string,
): boolean {
  return publishAt !== null && localDate(publishAt, zone) > deadlineDate;
}

function isAhead(publishAt: Date | null, now: Date): boolean {
  return publishAt !== null && publishAt.getTime() > now.getTime();
}

/**
 * Returns what is due for a pending order: `expire` when its deadline has passed, `release` when
 * its wait is over, otherwise `wait`.
 */
export function pendingOutcome(order: {
  readonly approvalRequired: boolean;
  readonly approved: boolean;
  readonly publishAt: Date | null;
  readonly deadlineDate: CalendarDate;
  readonly now: Date;
  readonly zone: string;
}): 'expire' | 'release' | 'wait' {
  if (order.deadlineDate < localDate(order.now, order.zone)) return 'expire';
  const waitsForApproval = order.approvalRequired && !order.approved;
  return waitsForApproval || isAhead(order.publishAt, order.now) ? 'wait' : 'release';
}

/** Returns what the deadline does to a published order. A suspension does not prevent it. */
export function deadlineOutcome({
  submittedCount,
}: {
  readonly submittedCount: number;
}): 'close' | 'expire' {
  return submittedCount > 0 ? 'close' : 'expire';
}

export type ExtensionProblem =
  | 'deadline_not_later'
  | 'deadline_passed'
  | 'delivery_not_later'
  | 'delivery_before_deadline';

/** Returns true when both are set, and the first is later. */
const isLater = (day: CalendarDate | null, before: CalendarDate | null): boolean =>
  day !== null && before !== null && day > before;

/**
 * Returns a problem unless the new deadline is later than the old one and not in the past, and the
 * delivery, which the extension may put off, is not before it.
 */
export function extensionProblem(request: {
  readonly deadlineDate: CalendarDate;
  readonly newDeadlineDate: CalendarDate;
  readonly deliveryDate: CalendarDate | null;
  /** Undefined to keep the delivery as it is. */
  readonly newDeliveryDate: CalendarDate | undefined;
  readonly today: CalendarDate;
}): ExtensionProblem | null {
  const { deliveryDate, newDeadlineDate, newDeliveryDate = deliveryDate } = request;
  if (newDeadlineDate <= request.deadlineDate) return 'deadline_not_later';
  if (newDeadlineDate < request.today) return 'deadline_passed';
  if (newDeliveryDate !== deliveryDate && !isLater(newDeliveryDate, deliveryDate))
    return 'delivery_not_later';
  return isDeliveryBeforeDeadline(newDeliveryDate, newDeadlineDate)
    ? 'delivery_before_deadline'
    : null;
}

/**
 * Returns true while suppliers may draft and submit: the order is published, not suspended, and the
 * day of its deadline is not over.
 */
export function orderTakesProposals(order: {
  readonly status: OrderStatus;
  readonly suspended: boolean;
  readonly deadlineDate: CalendarDate;
  readonly today: CalendarDate;
}): boolean {
  return order.status === 'publicada' && !order.suspended && order.deadlineDate >= order.today;
}
