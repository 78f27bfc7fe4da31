import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OwnSubscription, Subscription } from '@lavra/contract/subscriptions/schemas';
import { buildAdmin } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { systemActor } from '../../platform/db/command.ts';
import { buildPlan } from '../plans/plans.fixture.ts';
import { settleSubscriptions } from './due-subscriptions.ts';
import { neverAborted } from '../scheduling/scheduling.fixture.ts';
import { createRenewalPayment } from './renewal-payment.ts';
import { lockSubscription } from './subscription-store.ts';
import {
  buildPayment,
  buildSubscription,
  payFor,
  paymentsOf,
  periodsOf,
  stateOf,
  type TestSubscription,
} from './subscriptions.fixture.ts';
import { giveBackPeriod, takeBackPeriod } from './taken-back.ts';

const service = await startService();
const { platform } = service.app;
const { q } = service.db;
const on = (day: string): void => service.moveClock(new Date(`${day}T12:00:00-03:00`));
const FIRST = '2026-11-03';
on(FIRST);
const cheap = await buildPlan(service, { price_monthly: '10.00', price_annual: '100.00' });
const dear = await buildPlan(service, { price_monthly: '500.00' });
const nameOf = (id: number): string =>
  id === cheap.id ? 'cheap' : id === dear.id ? 'dear' : String(id);

/** Returns what a subscription includes on a day, after the scheduler has run. */
async function had(subscription: { readonly id: number }, day: string): Promise<string> {
  on(day);
  await settleSubscriptions(platform, neverAborted);
  const { status, plan_id, due_date } = await stateOf(service, subscription);
  return (status === 'active' || status === 'trial') && due_date >= day ? nameOf(plan_id) : status;
}
const lapsed = (): Promise<TestSubscription> => {
  on(FIRST);
  return buildSubscription(service, { plan: cheap, status: 'expired', due_date: '2026-10-01' });
};
const own = async ({ person }: TestSubscription) =>
  (
    await service.call<OwnSubscription>('GET', '/api/v1/subscription', {
      token: await service.tokenFor(person.userId),
    })
  ).body;
const shown = ({ periods }: { periods: Subscription['periods'] }) =>
  periods.map(({ plan, kind, amount, starts_on, ends_on }) => [
    nameOf(plan.id),
    kind,
    amount,
    starts_on,
    ends_on,
  ]);
const takeBack = (subscription: { readonly id: number }, paymentId: number) =>
  platform.command(systemActor, (uow) => takeBackPeriod(uow, subscription.id, paymentId));

/** Pays for a cheap month, a cheap year and a dear month on one day. */
async function paidAhead() {
  const subscription = await lapsed();
  const month = await payFor(service, subscription, { planId: cheap.id, amount: '10.00' });
  const year = await payFor(service, subscription, {
    planId: cheap.id,
    billingCycle: 'annual',
    amount: '100.00',
  });
  const dearMonth = await payFor(service, subscription, { planId: dear.id, amount: '500.00' });
  return { subscription, month, year, dearMonth };
}

