import { sql } from 'kysely';
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
    .select(['id', 'amount', 'due_date', 'gateway', 'payment_method as method'])
    .select(sql<string | null>`instructions ->> 'expires_at'`.as('expires_at'))
    .where('subscription_id', '=', subscriptionId)
    .where('plan_id', '=', planId)
    .where('billing_cycle', '=', billingCycle)
    .where('status', 'in', ['pending', 'overdue'])
    .where((eb) => eb.or([eb('gateway', 'is not', null), eb('payment_method', 'is', null)]))
    .orderBy((eb) => eb('gateway', 'is', null))
    .orderBy('id', 'desc')
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
  await uow.db.q
    .updateTable('payments')
    .set({ status: 'cancelled', updated_at: uow.now })
    .where('id', 'in', ids)
    .execute();
  await uow.db.q
    .updateTable('subscriptions')
    .set({ renewal_payment_id: null, updated_at: uow.now })
    .where('id', '=', subscriptionId)
    .where('renewal_payment_id', 'in', ids)
    .execute();
}
