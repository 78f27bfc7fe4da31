import type { PlanRef, Subscription } from '@lavra/contract/subscriptions/schemas';
import type { BillingCycle } from '@lavra/domain/subscription/billing-cycle';

interface ComingPeriod {
  readonly plan: PlanRef;
  readonly billing_cycle: BillingCycle;
}

/**
 * Returns the plan and cycle with which a subscription continues after all paid periods: the change
 * that is chosen and not paid, otherwise what was paid for last.
 */
export function comingPeriodOf({
  plan,
  billing_cycle,
  next_plan,
  next_billing_cycle,
  periods,
}: Pick<
  Subscription,
  'plan' | 'billing_cycle' | 'next_plan' | 'next_billing_cycle' | 'periods'
>): ComingPeriod {
  const paid = periods.filter(({ kind }) => kind === 'paid');
  const isPaid = paid.some(
    (period) => period.plan.id === next_plan?.id && period.billing_cycle === next_billing_cycle,
  );
  if (next_plan !== null && next_billing_cycle !== null && !isPaid)
    return { plan: next_plan, billing_cycle: next_billing_cycle };
  return paid.at(-1) ?? { plan, billing_cycle };
}
