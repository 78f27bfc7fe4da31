import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Payment } from '@lavra/contract/payments/schemas';
import { addDays, localDate } from '@lavra/domain/calendar/calendar';
import { buildAdmin } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { buildPlan } from '../plans/plans.fixture.ts';
import {
  buildPayment,
  buildSubscription,
  periodsOf,
  stateOf,
} from '../subscriptions/subscriptions.fixture.ts';

const service = await startService();
const admin = await buildAdmin(service);
const path = '/api/v1/admin/subscription-payments';
const today = localDate(service.app.platform.clock.now(), service.app.platform.zone);

interface Refused {
  readonly errors?: Record<string, string[]>;
}
const record = (subscription: { readonly id: number }, body: object) =>
  service.call<Payment & Refused>('POST', path, {
    token: admin.token,
    body: { subscription_id: subscription.id, payment_method: 'transfer', ...body },
  });
const confirm = ({ id }: { readonly id: number }) =>
  service.call<Payment>('POST', `${path}/${id}/confirm`, { token: admin.token });
/** Plans of a producer at 100.00 a month and 1,000.00 a year. */
const sold = () => buildPlan(service, { price_annual: '1000.00' });

describe('a payment recorded by hand', () => {
  it('pays for the next period where it names none, at its price', async () => {
    const subscription = await buildSubscription(service, { plan: await sold() });
    const { status, body } = await record(subscription, { amount: 100 });
    assert.deepEqual(
      [status, body.plan.id, body.billing_cycle, body.amount],
      [200, subscription.plan.id, 'monthly', 100],
    );
  });

  it('pays for the plan and cycle that it names, behind what is paid', async () => {
    const [plan, other] = [await sold(), await sold()];
    const subscription = await buildSubscription(service, { plan, due_date: addDays(today, 10) });
    const year = await record(subscription, { amount: 1000, billing_cycle: 'annual' });
    assert.deepEqual([year.body.plan.id, year.body.billing_cycle], [plan.id, 'annual']);
    assert.equal((await confirm(year.body)).status, 200);
    const month = await record(subscription, {
      amount: 100,
      plan_id: other.id,
      billing_cycle: 'monthly',
    });
    assert.equal((await confirm(month.body)).status, 200);
    assert.deepEqual(
      (await periodsOf(service, subscription))
        .slice(-2)
        .map(({ plan_id, billing_cycle }) => [plan_id, billing_cycle]),
      [
        [plan.id, 'annual'],
        [other.id, 'monthly'],
      ],
    );
  });

  it('of another amount than the price is refused, with the price, unless it was agreed', async () => {
    const plan = await sold();
    const subscription = await buildSubscription(service, { plan });
    for (const [body, price] of [
      [{ amount: 10 }, /mensal, custa R\$\s100,00/],
      [{ amount: 1000 }, /mensal, custa R\$\s100,00/],
      [{ amount: 100, billing_cycle: 'annual' }, /anual, custa R\$\s1\.000,00/],
      [{ amount: 100.01, agreed_amount: false }, /R\$\s100,00/],
      [{ amount: 100, billing_cycle: 'quarterly' }, /não é vendido/],
    ] as const) {
      const { status, body: refused } = await record(subscription, body);
      assert.deepEqual([status, Object.keys(refused.errors ?? {})], [422, ['amount']]);
      assert.match(refused.errors?.['amount']?.[0] ?? '', price);
    }
    const { body } = await record(subscription, {
      amount: 10,
      billing_cycle: 'quarterly',
      agreed_amount: true,
    });
    assert.deepEqual([body.amount, body.billing_cycle], [10, 'quarterly']);
    const { new_values } = await service.db.q
      .selectFrom('audit_log as l')
      .innerJoin('audit_values as v', 'v.audit_id', 'l.id')
      .select('v.new_values')
      .where('l.resource_type', '=', 'payment')
      .where('l.resource_id', '=', body.id)
      .executeTakeFirstOrThrow();
    const { plan_id, billing_cycle, agreed_amount } = new_values as Record<string, unknown>; // JSON
    assert.deepEqual([plan_id, billing_cycle, agreed_amount], [plan.id, 'quarterly', true]);
  });

  it('may be of the amount that its renewal asks for, after the price has changed', async () => {
    const plan = await sold();
    const subscription = await buildSubscription(service, { plan, due_date: addDays(today, 5) });
    const renewal = await buildPayment(service, subscription, {
      amount: '89.90',
      due_date: addDays(today, 5),
    });
    await service.db.q
      .updateTable('subscriptions')
      .set({ renewal_payment_id: renewal })
      .where('id', '=', subscription.id)
      .execute();
    for (const amount of [89.9, 100])
      assert.equal((await record(subscription, { amount })).status, 200);
    assert.equal((await record(subscription, { amount: 95 })).status, 422);
  });

  it('names a plan of its subscriber: on sale, or the one that they have', async () => {
    const [old, foreign, inactive] = [
      await buildPlan(service, { is_active: false }),
      await buildPlan(service, { profile_type: 'supplier' }),
      await buildPlan(service, { is_active: false }),
    ];
    const subscription = await buildSubscription(service, { plan: old });
    assert.equal((await record(subscription, { amount: 100, plan_id: old.id })).status, 200);
    for (const plan_id of [foreign.id, inactive.id, 999_999]) {
      const { status, body } = await record(subscription, { amount: 100, plan_id });
      assert.deepEqual([status, Object.keys(body.errors ?? {})], [422, ['plan_id']]);
    }
  });

  it('was not received on a day to come', async () => {
    const subscription = await buildSubscription(service, { plan: await sold() });
    const received = (payment_date: string) => record(subscription, { amount: 100, payment_date });
    for (const day of [addDays(today, 1), '2062-11-10']) {
      const { status, body } = await received(day);
      assert.deepEqual([status, Object.keys(body.errors ?? {})], [422, ['payment_date']]);
    }
    const { body } = await received(today);
    assert.equal(body.payment_date, today);
    await service.db.q
      .updateTable('payments')
      .set({ payment_date: '2062-11-10' })
      .where('id', '=', body.id)
      .execute();
    assert.equal(
      (await confirm(body)).body.payment_date,
      today,
      'a day to come that was stored before counts as the day of the confirmation',
    );
    assert.equal((await stateOf(service, subscription)).status, 'active');
  });
});
