import type { PlanRef } from '@lavra/contract/subscriptions/schemas';
import { planProfiles } from '@lavra/domain/subscription/plan-profile';
import { from } from '../../platform/db/projection.ts';
import { col, type RowOf } from '../../platform/db/statement.ts';

/** Columns of plan `pl`, prefixed so that they can be selected beside another row's. */
export const planRefColumns = {
  plan_id: from('pl.id', col.int),
  plan_name: from('pl.name', col.text),
  plan_slug: from('pl.slug', col.text),
  plan_profile: from('pl.profile_type', col.oneOf(planProfiles)),
};

export const presentPlanRef = (row: RowOf<typeof planRefColumns>): PlanRef => ({
  id: row.plan_id,
  name: row.plan_name,
  slug: row.plan_slug,
  profile_type: row.plan_profile,
});
