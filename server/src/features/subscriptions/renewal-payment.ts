import { randomUUIDv7 } from 'node:crypto';
import { initialPaymentStatus } from '@lavra/domain/payment/payment-machine';
import { isPayable } from '@lavra/domain/payment/open-demand';
import { isFree, priceOf } from '@lavra/domain/subscription/billing-cycle';
import type { UnitOfWork } from '../../platform/db/command.ts';
import { getPlan } from '../plans/plans-feature.ts';
import { comingPeriod } from './coming-period.ts';
import { cancelDemands, listOpenDemands } from './open-demands.ts';
import { saveSubscription, type LockedSubscription } from './subscription-store.ts';

/**
 * Creates the `pending` payment of a locked subscription's next period, with the current due date.
 * Does nothing when there is one already, when a charge for it can still be paid, or when the
 * period is free or not sold. Returns whether it created one.
 */
export async function createRenewalPayment(
  uow: UnitOfWork,
  subscription: LockedSubscription,
  zone: string,
): Promise<boolean> {
  if (subscription.renewal_payment_id !== null) return false;
  const coming = await comingPeriod(uow.db, subscription);
  const { planId, billingCycle: billing_cycle } = coming;
  const plan = await getPlan(uow.db, planId);
  const amount = priceOf(plan, billing_cycle);
  if (amount === null || isFree(amount)) return false;
  const open = await listOpenDemands(uow.db, subscription.id, coming);
  if (open.some((demand) => isPayable(demand, { now: uow.now, zone }))) return false;
  const { id } = await uow.db.q
    .insertInto('payments')
    .values({
      uuid: randomUUIDv7(),
      subscription_id: subscription.id,
      user_id: subscription.user_id,
      plan_id: plan.id,
      billing_cycle,
      amount,
      status: initialPaymentStatus,
      due_date: subscription.due_date,
      created_at: uow.now,
      updated_at: uow.now,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await saveSubscription(uow, subscription, { renewal_payment_id: id });
  return true;
}

/**
 * Cancels the payment created for the next period, unless it is settled or being processed by a
 * gateway. The caller must clear the subscription's reference to it.
 */
export async function cancelRenewal(
  uow: UnitOfWork,
  { renewal_payment_id: id }: LockedSubscription,
): Promise<void> {
  if (id !== null) await cancelDemands(uow, [id]);
}
