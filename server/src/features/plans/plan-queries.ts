import { featureTypes, type FeatureValue } from '@lavra/domain/subscription/feature';
import { planProfiles } from '@lavra/domain/subscription/plan-profile';
import type { Db } from '../../platform/db/database.ts';
import { RuleError } from '../../platform/errors.ts';
import { from, jsonRows, selectSql } from '../../platform/db/projection.ts';
import { col, orNull, params, statement, type RowOf } from '../../platform/db/statement.ts';

/** Columns of feature `f` as a plan gives it, with the value that `v` has. */
const planFeatureColumns = {
  key: from('f.key', col.text),
  name: from('f.name', col.text),
  type: from('f.type', col.oneOf(featureTypes)),
  value: from('v.value', col.json<FeatureValue>()),
};
export type PlanFeatureRow = RowOf<typeof planFeatureColumns>;

/** Columns of a plan `p`, prices as exact text, its features ordered by key. */
export const planColumns = {
  id: col.int,
  uuid: col.uuid,
  name: col.text,
  slug: col.text,
  profile_type: col.oneOf(planProfiles),
  price_monthly: orNull(col.numeric),
  price_quarterly: orNull(col.numeric),
  price_annual: orNull(col.numeric),
  trial_days: col.int,
  description: orNull(col.text),
  is_default: col.boolean,
  is_active: col.boolean,
  sort_order: col.int,
  created_at: col.timestamp,
  updated_at: col.timestamp,
  features: jsonRows(
    planFeatureColumns,
    `FROM plan_features v JOIN features f ON f.id = v.feature_id WHERE v.plan_id = p.id
      ORDER BY f.key`,
  ),
};
const planSql = selectSql(planColumns, 'p');

const onePlan = statement({
  name: 'plan',
  params: params<{ id: number }>(),
  columns: planColumns,
  text: `SELECT ${planSql} FROM plans p WHERE p.id = :id`,
});
const planByUuid = statement({
  name: 'plan-by-uuid',
  params: params<{ uuid: string }>(),
  columns: planColumns,
  text: `SELECT ${planSql} FROM plans p WHERE p.uuid = :uuid::uuid`,
});
const publicPlans = statement({
  name: 'public-plans',
  params: params<{ profile: string | null }>(),
  columns: planColumns,
  text: `
    SELECT ${planSql}
    FROM plans p WHERE p.is_active AND (:profile::text IS NULL OR p.profile_type = :profile)
    ORDER BY p.profile_type, p.sort_order, p.id`,
});

export const findPlan = (db: Db, id: number) => db.row(onePlan, { id });
export const findPlanByUuid = (db: Db, uuid: string) => db.row(planByUuid, { uuid });
export type PlanRow = NonNullable<Awaited<ReturnType<typeof findPlan>>>;

/** Returns the plan with its features, active or not; throws `plan_not_found`. */
export async function getPlan(db: Db, id: number): Promise<PlanRow> {
  const plan = await findPlan(db, id);
  if (plan === undefined) throw new RuleError('plan_not_found');
  return plan;
}

/** Returns the plans on sale, of one profile or of all. */
export const listPublicPlans = (
  db: Db,
  profile: PlanRow['profile_type'] | undefined,
): Promise<PlanRow[]> => db.rows(publicPlans, { profile: profile ?? null });
