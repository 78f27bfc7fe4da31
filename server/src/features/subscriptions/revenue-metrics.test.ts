import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SubscriptionMetrics } from '@lavra/contract/admin/subscriptions';
import type { AdminDashboard } from '@lavra/contract/admin/dashboard';
import { randomUUIDv7 } from 'node:crypto';
import { buildAdmin } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { buildPlan } from '../plans/plans.fixture.ts';
import { buildPayment, buildSubscription, payFor } from './subscriptions.fixture.ts';

// Two hours before the month ends in São Paulo; in UTC the next one has begun.
const NOW = new Date('2027-03-31T22:00:00-03:00');
const service = await startService({ now: NOW });
service.moveClock(NOW);
const { token } = await buildAdmin(service, 'financeiro');
const read = async () =>
  (await service.call<SubscriptionMetrics>('GET', '/api/v1/admin/subscription-metrics', { token }))
    .body;
const dashboard = async () =>
  (await service.call<AdminDashboard>('GET', '/api/v1/admin/dashboard', { token })).body;
const listed = async (query: string) =>
  (
    await service.call<{ meta: { total: number } }>('GET', `/api/v1/admin/subscriptions?${query}`, {
      token,
    })
  ).body.meta.total;
const months = (amounts: readonly number[]) =>
  ['2026-10', '2026-11', '2026-12', '2027-01', '2027-02', '2027-03'].map((month, index) => ({
    month,
    amount: amounts[index] ?? 0,
  }));

async function refund(
  payment_id: number,
  amount: string,
  at: string,
  status = 'succeeded',
): Promise<void> {
  await service.db.q
    .insertInto('refunds')
    .values({
      uuid: randomUUIDv7(),
      payment_id,
      amount,
      status,
      cancel_subscription: false,
      created_at: at,
      updated_at: at,
    })
    .execute();
}

