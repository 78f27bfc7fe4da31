import { randomUUIDv7 } from 'node:crypto';
import type { PlanProfile } from '@lavra/domain/subscription/plan-profile';
import { buildPlan } from '../../src/features/plans/plans.fixture.ts';
import { buildProducer } from '../people.ts';
import type { GoodRequest } from './good-request.ts';
import type { Role, World } from './world.ts';

type Recipe = (world: World, role: Role) => Promise<GoodRequest>;
type Build = (world: World) => Promise<string>;

let ordinal = 0;
const nothing: Recipe = async () => ({});

async function feature({ service }: World): Promise<{ id: number; key: string }> {
  ordinal += 1;
  const now = service.app.platform.clock.now();
  return service.db.q
    .insertInto('features')
    .values({
      key: `recurso.n${ordinal}`,
      name: `Recurso ${ordinal}`,
      type: 'limit',
      created_at: now,
      updated_at: now,
    })
    .returning(['id', 'key'])
    .executeTakeFirstOrThrow();
}
/** Creates the user's subscription, active and without pending changes. */
async function subscriptionOf(
  world: World,
  userId: number,
  profile: PlanProfile,
  status = 'active',
): Promise<number> {
  const { service } = world;
  const now = service.app.platform.clock.now();
  const fresh = {
    plan_id: (await buildPlan(world.service, { profile_type: profile })).id,
    status,
    cancel_requested_at: null,
    next_plan_id: null,
    next_billing_cycle: null,
    next_from: null,
  };
  const { id } = await service.db.q
    .insertInto('subscriptions')
    .values({
      uuid: randomUUIDv7(),
      user_id: userId,
      billing_cycle: 'monthly',
      due_date: '2036-12-31',
      ...fresh,
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(fresh))
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Of which plans a role can buy. */
export const profiles: { readonly [R in Role]?: PlanProfile } = {
  produtor: 'producer',
  fornecedor: 'supplier',
  consultor: 'consultant',
};
const own =
  (bodyOf?: (world: World, profile: PlanProfile) => Promise<GoodRequest['body']>): Recipe =>
  async (world, role) => {
    const profile = profiles[role];
    if (profile === undefined) return {};
    await subscriptionOf(world, world.people[role].userId, profile);
    const body = await bodyOf?.(world, profile);
    return body === undefined ? {} : { body };
  };
const aPlan =
  (body?: GoodRequest['body']): Recipe =>
  async (world) => ({
    value: String((await buildPlan(world.service)).id),
    ...(body ? { body } : {}),
  });
const aFeature =
  (body?: GoodRequest['body']): Recipe =>
  async (world) => ({ value: String((await feature(world)).id), ...(body ? { body } : {}) });
const prices = {
  price_monthly: 59.9,
  price_quarterly: 149.9,
  price_annual: null,
  trial_days: 15,
  description: 'Para a safra',
  sort_order: 3,
};

/** Valid requests of plans, features and subscriptions. */
export const planRequests: Readonly<Record<string, Recipe>> = {
  listPublicPlans: nothing,
  listPlans: nothing,
  listFeatures: nothing,
  listSubscriptions: nothing,
  getSubscriptionMetrics: nothing,
  createPlan: async () => ({
    body: { name: `Plano novo ${(ordinal += 1)}`, profile_type: 'producer', ...prices },
  }),
  updatePlan: aPlan({ name: 'Plano da safra', ...prices }),
  deletePlan: aPlan(),
  setPlanFeatures: async (world) => ({
    value: String((await buildPlan(world.service)).id),
    body: { features: [{ key: (await feature(world)).key, value: 5 }] },
  }),
  createFeature: async () => ({
    body: {
      key: `novo.recurso_${(ordinal += 1)}`,
      name: 'Recurso novo',
      type: 'boolean',
      profile: 'supplier',
      description: null,
    },
  }),
  updateFeature: aFeature({ name: 'Outro nome', description: 'Para todos' }),
  deleteFeature: aFeature(),
  getOwnSubscription: own(),
  cancelOwnSubscription: own(async () => ({})),
  changeOwnPlan: own(async (world, profile) => ({
    plan_id: (await buildPlan(world.service, { profile_type: profile })).id,
    billing_cycle: 'monthly',
  })),
  extendTrial: async (world) => ({
    value: String(
      await subscriptionOf(world, (await buildProducer(world.service)).userId, 'producer', 'trial'),
    ),
    body: { days: 30 },
  }),
};

const unknown: Build = async () => '999999999';
export const planObjects: Readonly<Record<string, Build>> = { unknown };
export const featureObjects: Readonly<Record<string, Build>> = {
  unknown,
  deleted: async (world) => {
    const { id } = await feature(world);
    await world.service.db.q.deleteFrom('features').where('id', '=', id).execute();
    return String(id);
  },
};
export const subscriptionObjects: Readonly<Record<string, Build>> = { unknown };
