import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import type { ComingPeriod } from './coming-period.ts';

const openDemands = statement({
  name: 'open-demands',
  params: params<{ subscription_id: number; plan_id: number; billing_cycle: string }>(),
  columns: {
    id: col.int,
    amount: col.numeric,
    due_date: col.date,
    gateway: orNull(col.text),
    method: orNull(col.text),
    expires_at: orNull(col.text),
  },
  text: `
    SELECT p.id, p.amount, p.due_date, p.gateway, p.payment_method AS method,
      p.instructions ->> 'expires_at' AS expires_at
    FROM payments p
    WHERE p.subscription_id = :subscription_id AND p.plan_id = :plan_id
      AND p.billing_cycle = :billing_cycle AND p.status IN ('pending', 'overdue')
      AND (p.gateway IS NOT NULL OR p.payment_method IS NULL)
    ORDER BY p.gateway IS NULL, p.id DESC`,
});

/**
 * Returns what is asked of a subscriber for one plan and cycle and not paid: charges at a gateway,
 * newest first, then the renewal. A payment recorded by hand is money received, not a demand. The
 * subscription's lock prevents concurrent changes.
 */
export const listOpenDemands = (
  db: Db,
  subscriptionId: number,
  { planId, billingCycle }: ComingPeriod,
) =>
  db.rows(openDemands, {
    subscription_id: subscriptionId,
    plan_id: planId,
    billing_cycle: billingCycle,
  });
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
