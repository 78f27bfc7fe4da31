import { randomUUIDv7 } from 'node:crypto';
import { beforeEach } from 'node:test';
import type { SubscriptionStatus } from '@lavra/domain/subscription/subscription-machine';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildOrder, type OrderFields } from '../../../test/orders.ts';
import { buildProducer, type TestPerson } from '../../../test/people.ts';
import { buildProposal } from '../../../test/proposals.ts';
import type { TestService } from '../../../test/service.ts';
import { buildPlan } from '../plans/plans.fixture.ts';

type Values = Readonly<Record<string, number | boolean | null>>;

const NOW = new Date('2027-03-31T22:00:00-03:00');

/** The calls and people of tests of plans' limits. */
export async function openPlanWorld(service: TestService) {
  const { q } = service.db;
  service.moveClock(NOW);
  const product = await buildProduct(service);

  const enforce = (value: boolean) =>
    q
      .insertInto('settings')
      .values({ key: 'subscriptions.enforce', value: JSON.stringify(value), updated_at: NOW })
      .onConflict((conflict) =>
        conflict.column('key').doUpdateSet({ value: JSON.stringify(value) }),
      )
      .execute();
  async function subscribe(
    { userId }: TestPerson,
    profile_type: 'producer' | 'supplier',
    values: Values,
    {
      status = 'active',
      due_date = '2027-12-31',
    }: { status?: SubscriptionStatus; due_date?: string } = {},
  ): Promise<void> {
    const plan = await buildPlan(service, { profile_type });
    for (const [key, value] of Object.entries(values)) {
      const feature = await q
        .selectFrom('features')
        .select('id')
        .where('key', '=', key)
        .executeTakeFirstOrThrow();
      await q
        .insertInto('plan_features')
        .values({ plan_id: plan.id, feature_id: feature.id, value: JSON.stringify(value) })
        .execute();
    }
    await q
      .insertInto('subscriptions')
      .values({
        uuid: randomUUIDv7(),
        user_id: userId,
        plan_id: plan.id,
        status,
        billing_cycle: 'monthly',
        due_date,
        created_at: NOW,
        updated_at: NOW,
      })
      .execute();
  }
  const draftOf = ({ producerId }: { producerId: number }, fields: Partial<OrderFields> = {}) =>
    buildOrder(service, { producerId, status: 'rascunho', items: [{ product }], ...fields });
  const publish = ({ token }: { token: string }, { uuid }: { uuid: string }) =>
    service.call<{ code: string; error: string }>(
      'POST',
      `/api/v1/producer/orders/${uuid}/publish`,
      {
        token,
      },
    );
  const submit = ({ token }: { token: string }, { uuid }: { uuid: string }) =>
    service.call<{ code: string; error: string }>('POST', `/api/v1/proposals/${uuid}/submit`, {
      token,
    });
  async function offerOf(
    { supplierId }: { supplierId: number },
    status: 'draft' | 'submitted' | 'cancelled' = 'draft',
  ) {
    const order = await buildOrder(service, {
      producerId: (await buildProducer(service)).producerId,
      items: [{ product }],
    });
    return buildProposal(service, {
      orderId: order.id,
      supplierId,
      status,
      items: order.items.map((item) => ({ item, price: '10' })),
    });
  }
  beforeEach(async () => {
    service.moveClock(NOW);
    await enforce(true);
  });
  return { service, product, enforce, subscribe, draftOf, publish, submit, offerOf };
}