describe('prepaid periods', () => {
  it('each keep their plan and cycle: a cheap month, a cheap year, an expensive month', async () => {
    const { subscription } = await paidAhead();
    const seen = [];
    for (const day of [
      FIRST,
      '2026-12-03',
      '2026-12-04',
      '2027-06-01',
      '2027-12-03',
      '2027-12-04',
      '2028-01-03',
      '2028-01-04',
    ])
      seen.push(await had(subscription, day));
    assert.deepEqual(seen, [
      'cheap',
      'cheap',
      'cheap',
      'cheap',
      'cheap',
      'dear',
      'dear',
      'expired',
    ]);
  });

  it('are shown to their subscriber and to administrators, with what follows', async () => {
    const { subscription, dearMonth } = await paidAhead();
    const mine = await own(subscription);
    const expected = [
      ['cheap', 'paid', 10, FIRST, '2026-12-03'],
      ['cheap', 'paid', 100, '2026-12-04', '2027-12-03'],
      ['dear', 'paid', 500, '2027-12-04', '2028-01-03'],
    ];
    assert.deepEqual(shown(mine), expected);
    assert.deepEqual(
      [
        mine.plan.id,
        mine.billing_cycle,
        mine.next_plan?.id,
        mine.next_billing_cycle,
        mine.due_date,
        mine.periods.at(-1)?.payment_id,
      ],
      [cheap.id, 'monthly', cheap.id, 'annual', '2028-01-03', dearMonth],
    );
    const { token } = await buildAdmin(service, 'financeiro');
    const { body } = await service.call<{ data: Subscription[] }>(
      'GET',
      `/api/v1/admin/subscriptions?q=${encodeURIComponent(subscription.person.email)}`,
      { token },
    );
    assert.deepEqual(body.data.map(shown), [expected]);
    await had(subscription, '2027-12-04');
    assert.deepEqual(shown(await own(subscription)), [expected[2]], 'what is over is not');
  });

  it('continue with the plan of the latest payment', async () => {
    const { subscription } = await paidAhead();
    await had(subscription, '2027-12-30');
    await platform.command(systemActor, async (uow) =>
      createRenewalPayment(
        uow,
        await lockSubscription(uow.db, subscription.id),
        'America/Sao_Paulo',
      ),
    );
    assert.deepEqual(
      (await paymentsOf(service, subscription))
        .slice(3)
        .map(({ status, amount, plan_id, due_date }) => [status, amount, plan_id, due_date]),
      [['pending', '500.00', dear.id, '2028-01-03']],
    );
  });

  it('end with the right plan even when no task ran for two years', async () => {
    const { subscription } = await paidAhead();
    assert.equal(await had(subscription, '2028-12-01'), 'expired');
    assert.equal((await stateOf(service, subscription)).plan_id, dear.id);
  });

  it('are followed by the cancellation, where the subscriber requested it', async () => {
    const { subscription } = await paidAhead();
    await service.call('POST', '/api/v1/subscription/cancel', {
      token: await service.tokenFor(subscription.person.userId),
    });
    assert.deepEqual(
      [
        await had(subscription, '2027-12-10'),
        await had(subscription, '2028-01-03'),
        await had(subscription, '2028-01-04'),
      ],
      ['dear', 'dear', 'cancelled'],
    );
  });
});

