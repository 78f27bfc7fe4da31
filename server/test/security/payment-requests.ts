import { randomUUIDv7 } from 'node:crypto';
import { buildPlan } from '../../src/features/plans/plans.fixture.ts';
import { buildProducer } from '../people.ts';
import { signed, TOKEN, WEBHOOK_SECRET } from '../gateway-double.ts';
import type { GoodRequest } from './good-request.ts';
import { profiles } from './plan-requests.ts';
import type { Role, World } from './world.ts';

type Recipe = (world: World, role: Role) => Promise<GoodRequest>;

async function subscriptionOf(world: World) {
  const { service } = world;
  const { userId } = await buildProducer(service);
  const { id: plan_id } = await buildPlan(world.service, { price_monthly: '99.90' });
  const now = service.app.platform.clock.now();
  const { id } = await service.db.q
    .insertInto('subscriptions')
    .values({
      uuid: randomUUIDv7(),
      user_id: userId,
      plan_id,
      status: 'active',
      billing_cycle: 'monthly',
      due_date: '2036-12-15',
      created_at: now,
      updated_at: now,
    })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ plan_id }))
    .returning('id')
    .executeTakeFirstOrThrow();
  return { id, userId, plan_id };
}

/** Creates a payment recorded by hand. */
const payment =
  (status: string, body?: GoodRequest['body']): Recipe =>
  async (world) => {
    const { id: subscription_id, userId: user_id, plan_id } = await subscriptionOf(world);
    const now = world.service.app.platform.clock.now();
    const { id } = await world.service.db.q
      .insertInto('payments')
      .values({
        uuid: randomUUIDv7(),
        subscription_id,
        user_id,
        plan_id,
        billing_cycle: 'monthly',
        amount: '99.90',
        status,
        payment_method: 'manual',
        due_date: '2036-12-15',
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return { value: String(id), ...(body ? { body } : {}) };
  };

/**
 * Configures a gateway at an address without a server: the outcome of its calls is unknown, which
 * is no reason to refuse.
 */
async function configure({ service, people }: World): Promise<void> {
  const values = {
    provider: 'mercadopago',
    base_url: 'https://127.0.0.1:9',
    access_token: TOKEN,
    webhook_secret: WEBHOOK_SECRET,
  };
  const settings = Object.entries(values).map(([key, value]) => ({
    key: `payment_gateway.${key}`,
    value,
  }));
  const { status } = await service.call('PUT', '/api/v1/admin/settings', {
    token: people.master.token,
    body: { settings },
  });
  if (status !== 200) throw new Error(`the settings were refused with ${status}`);
}

/** Valid requests of payments. */
export const paymentRequests: Readonly<Record<string, Recipe>> = {
  listAdminPayments: async () => ({}),
  confirmPayment: payment('pending'),
  refundPayment: payment('confirmed', { amount: 10, reason: 'Cobrança em duplicidade' }),
  createManualPayment: async (world) => ({
    body: {
      subscription_id: (await subscriptionOf(world)).id,
      amount: 99.9,
      payment_method: 'transfer',
    },
  }),
  listOwnPayments: async () => ({}),
  checkoutSubscription: async (world, role) => {
    await configure(world);
    return {
      body: {
        plan: (await buildPlan(world.service, { profile_type: profiles[role] ?? 'producer' })).slug,
        billing_cycle: 'monthly',
        method: 'pix',
      },
    };
  },
  receiveWebhook: async (world) => {
    await configure(world);
    const { url, headers, body } = signed('4711', {
      requestId: randomUUIDv7(),
      secret: WEBHOOK_SECRET,
      type: 'payment',
    });
    return {
      value: 'mercadopago',
      query: url.slice(url.indexOf('?') + 1),
      form: {
        payload: Buffer.from(JSON.stringify(body)),
        headers: { ...headers, 'content-type': 'application/json' },
      },
    };
  },
};
export const paymentObjects = { unknown: async () => '999999999' } as const;
