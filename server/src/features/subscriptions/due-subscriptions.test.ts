import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startService } from '../../../test/service.ts';
import { buildPlan } from '../plans/plans.fixture.ts';
import {
  buildPayment,
  buildSubscription,
  payFor,
  paymentsOf,
  stateOf,
} from './subscriptions.fixture.ts';
import { settlePayments } from '../payments/overdue-payments.ts';
import { neverAborted } from '../scheduling/scheduling.fixture.ts';
import { announceRenewals, settleSubscriptions } from './due-subscriptions.ts';

const service = await startService();
const { platform } = service.app;
const { q } = service.db;

const at = (local: string): void => service.moveClock(new Date(`2027-${local}-03:00`));
/** Moves the clock to a time of 2027 in São Paulo and runs what is due then. */
async function turnAt(local: string): Promise<void> {
  at(local);
  await settleSubscriptions(platform, neverAborted);
  await announceRenewals(platform, neverAborted);
  await settlePayments(platform, neverAborted);
}
const statusOf = async (subscription: { readonly id: number }) =>
  (await stateOf(service, subscription)).status;
const remindersOf = async ({ id }: { readonly id: number }) =>
  (
    await q
      .selectFrom('events')
      .select('data')
      .where('type', '=', 'subscription.expiring')
      .where('data', '@>', JSON.stringify({ subscription_id: id }))
      .orderBy('id')
      .execute()
  ).map(({ data }) => (data as { days: number }).days); // as the event's own type declares
const paymentStatuses = async (subscription: { readonly id: number }) =>
  (await paymentsOf(service, subscription)).map(({ status }) => status);

describe('the due date of a subscription', () => {
  it('ends after 23:59:59 in São Paulo; then the subscription expires, or is cancelled on request', async () => {
    at('03-09T12:00:00');
    const [paid, trial, leaving, later] = [
      await buildSubscription(service, { due_date: '2027-03-09' }),
      await buildSubscription(service, { status: 'trial', due_date: '2027-03-09' }),
      await buildSubscription(service, {
        due_date: '2027-03-09',
        cancel_requested_at: new Date('2027-03-01'),
      }),
      await buildSubscription(service, { due_date: '2027-03-10' }),
    ];
    const statuses = () => Promise.all([paid, trial, leaving, later].map(statusOf));
    await turnAt('03-09T23:59:59');
    assert.deepEqual(await statuses(), ['active', 'trial', 'active', 'active']);
    await turnAt('03-10T00:00:00');
    assert.deepEqual(await statuses(), ['expired', 'expired', 'cancelled', 'active']);
    const ended = await stateOf(service, leaving);
    assert.deepEqual(
      [ended.cancel_requested_at, ended.cancelled_at?.slice(0, 19)],
      [null, '2027-03-10 00:00:00'],
    );
  });

  it('starts another period where that is free', async () => {
    const plan = await buildPlan(service, { price_monthly: '0.00' });
    at('04-01T12:00:00');
    const [trial, paid, leaving] = [
      await buildSubscription(service, { plan, status: 'trial', due_date: '2027-04-10' }),
      await buildSubscription(service, { plan, due_date: '2027-04-10' }),
      await buildSubscription(service, {
        plan,
        due_date: '2027-04-10',
        cancel_requested_at: new Date('2027-04-01'),
      }),
    ];
    await turnAt('04-10T12:00:00');
    assert.deepEqual(
      [await remindersOf(trial), await remindersOf(paid)],
      [[], []],
      'no one is charged nothing',
    );
    await turnAt('04-11T00:00:00');
    for (const free of [trial, paid])
      assert.deepEqual(
        [(await stateOf(service, free)).status, (await stateOf(service, free)).due_date],
        ['active', '2027-05-11'],
      );
    assert.equal(await statusOf(leaving), 'cancelled');
    assert.deepEqual(await paymentStatuses(paid), []);
  });

  it('is followed by a plan that was paid for meanwhile', async () => {
    const next = await buildPlan(service, { price_annual: '900.00' });
    at('05-01T12:00:00');
    const subscription = await buildSubscription(service, { due_date: '2027-05-05' });
    await payFor(service, subscription, { planId: next.id, billingCycle: 'annual' });
    await turnAt('05-05T23:59:59');
    assert.equal((await stateOf(service, subscription)).plan_id, subscription.plan.id);
    await turnAt('05-06T00:00:00');
    const { plan_id, billing_cycle, due_date, next_plan_id, next_from, status } = await stateOf(
      service,
      subscription,
    );
    assert.deepEqual(
      [plan_id, billing_cycle, due_date, next_plan_id, next_from, status],
      [next.id, 'annual', '2028-05-05', null, null, 'active'],
    );
  });

  it('is handled for more subscriptions than one batch holds, however long no task ran', async () => {
    const plan = await buildPlan(service);
    const many = [];
    for (let n = 0; n < 105; n += 1)
      many.push(
        await buildSubscription(service, { plan, status: 'trial', due_date: '2027-06-01' }),
      );
    await turnAt('07-15T12:00:00');
    assert.deepEqual(new Set(await Promise.all(many.map(statusOf))), new Set(['expired']));
    assert.deepEqual(
      await remindersOf(many[0] ?? assert.fail()),
      [],
      'it is too late for reminders',
    );
  });
});

