import { daysUntil, localDate } from '@lavra/domain/calendar/calendar';
import { isFree, priceOf } from '@lavra/domain/subscription/billing-cycle';
import { derivedColumnsOf } from '@lavra/domain/subscription/paid-periods';
import { isRunning } from '@lavra/domain/subscription/subscription-machine';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { getPlan } from '../plans/plans-feature.ts';
import { remindOnce } from '../scheduling/scheduling-feature.ts';
import { payPeriod } from './paid-period.ts';
import { lockPeriods, nothingPlanned, saveDerivedColumns } from './period-changes.ts';
import { findLastPeriod } from './period-store.ts';
import { createRenewalPayment } from './renewal-payment.ts';
import {
  lockSubscription,
  saveSubscription,
  type LockedSubscription,
} from './subscription-store.ts';

/**
 * Days before the due date on which a subscriber is reminded; the next payment is created with the
 * first reminder.
 */
export const reminderDays = [7, 3, 1] as const;

/**
 * Applies the passing of the due date to a subscription: a paid change begins; a running
 * subscription expires, ends if cancellation was requested, or begins another period if that is
 * free. Does nothing when it is not due.
 */
export async function settleSubscription(uow: UnitOfWork, id: number): Promise<void> {
  const { subscription, live, today } = await lockPeriods(uow, id);
  if (live.length > 0)
    return saveDerivedColumns(uow, subscription, live, {
      today,
      keepsPlan: true,
      // Postponed trial days begin.
      transition: derivedColumnsOf(live, today)?.isTrial === true ? 'try_again' : undefined,
    });
  if (!isRunning(subscription.status) || subscription.due_date >= today) return;
  await showLast(uow, subscription);
  await endPeriod(uow, await lockSubscription(uow.db, id));
}

/**
 * Writes the plan of the last period when several ended before the scheduler ran, so that the
 * subscription ends on the plan that was in force last.
 */
async function showLast(uow: UnitOfWork, subscription: LockedSubscription): Promise<void> {
  const last = await findLastPeriod(uow.db, subscription.id);
  const { due_date, next_plan_id, next_billing_cycle, next_from } = subscription;
  const wasKept = last !== undefined && last.endsOn === due_date;
  const plan_id = wasKept
    ? last.planId
    : next_from === null
      ? subscription.plan_id
      : (next_plan_id ?? subscription.plan_id);
  const billing_cycle = wasKept
    ? last.cycle
    : next_from === null
      ? subscription.billing_cycle
      : (next_billing_cycle ?? subscription.billing_cycle);
  if (
    next_from !== null ||
    subscription.runs_until !== null ||
    plan_id !== subscription.plan_id ||
    billing_cycle !== subscription.billing_cycle
  ) {
    await saveSubscription(uow, subscription, {
      plan_id,
      billing_cycle,
      runs_until: null,
      ...(next_from === null ? {} : nothingPlanned),
    });
  }
}

/**
 * Ends a locked subscription whose last day is over: cancelled if that was requested, continued if
 * the next period is free, otherwise expired.
 */
export async function endPeriod(uow: UnitOfWork, subscription: LockedSubscription): Promise<void> {
  const { id, cancel_requested_at } = subscription;
  if (cancel_requested_at !== null) {
    const ended = { cancelled_at: uow.now, cancel_requested_at: null };
    return saveSubscription(uow, subscription, ended, 'end');
  }
  const { planId, billingCycle, price } = await nextPeriodOf(uow, subscription);
  if (isFree(price)) await payPeriod(uow, id, { planId, billingCycle, payment: null });
  else await saveSubscription(uow, subscription, {}, 'expire');
}

/**
 * Within seven days of the due date, creates the next payment of an active subscription and sends
 * the reminder, once in each of the three spans. Does nothing for a free period or a requested
 * cancellation.
 */
export async function announceRenewal(
  uow: UnitOfWork,
  id: number,
  { zone }: { zone: string },
): Promise<void> {
  const subscription = await lockSubscription(uow.db, id);
  const days = daysUntil(subscription.due_date, localDate(uow.now, zone));
  const span = spanOf(days);
  if (
    span === undefined ||
    !isRunning(subscription.status) ||
    subscription.cancel_requested_at !== null
  )
    return;
  if (!(await mayEnter(uow, subscription.user_id))) return;
  if (subscription.status === 'active') await createRenewalPayment(uow, subscription, zone);
  const kind = `subscription.expiring.${span}`;
  const isFirst = await remindOnce(uow, { kind, subjectId: id, due: subscription.due_date });
  if (!isFirst || isFree((await nextPeriodOf(uow, subscription)).price)) return;
  uow.event({ type: 'subscription.expiring', data: { subscription_id: id, days } });
}

/** Returns whether the user may log in: users who cannot use the service are not asked to pay. */
async function mayEnter({ db }: UnitOfWork, userId: number): Promise<boolean> {
  const user = await db.q
    .selectFrom('users')
    .select('id')
    .where('id', '=', userId)
    .where('status', '=', 'ativo')
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  return user !== undefined;
}

/** Returns the last reminder whose time has come: after an outage only that one is sent. */
const spanOf = (days: number): (typeof reminderDays)[number] | undefined =>
  days < 0 ? undefined : reminderDays.findLast((span) => days <= span);

async function nextPeriodOf(uow: UnitOfWork, subscription: LockedSubscription) {
  const planId = subscription.next_plan_id ?? subscription.plan_id;
  const billingCycle = subscription.next_billing_cycle ?? subscription.billing_cycle;
  return { planId, billingCycle, price: priceOf(await getPlan(uow.db, planId), billingCycle) };
}
