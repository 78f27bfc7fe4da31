import { sql } from 'kysely';
import type { Message } from '@lavra/contract/accounts/schemas';
import type { CreateFeatureBody, Feature, UpdateFeatureBody } from '@lavra/contract/admin/plans';
import { enforcedFeatures, type FeatureType } from '@lavra/domain/subscription/feature';
import type { PlanProfile } from '@lavra/domain/subscription/plan-profile';
import { blankToNull } from '@lavra/domain/text/blank';
import type { AdminCaller } from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import { beforeOf, changesOf } from '../../platform/db/changes.ts';
import { violatesUnique } from '../../platform/db/database-errors.ts';
import type { Db } from '../../platform/db/database.ts';
import { FieldErrors, InvalidFields, RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { findFeature } from './feature-queries.ts';
import { readName } from './plan-values.ts';

const resourceType = 'feature';
interface Stored {
  readonly key: string;
  readonly name: string;
  readonly type: FeatureType;
  readonly profile: PlanProfile | null;
  readonly description: string | null;
}

// While a plan has a value for it, a feature can neither be deleted nor change its type or profile.

/** Creates a feature, of which plans may have a value. */
export const createFeature = (
  { command }: Platform,
  request: Request<AdminCaller>,
  body: CreateFeatureBody,
): Promise<Feature> =>
  refusingTaken(
    command(request, async (uow) => {
      const { key, type } = body;
      const feature: Stored = {
        key,
        name: tidy(body.name) ?? '',
        type,
        profile: body.profile ?? null,
        description: blankToNull(body.description ?? null),
      };
      const { id } = await uow.db.q
        .insertInto('features')
        .values({ ...feature, created_at: uow.now, updated_at: uow.now })
        .returning('id')
        .executeTakeFirstOrThrow();
      uow.audit({ action: 'created', resourceType, resourceId: id, newValues: { ...feature } });
      return getFeature(uow.db, id);
    }),
  );

/** Changes the sent fields of a feature. Throws 422 field by field. */
export const updateFeature = (
  { command }: Platform,
  request: Request<AdminCaller>,
  id: number,
  body: UpdateFeatureBody,
): Promise<Feature> =>
  refusingTaken(
    command(request, async (uow) => {
      const { key, type, profile } = body;
      const wanted = {
        key,
        type,
        profile,
        name: tidy(body.name),
        description: body.description === undefined ? undefined : blankToNull(body.description),
      };
      const before = await lockFeature(uow.db, id);
      const changes = changesOf(before, wanted);
      assertAllowed(before, changes, await countValues(uow.db, id));
      if (Object.keys(changes).length > 0) {
        await uow.db.q
          .updateTable('features')
          .set({ ...changes, updated_at: uow.now })
          .where('id', '=', id)
          .execute();
        uow.audit({
          action: 'updated',
          resourceType,
          resourceId: id,
          oldValues: beforeOf(before, changes),
          newValues: changes,
        });
      }
      return getFeature(uow.db, id);
    }),
  );

/** Deletes a feature. Throws `feature_in_use`. */
export const deleteFeature = (
  { command }: Platform,
  request: Request<AdminCaller>,
  id: number,
): Promise<Message> =>
  command(request, async (uow) => {
    const before = await lockFeature(uow.db, id);
    const count = await countValues(uow.db, id);
    if (count > 0) throw new RuleError('feature_in_use', { count });
    await uow.db.q.deleteFrom('features').where('id', '=', id).execute();
    uow.audit({ action: 'deleted', resourceType, resourceId: id, oldValues: { ...before } });
    return { message: 'Recurso excluído.' };
  });

/**
 * Checks that a change is allowed: the service enforces some features by their key, and stored
 * values must fit their feature.
 */
function assertAllowed(before: Stored, changes: Partial<Stored>, values: number): void {
  const fields = new FieldErrors();
  const isEnforced = enforcedFeatures.some((key) => key === before.key);
  for (const field of ['key', 'type', 'profile'] as const) {
    if (changes[field] === undefined) continue;
    if (isEnforced && field !== 'profile') fields.add(field, 'feature_fixed');
    else if (values > 0 && field !== 'key') fields.add(field, 'feature_has_values');
  }
  fields.throwIfAny();
}

function tidy(name: string | undefined): string | undefined {
  const fields = new FieldErrors();
  const read = readName(fields, name);
  fields.throwIfAny();
  return read;
}

/** Locks the feature against concurrent writes of its values, which lock the feature's key. */
async function lockFeature(db: Db, id: number): Promise<Stored> {
  const found = await sql<Stored>`
      SELECT f.key, f.name, f.type, f.profile, f.description
      FROM features f WHERE f.id = ${id} FOR UPDATE`.execute(db.q);
  if (found.rows[0] === undefined) throw new RuleError('feature_not_found');
  return found.rows[0];
}

const countValues = async (db: Db, id: number): Promise<number> =>
  (
    await db.q
      .selectFrom('plan_features')
      .select(sql<number>`count(*)::int`.as('values'))
      .where('feature_id', '=', id)
      .executeTakeFirstOrThrow()
  ).values;

async function getFeature(db: Db, id: number): Promise<Feature> {
  const feature = await findFeature(db, id);
  if (feature === undefined) throw new RuleError('feature_not_found');
  return feature;
}

async function refusingTaken<R>(work: Promise<R>): Promise<R> {
  try {
    return await work;
  } catch (error) {
    throw violatesUnique(error, 'features_key_key')
      ? InvalidFields.of('key', 'taken_feature_key')
      : error;
  }
}
