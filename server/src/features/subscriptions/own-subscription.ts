import type { OwnSubscription } from '@lavra/contract/subscriptions/schemas';
import { localDate } from '@lavra/domain/calendar/calendar';
import { amountToPay, isPayable } from '@lavra/domain/payment/open-demand';
import { priceOf } from '@lavra/domain/subscription/billing-cycle';
import type { Db } from '../../platform/db/database.ts';
import { wireNumberOrNull } from '../../platform/text/wire.ts';
import { getPlan, presentPlanFeature } from '../plans/plans-feature.ts';
import { listOpenDemands } from './open-demands.ts';
import { presentSubscription } from './subscription-presenter.ts';
import { getSubscription } from './subscription-queries.ts';

/** Returns the id of a person's subscription, if any. */
export async function findSubscriptionOf(db: Db, userId: number): Promise<number | undefined> {
  return (
    await db.q
      .selectFrom('subscriptions')
      .select('id')
      .where('user_id', '=', userId)
      .executeTakeFirst()
  )?.id;
}

/**
 * Returns a subscription for its subscriber, with the features of the current plan and what the next
 * period costs.
 */
export async function getOwnSubscription(
  db: Db,
  id: number,
  { now, zone }: { readonly now: Date; readonly zone: string },
): Promise<OwnSubscription> {
  const row = await getSubscription(db, id);
  const plan = await getPlan(db, row.plan_id);
  const next = row.next_plan === null ? plan : await getPlan(db, row.next_plan.plan_id);
  const billingCycle = row.next_billing_cycle ?? row.billing_cycle;
  const open = await listOpenDemands(db, id, { planId: next.id, billingCycle });
  const payable = open.filter((demand) => isPayable(demand, { now, zone }));
  return {
    ...presentSubscription(row, localDate(now, zone)),
    next_amount: wireNumberOrNull(amountToPay(priceOf(next, billingCycle), payable)),
    features: plan.features.map(presentPlanFeature),
  };
}