describe('the figures of subscriptions and revenue', () => {
  it('are zeros on a platform without subscriptions', async () => {
    assert.deepEqual(await read(), {
      active: 0,
      trial: 0,
      expired: 0,
      cancelled: 0,
      near_expiry: 0,
      arr: 0,
      mrr: 0,
      revenue_current_month: 0,
      net_revenue_current_month: 0,
      monthly_revenue: months([]),
    });
  });

  it('equal those computed by hand', async () => {
    const plan = await buildPlan(service, {
      price_monthly: '99.90',
      price_quarterly: '269.90',
      price_annual: '999.00',
    });
    // 99.90 × 12 = 1,198.80; due in 7 days
    const monthly = await buildSubscription(service, { plan, due_date: '2027-04-07' });
    const quarterly = await buildSubscription(service, {
      plan,
      billing_cycle: 'quarterly',
      due_date: '2027-04-08',
    }); // 269.90 × 4 = 1,079.60; in 8
    // 999.00
    await buildSubscription(service, { plan, billing_cycle: 'annual', due_date: '2027-12-31' });
    const unsold = await buildPlan(service, { price_monthly: null });
    // not sold any more: no recurring revenue
    await buildSubscription(service, { plan: unsold, due_date: '2027-12-31' });
    // due today
    await buildSubscription(service, { plan, status: 'trial', due_date: '2027-03-31' });
    await buildSubscription(service, { plan, status: 'trial', due_date: '2027-05-01' });
    // a trial without a payment
    await buildSubscription(service, { plan, status: 'expired', due_date: '2027-03-01' });
    const lapsed = await buildSubscription(service, {
      plan,
      status: 'expired',
      due_date: '2027-03-01',
    });
    await buildSubscription(service, { plan, status: 'cancelled', due_date: '2027-03-01' });

    const paid = (amount: string, payment_date: string, status = 'confirmed') =>
      buildPayment(service, monthly, { amount, payment_date, status, confirmed_at: NOW });
    await paid('99.90', '2027-03-01');
    const returned = await paid('100.10', '2027-03-31', 'refunded'); // stays counted
    const part = await paid('50.00', '2027-02-28', 'partially_refunded');
    await paid('0.10', '2026-10-01');
    await paid('1000000000.01', '2026-12-31');
    await paid('7.00', '2026-09-30'); // the seventh month back
    await paid('8.00', '2027-04-01'); // dated in the future
    await buildPayment(service, lapsed, {
      amount: '20.00',
      payment_date: '2027-01-15',
      status: 'confirmed',
      confirmed_at: NOW,
    });
    for (const status of ['pending', 'overdue', 'failed', 'cancelled'])
      await buildPayment(service, quarterly, {
        amount: '500.00',
        payment_date: '2027-03-10',
        status,
      });

    await refund(returned, '100.10', '2027-03-31T21:59:59-03:00');
    // refunded in another month than it was paid
    await refund(part, '10.00', '2027-03-01T00:00:00-03:00');
    await refund(part, '5.00', '2027-02-28T23:59:59-03:00'); // March in UTC, February here
    await refund(part, '6.00', '2027-04-01T00:00:00-03:00');
    await refund(part, '7.00', '2027-03-15T12:00:00-03:00', 'failed');
    await refund(part, '8.00', '2027-03-15T12:00:00-03:00', 'processing');

    assert.deepEqual(await read(), {
      active: 4,
      trial: 2,
      expired: 2,
      cancelled: 1,
      near_expiry: 2,
      arr: 3277.4,
      mrr: 273.12, // 3,277.40 / 12 = 273.1166…
      revenue_current_month: 200,
      net_revenue_current_month: 89.9, // 200.00 − 100.10 − 10.00
      monthly_revenue: months([0.1, 0, 1000000000.01, 20, 50, 200]),
    });
  });

  it('are the same on the dashboard', async () => {
    const { subscriptions, trials, arr, revenue_current_month, monthly_revenue } =
      await dashboard();
    const metrics = await read();
    assert.deepEqual(subscriptions, { active: 6, paid: 4, trial: 2, near_expiry: 2 });
    assert.deepEqual(
      [
        await listed('near_expiry=true'),
        await listed('near_expiry=false'),
        await listed('near_expiry=true&status=trial'),
      ],
      [2, 7, 1],
      'and the list shows those that were counted',
    );
    assert.deepEqual(trials, { in_trial: 2, expired: 1 });
    assert.deepEqual(
      { arr, revenue_current_month, monthly_revenue },
      { arr: metrics.arr, revenue_current_month: 200, monthly_revenue: metrics.monthly_revenue },
    );
  });

  it('start again with the month, at midnight in São Paulo', async () => {
    service.moveClock(new Date('2027-03-31T23:59:59-03:00'));
    assert.equal((await read()).revenue_current_month, 200);
    service.moveClock(new Date('2027-04-01T00:00:00-03:00'));
    const { revenue_current_month, net_revenue_current_month, monthly_revenue, near_expiry } =
      await read();
    assert.deepEqual(
      [
        revenue_current_month,
        net_revenue_current_month,
        monthly_revenue[0]?.month,
        monthly_revenue[5]?.month,
      ],
      [8, 2, '2026-11', '2027-04'],
    ); // 8.00 − 6.00
    assert.equal(near_expiry, 2, 'one is past, another came near');
  });

  it('count what was paid for the running period, whatever the plan costs today', async () => {
    const plan = await buildPlan(service, { price_annual: '899.00', price_monthly: '89.90' });
    const before = (await read()).arr;
    const added = async () => Math.round(((await read()).arr - before) * 100) / 100;
    const yearly = await buildSubscription(service, {
      plan,
      billing_cycle: 'annual',
      due_date: '2027-03-30',
    });
    await payFor(service, yearly, { planId: plan.id, billingCycle: 'annual', amount: '899.00' });
    assert.equal(await added(), 899);
    for (const price_annual of [null, '1200.00']) {
      await service.db.q
        .updateTable('plans')
        .set({ price_annual })
        .where('id', '=', plan.id)
        .execute();
      assert.deepEqual([await added(), (await dashboard()).arr], [899, (await read()).arr]);
    }
    // Paid ahead: counts from the day on which it begins.
    await payFor(service, yearly, { planId: plan.id, billingCycle: 'annual', amount: '1200.00' });
    assert.equal(await added(), 899);
    const agreed = await buildSubscription(service, { plan, due_date: '2027-03-30' });
    await payFor(service, agreed, { planId: plan.id, amount: '10.00' });
    assert.equal(await added(), 899 + 120);
  });
});
