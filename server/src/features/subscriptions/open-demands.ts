import { sql } from 'kysely';
import { paymentTransitions } from '@lavra/domain/payment/payment-machine';
import type { PaymentStatus } from '@lavra/domain/payment/payment-status';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import type { ComingPeriod } from './coming-period.ts';

/**
 * Returns what is asked of a subscriber for one plan and cycle and not paid: charges at a gateway,
 * newest first, then the renewal. A payment recorded by hand is money received, not a demand. The
 * subscription's lock prevents concurrent changes.
 */
export const listOpenDemands = (
  { q }: Db,
  subscriptionId: number,
  { planId, billingCycle }: ComingPeriod,
) =>
  q
    .selectFrom('payments')
    .select(['id', 'status', 'amount', 'due_date', 'gateway', 'payment_method as method'])
    .select(sql<string | null>`instructions ->> 'expires_at'`.as('expires_at'))
    .where('subscription_id', '=', subscriptionId)
    .where('plan_id', '=', planId)
    .where('billing_cycle', '=', billingCycle)
    .where('status', 'in', ['pending', 'overdue'])
    .where((eb) => eb.or([eb('gateway', 'is not', null), eb('payment_method', 'is', null)]))
    .orderBy((eb) => eb('gateway', 'is', null))
    .orderBy('id', 'desc')
    .$narrowType<{ status: PaymentStatus }>()
    .execute();
export type OpenDemand = Awaited<ReturnType<typeof listOpenDemands>>[number];

/** Calls off renewals that are not at a gateway, and releases the subscription from them. */
export async function callOff(
  uow: UnitOfWork,
  subscriptionId: number,
  demands: readonly OpenDemand[],
): Promise<void> {
  const ids = demands.filter(({ gateway }) => gateway === null).map(({ id }) => id);
  if (ids.length === 0) return;
  await cancelDemands(uow, ids);
  await uow.db.q
    .updateTable('subscriptions')
    .set({ renewal_payment_id: null, updated_at: uow.now })
    .where('id', '=', subscriptionId)
    .where('renewal_payment_id', 'in', ids)
    .execute();
}

/** Cancels those of these payments that are open and not at a gateway. */
export async function cancelDemands(
  { db, now }: UnitOfWork,
  paymentIds: readonly number[],
): Promise<void> {
  await db.q
    .updateTable('payments')
    .set({ status: paymentTransitions.cancel.to, updated_at: now })
    .where('id', 'in', paymentIds)
    .where('status', 'in', paymentTransitions.cancel.from)
    .where('gateway', 'is', null)
    .execute();
}