describe('the full refund of a payment', () => {
  it('removes its own period: later ones move forward and keep their plan', async () => {
    const { subscription, year } = await paidAhead();
    await takeBack(subscription, year);
    assert.deepEqual(shown(await own(subscription)), [
      ['cheap', 'paid', 10, FIRST, '2026-12-03'],
      ['dear', 'paid', 500, '2026-12-04', '2027-01-03'],
    ]);
    assert.deepEqual(
      [
        (await own(subscription)).due_date,
        await had(subscription, '2026-12-04'),
        await had(subscription, '2027-01-04'),
      ],
      ['2027-01-03', 'dear', 'expired'],
    );
  });

  it('ends the current period with the day before, and the next one starts at once', async () => {
    const { subscription, month } = await paidAhead();
    on('2026-11-20');
    await takeBack(subscription, month);
    assert.deepEqual(
      (await periodsOf(service, subscription)).map(({ starts_on, ends_on }) => [
        starts_on,
        ends_on,
      ]),
      [
        [FIRST, '2026-11-19'],
        ['2026-11-20', '2027-11-20'],
        ['2027-11-21', '2027-12-20'],
      ],
    );
    assert.equal((await stateOf(service, subscription)).billing_cycle, 'annual');
  });

  it('ends the subscription where nothing is left, and removes nothing where the period is over', async () => {
    const subscription = await lapsed();
    const first = await payFor(service, subscription, { planId: cheap.id });
    on('2026-11-10');
    await takeBack(subscription, first);
    const after = await stateOf(service, subscription);
    assert.deepEqual(
      [after.status, after.due_date, (await own(subscription)).periods],
      ['expired', '2026-11-09', []],
    );
    await payFor(service, subscription, { planId: dear.id });
    await takeBack(subscription, first);
    assert.deepEqual(
      [
        (await stateOf(service, subscription)).due_date,
        (await stateOf(service, subscription)).plan_id,
      ],
      ['2026-12-10', dear.id],
    );
  });

  it('cancels the renewal that was created for the time after it', async () => {
    const { subscription, dearMonth } = await paidAhead();
    await platform.command(systemActor, async (uow) =>
      createRenewalPayment(
        uow,
        await lockSubscription(uow.db, subscription.id),
        'America/Sao_Paulo',
      ),
    );
    await takeBack(subscription, dearMonth);
    const { renewal_payment_id, next_from } = await stateOf(service, subscription);
    assert.deepEqual(
      [(await paymentsOf(service, subscription)).at(-1)?.status, renewal_payment_id, next_from],
      ['cancelled', null, '2026-12-03'],
    );
  });

  it('returns the removed days when it is reversed', async () => {
    const { subscription, month, year } = await paidAhead();
    on('2026-11-20');
    await takeBack(subscription, month);
    await takeBack(subscription, year);
    const giveBack = (id: number) =>
      platform.command(systemActor, (uow) => giveBackPeriod(uow, subscription.id, id));
    await giveBack(month);
    await giveBack(year);
    // 14 days of the month were left: 20 November to 3 December.
    assert.deepEqual(shown(await own(subscription)), [
      ['dear', 'paid', 500, '2026-11-20', '2026-12-20'],
      ['cheap', 'paid', 10, '2026-12-21', '2027-01-03'],
      ['cheap', 'paid', 100, '2027-01-04', '2028-01-03'],
    ]);
  });
});

describe('a trial beside paid periods', () => {
  it('is postponed, not sold: after the expensive month its days follow on the plan of the trial', async () => {
    on(FIRST);
    const subscription = await buildSubscription(service, {
      plan: cheap,
      status: 'trial',
      due_date: '2026-12-03',
    });
    await payFor(service, subscription, { planId: dear.id, amount: '500.00' });
    assert.deepEqual(shown(await own(subscription)), [
      ['dear', 'paid', 500, FIRST, '2026-12-03'],
      ['cheap', 'trial', 0, '2026-12-04', '2027-01-02'],
    ]);
    assert.deepEqual(
      [
        await had(subscription, '2026-12-03'),
        await had(subscription, '2026-12-04'),
        await had(subscription, '2027-01-02'),
        await had(subscription, '2027-01-03'),
      ],
      ['dear', 'cheap', 'cheap', 'expired'],
    );
  });

  it('is a trial again until its own due date when the payment is refunded, and can be extended', async () => {
    on(FIRST);
    const subscription = await buildSubscription(service, {
      plan: cheap,
      status: 'trial',
      due_date: '2026-12-03',
    });
    const payment = await payFor(service, subscription, { planId: dear.id });
    await takeBack(subscription, payment);
    const after = await stateOf(service, subscription);
    assert.deepEqual(
      [after.status, after.plan_id, after.due_date, after.next_plan_id],
      ['trial', cheap.id, '2026-12-03', null],
    );
    const { token } = await buildAdmin(service, 'financeiro');
    assert.equal(
      (
        await service.call<Subscription>(
          'POST',
          `/api/v1/admin/subscriptions/${subscription.id}/extend-trial`,
          { token, body: { days: 10 } },
        )
      ).body.due_date,
      '2026-12-13',
    );
    await payFor(service, subscription, { planId: dear.id });
    assert.deepEqual(shown(await own(subscription)), [
      ['dear', 'paid', 100, FIRST, '2026-12-03'],
      ['cheap', 'trial', 0, '2026-12-04', '2027-01-12'],
    ]);
  });
});

