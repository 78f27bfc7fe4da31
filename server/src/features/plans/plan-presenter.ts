import type { Plan, PlanFeature, PublicPlan } from '@lavra/contract/subscriptions/schemas';
import { wireNumberOrNull, wireTime } from '../../platform/text/wire.ts';
import type { PlanFeatureRow, PlanRow } from './plan-queries.ts';

export const presentPlanFeature = ({ key, name, type, value }: PlanFeatureRow): PlanFeature => ({
  key,
  name,
  type,
  value,
});

/** Returns the plan as the public sees it. */
export function presentPublicPlan(plan: PlanRow): PublicPlan {
  const {
    id,
    uuid,
    name,
    slug,
    profile_type,
    trial_days,
    description,
    is_default,
    sort_order,
    features,
  } = plan;
  return {
    id,
    uuid,
    name,
    slug,
    profile_type,
    price_monthly: wireNumberOrNull(plan.price_monthly),
    price_quarterly: wireNumberOrNull(plan.price_quarterly),
    price_annual: wireNumberOrNull(plan.price_annual),
    trial_days,
    description,
    is_default,
    sort_order,
    features: features.map(presentPlanFeature),
  };
}

/** Returns the plan as administrators manage it. */
export const presentPlan = (plan: PlanRow): Plan => ({
  ...presentPublicPlan(plan),
  is_active: plan.is_active,
  created_at: wireTime(plan.created_at),
  updated_at: wireTime(plan.updated_at),
});
