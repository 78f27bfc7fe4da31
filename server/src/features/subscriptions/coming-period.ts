import type { BillingCycle } from '@lavra/domain/subscription/billing-cycle';
import type { Db } from '../../platform/db/database.ts';
import { findLastBought, findLastPeriod } from './period-store.ts';
import type { LockedSubscription } from './subscription-store.ts';

export interface ComingPeriod {
  readonly planId: number;
  readonly billingCycle: BillingCycle;
}

/**
 * Returns the plan and cycle with which a locked subscription continues after all paid periods: the
 * planned change, otherwise what was paid for last.
 */
export async function comingPeriod(
  db: Db,
  { id, plan_id, billing_cycle, next_plan_id, next_billing_cycle, next_from }: LockedSubscription,
): Promise<ComingPeriod> {
  if (next_plan_id !== null && next_billing_cycle !== null && next_from === null)
    return { planId: next_plan_id, billingCycle: next_billing_cycle };
  const isFree = (await findLastPeriod(db, id))?.origin === 'free';
  const bought = isFree ? undefined : await findLastBought(db, id);
  return bought === undefined
    ? { planId: next_plan_id ?? plan_id, billingCycle: next_billing_cycle ?? billing_cycle }
    : { planId: bought.planId, billingCycle: bought.cycle };
}
