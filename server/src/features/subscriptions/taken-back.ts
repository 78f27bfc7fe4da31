import {
  derivedColumnsOf,
  removePeriods,
  type Period,
} from '@lavra/domain/subscription/paid-periods';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { addPeriod } from './paid-period.ts';
import { lockPeriods, nothingPlanned, overSince, saveDerivedColumns } from './period-changes.ts';
import { findTaken, savePeriods } from './period-store.ts';
import { cancelRenewal } from './renewal-payment.ts';
import { lockSubscription, saveSubscription } from './subscription-store.ts';
import { endPeriod } from './settle-subscription.ts';

/**
 * Takes back what a payment gave, after all of it was refunded: its running period ends yesterday,
 * a waiting one is removed, and the other paid periods move forward. When nothing is left, the
 * subscription ends as on its due date.
 */
export async function takeBackPeriod(
  uow: UnitOfWork,
  subscriptionId: number,
  paymentId: number,
): Promise<void> {
  const { subscription, live, today } = await lockPeriods(uow, subscriptionId);
  const isTaken = (period: Period): boolean => period.paymentId === paymentId;
  if (!live.some(isTaken)) return;
  const after = removePeriods(live, isTaken, today);
  await cancelRenewal(uow, subscription);
  await savePeriods(uow, subscriptionId, { before: live, after, takenBy: 'money' });
  const face = derivedColumnsOf(after, today);
  if (face !== null) {
    return saveDerivedColumns(uow, subscription, after, {
      today,
      keepsPlan: true,
      // The rest of a trial becomes a trial again.
      transition: face.isTrial ? 'try_again' : undefined,
      changes: { renewal_payment_id: null },
    });
  }
  await saveSubscription(uow, subscription, {
    due_date: overSince(subscription, today),
    runs_until: null,
    renewal_payment_id: null,
    ...(subscription.next_from === null ? {} : nothingPlanned),
  });
  await endPeriod(uow, await lockSubscription(uow.db, subscriptionId));
}

/**
 * Restores what `takeBackPeriod` took, after the money was returned; once. Does not restore what
 * the administration ended, before or since. A subscriber who had cancelled, or requested it,
 * leaves when the days are over.
 */
export async function giveBackPeriod(
  uow: UnitOfWork,
  subscriptionId: number,
  paymentId: number,
): Promise<void> {
  const locked = await lockPeriods(uow, subscriptionId);
  const taken = await findTaken(uow.db, paymentId);
  if (taken === undefined || taken.takenBy === 'ended') return;
  const { status, cancelled_at } = locked.subscription;
  if (status === 'cancelled' && taken.takenBy === null) return;
  await addPeriod(
    uow,
    locked,
    taken.terms,
    status === 'cancelled'
      ? { cancel_requested_at: cancelled_at === null ? uow.now : new Date(cancelled_at) }
      : {},
  );
}
