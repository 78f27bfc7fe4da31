import { localDate } from '@lavra/domain/calendar/calendar';
import { dueAfterPayment, type BillingCycle } from '@lavra/domain/subscription/billing-cycle';
import { isRunning, nextSubscriptionStatus, subscriptionMoves } from '@lavra/domain/subscription/subscription-machine';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { callOffRenewal } from './renewal-payment.ts';
import { lockSubscription, saveSubscription, type LockedSubscription, type SubscriptionChanges } from './subscription-store.ts';

export interface Period { readonly planId: number; readonly billingCycle: BillingCycle; readonly zone: string }

/**
 * One period more: the subscription becomes `active` until the later of today and the running due date, plus the cycle.
 * Another plan than the running paid one begins when that one's period is over. A cancellation asked for is forgotten.
 * Calls off the renewal payment that is still open: confirm the payment itself first.
 */
export async function payPeriod(uow: UnitOfWork, subscriptionId: number, { planId, billingCycle, zone }: Period): Promise<void> {
  const before = await lockSubscription(uow.db, subscriptionId);
  const today = localDate(uow.now, zone);
  await callOffRenewal(uow, before);
  await saveSubscription(uow, before, {
    ...planChange(before, { planId, billingCycle, today }), status: subscriptionMoves.pay.to, renewal_payment_id: null, cancel_requested_at: null, cancelled_at: null,
    due_date: dueAfterPayment({ today, runningUntil: isRunning(before.status) ? before.due_date : null, cycle: billingCycle }),
  });
}

/** What becomes of plan and cycle: the paid one at once, or after the period that is running. A change not paid for yet stays planned. */
function planChange(before: LockedSubscription, { planId, billingCycle, today }: { planId: number; billingCycle: BillingCycle; today: string }): SubscriptionChanges {
  const isSame = planId === before.plan_id && billingCycle === before.billing_cycle;
  const isPaidFor = before.status === 'active' && before.due_date >= today;
  if (!isPaidFor) return { plan_id: planId, billing_cycle: billingCycle, next_plan_id: null, next_billing_cycle: null, next_from: null };
  if (!isSame) return { next_plan_id: planId, next_billing_cycle: billingCycle, next_from: before.next_from ?? before.due_date };
  return {};
}

/** Ends the subscription at once, with what was planned for it. Does nothing to one that is cancelled already. */
export async function cancelNow(uow: UnitOfWork, subscriptionId: number): Promise<void> {
  const before = await lockSubscription(uow.db, subscriptionId);
  const status = nextSubscriptionStatus(before.status, 'cancel_now');
  if (status === null) return;
  await callOffRenewal(uow, before);
  await saveSubscription(uow, before, {
    status, cancelled_at: uow.now, cancel_requested_at: null, next_plan_id: null, next_billing_cycle: null, next_from: null, renewal_payment_id: null,
  });
}
