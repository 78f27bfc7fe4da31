import type { OwnSubscription } from '@lavra/contract/subscriptions/schemas';
import { priceOf } from '@lavra/domain/subscription/billing-cycle';
import type { Db } from '../../platform/db/database.ts';
import { wireNumberOrNull } from '../../platform/text/wire.ts';
import { getPlan } from '../plans/plans-feature.ts';
import { presentSubscription } from './subscription-presenter.ts';
import { getSubscription } from './subscription-queries.ts';

/** The id of a person's subscription, where there is one. */
export async function findSubscriptionOf(db: Db, userId: number): Promise<number | undefined> {
  return (
    await db.q
      .selectFrom('subscriptions')
      .select('id')
      .where('user_id', '=', userId)
      .executeTakeFirst()
  )?.id;
}

/** A subscription as its subscriber sees it: what the running plan gives, and the price of the period that follows. */
export async function getOwnSubscription(
  db: Db,
  id: number,
  today: string,
): Promise<OwnSubscription> {
  const row = await getSubscription(db, id);
  const plan = await getPlan(db, row.plan.id);
  const next = row.next_plan === null ? plan : await getPlan(db, row.next_plan.id);
  return {
    ...presentSubscription(row, today),
    next_amount: wireNumberOrNull(priceOf(next, row.next_billing_cycle ?? row.billing_cycle)),
    features: plan.features,
  };
}
