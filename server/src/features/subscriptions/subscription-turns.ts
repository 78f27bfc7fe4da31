import { daysUntil, localDate } from '@lavra/domain/calendar/calendar';
import { isFree, priceOf } from '@lavra/domain/subscription/billing-cycle';
import { isRunning, nextSubscriptionStatus } from '@lavra/domain/subscription/subscription-machine';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { getPlan } from '../plans/plans-feature.ts';
import { payPeriod } from './paid-period.ts';
import { createRenewalPayment } from './renewal-payment.ts';
import { lockSubscription, saveSubscription, type LockedSubscription } from './subscription-store.ts';

/** How many days before its due date a subscriber is reminded; the first time the next payment is there, too. */
export const reminderDays = [7, 3, 1] as const;

/**
 * What the passing of its due date makes of a subscription: a change that is paid for begins, a running one expires, ends
 * where that was asked for, or begins another period where that costs nothing. Does nothing to one that is not due.
 */
export async function settleSubscription(uow: UnitOfWork, id: number, { zone }: { zone: string }): Promise<void> {
  const before = await lockSubscription(uow.db, id);
  const today = localDate(uow.now, zone);
  const isOver = isRunning(before.status) && before.due_date < today;
  if (before.next_plan_id !== null && before.next_billing_cycle !== null && before.next_from !== null && before.next_from < today) {
    await saveSubscription(uow, before, { plan_id: before.next_plan_id, billing_cycle: before.next_billing_cycle, next_plan_id: null, next_billing_cycle: null, next_from: null });
    if (isOver) await endPeriod(uow, await lockSubscription(uow.db, id), zone);
  } else if (isOver) await endPeriod(uow, before, zone);
}

async function endPeriod(uow: UnitOfWork, subscription: LockedSubscription, zone: string): Promise<void> {
  const { id, status, cancel_requested_at } = subscription;
  if (cancel_requested_at !== null) {
    await saveSubscription(uow, subscription, { status: nextSubscriptionStatus(status, 'end') ?? status, cancelled_at: uow.now, cancel_requested_at: null });
    return;
  }
  const { planId, billingCycle, price } = await nextPeriodOf(uow, subscription);
  if (isFree(price)) await payPeriod(uow, id, { planId, billingCycle, zone });
  else await saveSubscription(uow, subscription, { status: nextSubscriptionStatus(status, 'expire') ?? status });
}

/**
 * Within seven days of its due date: makes the next payment of an active subscription, and reminds of the day, once in
 * each of the three spans. Nobody is asked for what costs nothing, or for what they called off.
 */
export async function announceRenewal(uow: UnitOfWork, id: number, { zone }: { zone: string }): Promise<void> {
  const subscription = await lockSubscription(uow.db, id);
  const days = daysUntil(subscription.due_date, localDate(uow.now, zone));
  const span = spanOf(days);
  if (span === undefined || !isRunning(subscription.status) || subscription.cancel_requested_at !== null) return;
  if (subscription.status === 'active') await createRenewalPayment(uow, subscription);
  const given = await uow.db.q.insertInto('reminders').values({ kind: `subscription.expiring.${span}`, subject_id: id, due: subscription.due_date, reminded_at: uow.now })
    .onConflict((conflict) => conflict.doNothing()).returning('subject_id').executeTakeFirst();
  if (given === undefined || isFree((await nextPeriodOf(uow, subscription)).price)) return;
  uow.event({ type: 'subscription.expiring', data: { subscription_id: id, days } });
}

/** The last of the reminders whose time has come: after an outage only that one is given. */
const spanOf = (days: number): (typeof reminderDays)[number] | undefined => (days < 0 ? undefined : reminderDays.findLast((span) => days <= span));

async function nextPeriodOf(uow: UnitOfWork, subscription: LockedSubscription) {
  const planId = subscription.next_plan_id ?? subscription.plan_id;
  const billingCycle = subscription.next_billing_cycle ?? subscription.billing_cycle;
  return { planId, billingCycle, price: priceOf(await getPlan(uow.db, planId), billingCycle) };
}
