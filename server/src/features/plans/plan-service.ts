import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Message } from '@lavra/contract/accounts/schemas';
import type { CreatePlanBody, UpdatePlanBody } from '@lavra/contract/admin/plans';
import type { Plan } from '@lavra/contract/subscriptions/schemas';
import type { PlanProfile } from '@lavra/domain/subscription/plan-profile';
import type { AdminCaller } from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import { beforeOf, changesOf } from '../../platform/db/changes.ts';
import { violatesUnique } from '../../platform/db/database-errors.ts';
import type { Db } from '../../platform/db/database.ts';
import { InvalidFields, RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { freeSlug, slugOf } from '../../platform/text/slug.ts';
import { presentPlan } from './plan-presenter.ts';
import { getPlan, type PlanRow } from './plan-queries.ts';
import { readPlanValues, type PlanValues } from './plan-values.ts';

const resourceType = 'plan';
const stored = [
  'name',
  'slug',
  'price_monthly',
  'price_quarterly',
  'price_annual',
  'trial_days',
  'description',
  'is_default',
  'is_active',
  'sort_order',
] as const;

// Each profile has one default, also under concurrent changes.

/**
 * Creates a plan, with a slug made of its name where none is sent. Throws `plan_inactive` for a
 * default that is not on sale.
 */
export const createPlan = (
  { command }: Platform,
  request: Request<AdminCaller>,
  body: CreatePlanBody,
): Promise<Plan> =>
  refusingTaken(
    command(request, async (uow) => {
      const { name = '', slug, ...values } = readPlanValues(body);
      const { profile_type } = body;
      await lockProfile(uow.db, profile_type);
      const plan: PlanValues = {
        name,
        slug: slug ?? (await takeSlug(uow.db, name)),
        price_monthly: values.price_monthly ?? null,
        price_quarterly: values.price_quarterly ?? null,
        price_annual: values.price_annual ?? null,
        trial_days: values.trial_days ?? 0,
        description: values.description ?? null,
        is_default: values.is_default ?? false,
        is_active: values.is_active ?? true,
        sort_order: values.sort_order ?? 0,
      };
      await settleDefault(uow.db, profile_type, plan);
      const { id } = await uow.db.q
        .insertInto('plans')
        .values({
          ...plan,
          uuid: randomUUIDv7(),
          profile_type,
          created_at: uow.now,
          updated_at: uow.now,
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      uow.audit({
        action: 'created',
        resourceType,
        resourceId: id,
        newValues: { profile_type, ...plan },
      });
      return presentPlan(await getPlan(uow.db, id));
    }),
  );

/**
 * Changes the sent fields of a plan. Throws 422 where its profile would change, and `plan_default`
 * or `plan_inactive` where the default would not be on sale.
 */
export const updatePlan = (
  { command }: Platform,
  request: Request<AdminCaller>,
  { id, profile_type }: PlanRow,
  body: UpdatePlanBody,
): Promise<Plan> =>
  refusingTaken(
    command(request, async (uow) => {
      if (body.profile_type !== undefined && body.profile_type !== profile_type)
        throw InvalidFields.of('profile_type', 'plan_profile_fixed');
      const wanted = readPlanValues(body);
      await lockProfile(uow.db, profile_type);
      const before = await lockPlan(uow.db, id);
      const changes = changesOf(before, wanted);
      if (Object.keys(changes).length > 0) {
        const after = { ...before, ...changes };
        if (before.is_default && !after.is_active) throw new RuleError('plan_default');
        if (after.is_default) await settleDefault(uow.db, profile_type, after, id);
        await uow.db.q
          .updateTable('plans')
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
      return presentPlan(await getPlan(uow.db, id));
    }),
  );

/**
 * Takes the plan off sale: its subscribers keep it, new ones cannot choose it. Throws
 * `plan_default`.
 */
export const deletePlan = (
  { command }: Platform,
  request: Request<AdminCaller>,
  { id, profile_type }: PlanRow,
): Promise<Message> =>
  command(request, async (uow) => {
    await lockProfile(uow.db, profile_type);
    const before = await lockPlan(uow.db, id);
    if (before.is_default) throw new RuleError('plan_default');
    if (before.is_active) {
      await uow.db.q
        .updateTable('plans')
        .set({ is_active: false, updated_at: uow.now })
        .where('id', '=', id)
        .execute();
      uow.audit({
        action: 'deleted',
        resourceType,
        resourceId: id,
        oldValues: { is_active: true },
        newValues: { is_active: false },
      });
    }
    return { message: 'Plano desativado: não é mais vendido, e quem o tem continua com ele.' };
  });

/**
 * Serialises the writes to plans of a profile, so that its default can move from one plan to
 * another.
 */
async function lockProfile(db: Db, profile: PlanProfile): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`lavra plans of ${profile}`}, 0))`.execute(
    db.q,
  );
}

async function lockPlan(db: Db, id: number): Promise<PlanValues> {
  const plan = await db.q
    .selectFrom('plans')
    .select(stored)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (plan === undefined) throw new RuleError('plan_not_found');
  return plan;
}

/** Clears the profile's previous default when this plan becomes the default. */
async function settleDefault(
  db: Db,
  profile: PlanProfile,
  { is_default, is_active }: PlanValues,
  id?: number,
): Promise<void> {
  if (!is_default) return;
  if (!is_active) throw new RuleError('plan_inactive');
  await db.q
    .updateTable('plans')
    .set({ is_default: false })
    .where('profile_type', '=', profile)
    .where('is_default', '=', true)
    .$if(id !== undefined, (others) => others.where('id', '<>', id ?? 0))
    .execute();
}

/** Returns a slug that no plan has; the advisory lock serialises calls across all profiles. */
async function takeSlug(db: Db, name: string): Promise<string> {
  const named = slugOf(name);
  if (named === '') throw InvalidFields.of('slug', 'slug_required');
  const slug = /[a-z]/.test(named) ? named : `plano-${named}`;
  await sql`SELECT pg_advisory_xact_lock(hashtextextended('lavra plan slugs', 0))`.execute(db.q);
  const rows = await db.q
    .selectFrom('plans')
    .select('slug')
    .where('slug', 'like', `${slug}%`)
    .execute();
  return freeSlug(slug, new Set(rows.map((row) => row.slug)));
}

async function refusingTaken<R>(work: Promise<R>): Promise<R> {
  try {
    return await work;
  } catch (error) {
    throw violatesUnique(error, 'plans_slug_key')
      ? InvalidFields.of('slug', 'taken_plan_slug')
      : error;
  }
}
