import { randomUUIDv7 } from 'node:crypto';
import type { Db } from '../../platform/db/database.ts';
import { col, params, statement } from '../../platform/db/statement.ts';
import { initialFeatures, initialPlans } from './initial-plans.ts';

const insertFeatures = statement({
  name: 'reference-data-features',
  params: params<{ features: string; now: Date }>(),
  columns: { id: col.int },
  text: `
    INSERT INTO features (key, name, type, profile, description, created_at, updated_at)
    SELECT f.key, f.name, f.type, f.profile, f.description, :now, :now
    FROM jsonb_to_recordset(:features::jsonb) AS f(key text, name text, type text, profile text, description text)
    ON CONFLICT DO NOTHING RETURNING id`,
});

// Inserts plans with their feature values. A plan becomes the default only when its profile has
// none.
const insertPlans = statement({
  name: 'reference-data-plans',
  params: params<{ plans: string; now: Date }>(),
  columns: { plans: col.int },
  text: `
    WITH brought AS (
      SELECT * FROM jsonb_to_recordset(:plans::jsonb) AS p(uuid uuid, slug text, name text,
        profile_type text, price_monthly numeric, price_quarterly numeric,
        price_annual numeric, trial_days int, description text, values jsonb)
    ), added AS (
      INSERT INTO plans (uuid, name, slug, profile_type, price_monthly, price_quarterly,
        price_annual, trial_days, description, is_default, is_active, created_at, updated_at)
      SELECT b.uuid, b.name, b.slug, b.profile_type, b.price_monthly, b.price_quarterly,
        b.price_annual, b.trial_days, b.description,
        NOT EXISTS (SELECT FROM plans d WHERE d.profile_type = b.profile_type AND d.is_default), true, :now, :now
      FROM brought b
      ON CONFLICT DO NOTHING RETURNING id, slug
    ), given AS (
      INSERT INTO plan_features (plan_id, feature_id, value)
      SELECT a.id, f.id, v.value
      FROM added a JOIN brought b ON b.slug = a.slug
      CROSS JOIN LATERAL jsonb_each(b.values) AS v(key, value) JOIN features f ON f.key = v.key
      RETURNING 1
    )
    SELECT count(*)::int AS plans FROM added`,
});

export const knownFeatures = initialFeatures.map(({ key }) => key);
export const knownPlans = initialPlans.map(({ slug }) => slug);

/**
 * Inserts features and plans, except those that an earlier release inserted: names that an
 * administrator changed and rows that were removed stay so.
 */
export async function addPlans(
  db: Db,
  now: Date,
  known: { features: readonly unknown[]; plans: readonly unknown[] },
): Promise<void> {
  await db.rows(insertFeatures, {
    features: JSON.stringify(initialFeatures.filter(({ key }) => !known.features.includes(key))),
    now,
  });
  const plans = initialPlans
    .filter(({ slug }) => !known.plans.includes(slug))
    .map((plan) => ({ ...plan, uuid: randomUUIDv7() }));
  await db.rows(insertPlans, { plans: JSON.stringify(plans), now });
}
