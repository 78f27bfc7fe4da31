import { sql } from 'kysely';
import type { PlanFeaturesBody } from '@lavra/contract/admin/plans';
import type { Plan } from '@lavra/contract/subscriptions/schemas';
import {
  fitsFeature,
  type FeatureType,
  type FeatureValue,
} from '@lavra/domain/subscription/feature';
import type { PlanProfile } from '@lavra/domain/subscription/plan-profile';
import type { AdminCaller } from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import type { Db } from '../../platform/db/database.ts';
import { FieldErrors } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { presentPlan } from './plan-presenter.ts';
import { getPlan, type PlanRow } from './plan-queries.ts';

type Sent = PlanFeaturesBody['features'];
interface KnownFeature {
  readonly id: number;
  readonly key: string;
  readonly type: FeatureType;
  readonly profile: PlanProfile | null;
}

/**
 * Replaces all feature values of a plan: values that are not sent are removed. Throws 422 field by
 * field.
 */
export const setPlanFeatures = (
  { command }: Platform,
  request: Request<AdminCaller>,
  plan: PlanRow,
  sent: Sent,
): Promise<Plan> =>
  command(request, async (uow) => {
    await uow.db.q
      .selectFrom('plans')
      .select('id')
      .where('id', '=', plan.id)
      .forNoKeyUpdate()
      .execute();
    const known = await lockFeatures(
      uow.db,
      sent.map(({ key }) => key),
    );
    const values = readValues(sent, known, plan.profile_type);
    const before = await getPlan(uow.db, plan.id);
    await uow.db.q.deleteFrom('plan_features').where('plan_id', '=', plan.id).execute();
    if (values.length > 0) {
      await uow.db.q
        .insertInto('plan_features')
        .values(
          values.map(({ feature_id, value }) => ({
            plan_id: plan.id,
            feature_id,
            value: JSON.stringify(value),
          })),
        )
        .execute();
    }
    const after = await getPlan(uow.db, plan.id);
    const [oldValues, newValues] = [valuesOf(before), valuesOf(after)];
    if (JSON.stringify(oldValues) !== JSON.stringify(newValues)) {
      await uow.db.q
        .updateTable('plans')
        .set({ updated_at: uow.now })
        .where('id', '=', plan.id)
        .execute();
      uow.audit({
        action: 'updated',
        resourceType: 'plan',
        resourceId: plan.id,
        oldValues: { features: oldValues },
        newValues: { features: newValues },
      });
    }
    return presentPlan(await getPlan(uow.db, plan.id));
  });

const valuesOf = ({ features }: PlanRow): Readonly<Record<string, FeatureValue>> =>
  Object.fromEntries(features.map(({ key, value }) => [key, value]));

/**
 * Locks the features, always in the same order, so that their types do not change while the values
 * are written.
 */
async function lockFeatures(
  db: Db,
  keys: readonly string[],
): Promise<ReadonlyMap<string, KnownFeature>> {
  const found = await sql<KnownFeature>`
    SELECT f.id, f.key, f.type, f.profile
    FROM features f WHERE f.key = ANY (${[...keys]}::text[]) ORDER BY f.id FOR SHARE`.execute(db.q);
  return new Map(found.rows.map((feature) => [feature.key, feature]));
}

function readValues(
  sent: Sent,
  known: ReadonlyMap<string, KnownFeature>,
  profile: PlanProfile,
): { feature_id: number; value: FeatureValue }[] {
  const fields = new FieldErrors();
  const seen = new Set<string>();
  const values = sent.flatMap(({ key, value }, index) => {
    const feature = known.get(key);
    if (feature === undefined) fields.add(`features.${index}.key`, 'feature');
    else if (feature.profile !== null && feature.profile !== profile)
      fields.add(`features.${index}.key`, 'feature_profile');
    else if (!fitsFeature(feature.type, value))
      fields.add(
        `features.${index}.value`,
        feature.type === 'limit' ? 'feature_limit' : 'type_boolean',
      );
    if (seen.has(key)) fields.add(`features.${index}.key`, 'feature_twice');
    seen.add(key);
    return feature === undefined ? [] : [{ feature_id: feature.id, value }];
  });
  fields.throwIfAny();
  return values;
}