describe('a subscription near its due date', () => {
  it('gets its next payment seven days before, and reminders 7, 3 and 1 days before', async () => {
    at('08-01T12:00:00');
    const [paid, trial] = [
      await buildSubscription(service, { due_date: '2027-08-31' }),
      await buildSubscription(service, { status: 'trial', due_date: '2027-08-31' }),
    ];
    await turnAt('08-23T23:59:59');
    assert.deepEqual([await remindersOf(paid), await paymentStatuses(paid)], [[], []]);
    for (const day of [
      '24T00:00:00',
      '24T00:01:00',
      '26T12:00:00',
      '28T00:00:00',
      '29T23:59:59',
      '30T00:00:00',
      '31T12:00:00',
    ])
      await turnAt(`08-${day}`);
    assert.deepEqual(
      [await remindersOf(paid), await remindersOf(trial)],
      [
        [7, 3, 1],
        [7, 3, 1],
      ],
    );
    const payments = await paymentsOf(service, paid);
    assert.deepEqual(
      payments.map(({ status, amount, due_date, plan_id, billing_cycle }) => [
        status,
        amount,
        due_date,
        plan_id,
        billing_cycle,
      ]),
      [['pending', '100.00', '2027-08-31', paid.plan.id, 'monthly']],
    );
    assert.deepEqual(await paymentStatuses(trial), [], 'a trial owes nothing');
  });

  it('gets one reminder after an outage, with the remaining days', async () => {
    at('09-01T12:00:00');
    const [five, two, today] = [
      await buildSubscription(service, { due_date: '2027-09-15' }),
      await buildSubscription(service, { due_date: '2027-09-12' }),
      await buildSubscription(service, { due_date: '2027-09-10' }),
    ];
    await turnAt('09-10T12:00:00');
    await turnAt('09-10T12:01:00');
    assert.deepEqual(
      [await remindersOf(five), await remindersOf(two), await remindersOf(today)],
      [[5], [2], [0]],
    );
    assert.deepEqual(
      [await paymentStatuses(five), await paymentStatuses(today)],
      [['pending'], ['pending']],
    );
    await turnAt('09-12T00:00:00');
    assert.deepEqual(
      [await remindersOf(five), await remindersOf(two)],
      [
        [5, 3],
        [2, 0],
      ],
    );
  });

  it('gets no reminder once its subscriber requested the cancellation, or has paid', async () => {
    at('10-01T12:00:00');
    const leaving = await buildSubscription(service, {
      due_date: '2027-10-10',
      cancel_requested_at: new Date('2027-10-01'),
    });
    const paying = await buildSubscription(service, { due_date: '2027-10-10' });
    await turnAt('10-03T12:00:00');
    await payFor(service, paying, { planId: paying.plan.id });
    await turnAt('10-07T12:00:00');
    assert.deepEqual([await remindersOf(leaving), await remindersOf(paying)], [[], [7]]);
    assert.deepEqual(
      [await paymentStatuses(leaving), await paymentStatuses(paying)],
      [[], ['cancelled', 'confirmed']],
    );
    await turnAt('11-03T12:00:00');
    assert.deepEqual(
      [await remindersOf(paying), await paymentStatuses(paying)],
      [
        [7, 7],
        ['cancelled', 'confirmed', 'pending'],
      ],
      'the next period is announced in its turn',
    );
  });

  it('gets no payment where its plan is no longer sold in this cycle', async () => {
    at('11-01T12:00:00');
    const subscription = await buildSubscription(service, {
      due_date: '2027-11-20',
      billing_cycle: 'quarterly',
    });
    await turnAt('11-14T12:00:00');
    await turnAt('11-14T12:01:00');
    assert.deepEqual(
      [await remindersOf(subscription), await paymentStatuses(subscription)],
      [[6], []],
    );
  });
});

