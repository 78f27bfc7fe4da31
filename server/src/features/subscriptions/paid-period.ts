import type { BillingCycle } from '@lavra/domain/subscription/billing-cycle';
import {
  derivedColumnsOf,
  isFreePeriod,
  queuePeriod,
  removePeriods,
  type PeriodTerms,
} from '@lavra/domain/subscription/paid-periods';
import { subscriptionCan } from '@lavra/domain/subscription/subscription-machine';
import type { UnitOfWork } from '../../platform/db/command.ts';
import {
  lockPeriods,
  nothingPlanned,
  runningPeriods,
  saveDerivedColumns,
  type LockedPeriods,
} from './period-changes.ts';
import { endTakenPeriods, listPaidSince, savePeriods, type EndingRefund } from './period-store.ts';
import { cancelRenewal } from './renewal-payment.ts';
import { saveSubscription, type SubscriptionChanges } from './subscription-store.ts';

export interface PaidPeriod {
  readonly planId: number;
  readonly billingCycle: BillingCycle;
  /** Null for a period that costs nothing. */
  readonly payment: {
    readonly id: number;
    readonly amount: string;
  } | null;
}

/**
 * Adds a period: the subscription becomes `active` until the last paid day, or today if that is
 * later, plus one cycle; free days that are left follow. The period is stored as a row of its own
 * and keeps the terms under which it was paid: it begins after the periods paid before it, or today
 * if there are none. Withdraws a requested cancellation, and cancels the open renewal payment:
 * confirm the payment itself first.
 */
export async function payPeriod(
  uow: UnitOfWork,
  subscriptionId: number,
  { planId, billingCycle, payment }: PaidPeriod,
): Promise<void> {
  const locked = await lockPeriods(uow, subscriptionId, payment?.id);
  await addPeriod(
    uow,
    locked,
    {
      origin: payment === null ? 'free' : 'payment',
      paymentId: payment?.id ?? null,
      amount: payment?.amount ?? '0.00',
      planId,
      cycle: billingCycle,
      days: null,
    },
    { cancel_requested_at: null },
  );
}

/**
 * Does the same with periods that are already locked and read, and also writes `changes`. A
 * requested cancellation stays unless `changes` withdraws it.
 */
export async function addPeriod(
  uow: UnitOfWork,
  locked: LockedPeriods,
  terms: PeriodTerms,
  changes: SubscriptionChanges,
): Promise<void> {
  const { subscription, live, today } = locked;
  const running = runningPeriods(locked);
  const after = queuePeriod(running, terms, today);
  await cancelRenewal(uow, subscription);
  await savePeriods(uow, subscription.id, { before: live, after });
  await saveDerivedColumns(uow, subscription, after, {
    today,
    keepsPlan: running.some((period) => !isFreePeriod(period)),
    transition: 'pay',
    changes: { renewal_payment_id: null, cancelled_at: null, ...changes },
  });
}

/**
 * Ends the subscription immediately and permanently, with everything paid ahead and planned:
 * periods taken back before cannot be restored any more. With `refund`, which ends the
 * subscription, periods paid after it was requested stay and continue. Does nothing when it is
 * already cancelled.
 */
export async function cancelNow(
  uow: UnitOfWork,
  subscriptionId: number,
  { refund }: { readonly refund?: EndingRefund | undefined } = {},
): Promise<void> {
  const { subscription, live, today } = await lockPeriods(uow, subscriptionId);
  await endTakenPeriods(uow, subscriptionId, refund);
  if (!subscriptionCan.cancel_now(subscription.status)) return;
  const later =
    refund === undefined ? new Set() : await listPaidSince(uow.db, subscriptionId, refund);
  const after = removePeriods(live, ({ paymentId }) => !later.has(paymentId), today);
  await savePeriods(uow, subscriptionId, { before: live, after, takenBy: 'ended' });
  await cancelRenewal(uow, subscription);
  if (derivedColumnsOf(after, today) !== null)
    return saveDerivedColumns(uow, subscription, after, {
      today,
      keepsPlan: true,
      changes: { renewal_payment_id: null },
    });
  const ended = {
    cancelled_at: uow.now,
    cancel_requested_at: null,
    ...nothingPlanned,
    renewal_payment_id: null,
    runs_until: null,
  };
  await saveSubscription(uow, subscription, ended, 'cancel_now');
}