describe('periods missing because an older release ran', () => {
  /**
   * Records a payment as the previous release did: only in the subscription's fields, without a
   * period.
   */
  async function payTheOldWay(
    subscription: TestSubscription,
    planId: number,
    changes: {
      due_date: string;
      next_plan_id: number;
      next_billing_cycle: string;
      next_from: string;
    },
  ): Promise<void> {
    await buildPayment(
      service,
      { ...subscription, plan: { id: planId } },
      { status: 'confirmed', confirmed_at: platform.clock.now(), payment_date: FIRST },
    );
    await q.updateTable('subscriptions').set(changes).where('id', '=', subscription.id).execute();
  }

  it('are created with the next change, after the stored ones', async () => {
    const subscription = await lapsed();
    await payFor(service, subscription, { planId: cheap.id, amount: '10.00' });
    await payTheOldWay(subscription, dear.id, {
      due_date: '2027-01-03',
      next_plan_id: dear.id,
      next_billing_cycle: 'monthly',
      next_from: '2026-12-03',
    });
    await payFor(service, subscription, { planId: cheap.id, amount: '10.00' });
    assert.deepEqual(shown(await own(subscription)), [
      ['cheap', 'paid', 10, FIRST, '2026-12-03'],
      ['dear', 'paid', 100, '2026-12-04', '2027-01-03'],
      ['cheap', 'paid', 10, '2027-01-04', '2027-02-03'],
    ]);
  });

  it('are derived for a running subscription without any, and days without a payment stay', async () => {
    const subscription = await buildSubscription(service, {
      plan: cheap,
      status: 'active',
      due_date: '2026-12-20',
    });
    await payFor(service, subscription, { planId: dear.id, amount: '500.00' });
    assert.deepEqual(shown(await own(subscription)), [
      ['cheap', 'paid', null, FIRST, '2026-12-20'],
      ['dear', 'paid', 500, '2026-12-21', '2027-01-20'],
    ]);
  });

  it('do not exceed what was paid, where they were queued after a free plan', async () => {
    on(FIRST);
    const free = await buildPlan(service, { price_monthly: '0.00', price_annual: '0.00' });
    const subscription = await buildSubscription(service, {
      plan: free,
      billing_cycle: 'annual',
      due_date: '2027-11-03',
    });
    await payTheOldWay(subscription, dear.id, {
      due_date: '2027-11-03',
      next_plan_id: dear.id,
      next_billing_cycle: 'monthly',
      next_from: '2027-10-03',
    });
    await payFor(service, subscription, { planId: cheap.id, amount: '10.00' });
    assert.deepEqual(
      shown(await own(subscription)).map(([plan, kind, , ...days]) => [
        plan === String(free.id) ? 'free' : plan,
        kind,
        ...days,
      ]),
      [
        ['dear', 'paid', FIRST, '2026-12-03'],
        ['cheap', 'paid', '2026-12-04', '2027-01-03'],
        ['free', 'free', '2027-01-04', '2027-12-03'],
      ],
    );
    assert.deepEqual(
      [
        await had(subscription, '2026-12-03'),
        await had(subscription, '2026-12-04'),
        await had(subscription, '2027-10-04'),
      ],
      ['dear', 'cheap', String(free.id)],
    );
  });

  it('end with a subscription that the older release ended', async () => {
    const { subscription } = await paidAhead();
    await q
      .updateTable('subscriptions')
      .set({ status: 'cancelled', next_plan_id: null, next_billing_cycle: null, next_from: null })
      .where('id', '=', subscription.id)
      .execute();
    await payFor(service, subscription, { planId: dear.id, amount: '500.00' });
    assert.deepEqual(shown(await own(subscription)), [['dear', 'paid', 500, FIRST, '2026-12-03']]);
  });
});