it('an unpaid payment is overdue the day after its due date', async () => {
  at('12-01T12:00:00');
  const subscription = await buildSubscription(service, { due_date: '2027-12-31' });
  for (const status of ['pending', 'confirmed', 'failed', 'cancelled'] as const)
    await buildPayment(service, subscription, { status, due_date: '2027-12-10' });
  await turnAt('12-10T23:59:59');
  assert.deepEqual(await paymentStatuses(subscription), [
    'pending',
    'confirmed',
    'failed',
    'cancelled',
  ]);
  await turnAt('12-11T00:00:00');
  assert.deepEqual(await paymentStatuses(subscription), [
    'overdue',
    'confirmed',
    'failed',
    'cancelled',
  ]);
  const id = (await paymentsOf(service, subscription))[0]?.id ?? assert.fail();
  const log = await q
    .selectFrom('audit_log')
    .select(['action', 'actor_type'])
    .where('resource_type', '=', 'payment')
    .where('resource_id', '=', id)
    .execute();
  assert.deepEqual(log, [{ action: 'status_changed', actor_type: 'system' }]);
});

it('several concurrent schedulers do each task once', async () => {
  at('12-12T12:00:00');
  const made = [];
  for (let n = 0; n < 8; n += 1)
    made.push(
      await buildSubscription(service, { due_date: n % 2 === 0 ? '2027-12-15' : '2027-12-11' }),
    );
  await Promise.all(Array.from({ length: 4 }, () => turnAt('12-12T12:00:00')));
  for (const [index, subscription] of made.entries()) {
    const isNear = index % 2 === 0;
    assert.deepEqual(
      [
        await statusOf(subscription),
        await remindersOf(subscription),
        await paymentStatuses(subscription),
      ],
      isNear ? ['active', [3], ['pending']] : ['expired', [], []],
    );
    const log = await q
      .selectFrom('audit_log')
      .select('action')
      .where('resource_type', '=', 'subscription')
      .where('resource_id', '=', subscription.id)
      .execute();
    assert.equal(log.length, isNear ? 0 : 1);
  }
});

describe('a blocked subscriber', () => {
  it('gets no payment and no reminder until they are unblocked', async () => {
    at('08-01T12:00:00');
    const subscription = await buildSubscription(service, { due_date: '2027-08-07' });
    const { user_id } = await q
      .selectFrom('subscriptions')
      .select('user_id')
      .where('id', '=', subscription.id)
      .executeTakeFirstOrThrow();
    const setStatus = (status: string) =>
      q.updateTable('users').set({ status }).where('id', '=', user_id).execute();
    await setStatus('bloqueado');
    await turnAt('08-02T12:00:00');
    assert.deepEqual(
      [await paymentStatuses(subscription), await remindersOf(subscription)],
      [[], []],
    );
    await setStatus('ativo');
    await turnAt('08-03T12:00:00');
    assert.deepEqual(
      [await paymentStatuses(subscription), await remindersOf(subscription)],
      [['pending'], [4]],
    );
  });
});
