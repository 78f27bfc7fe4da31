import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Checkout } from '@lavra/contract/payments/schemas';
import type { OwnSubscription } from '@lavra/contract/subscriptions/schemas';
import { settleSubscriptions } from '../../subscriptions/due-subscriptions.ts';
import { neverAborted } from '../../scheduling/scheduling.fixture.ts';
import { buildPlan, buildSubscriber, notify, openTill } from '../payments.fixture.ts';

const till = await openTill();
const { service, double } = till;
const on = (day: string): void => service.moveClock(new Date(`${day}T12:00:00-03:00`));
const today = async (day: string): Promise<void> => {
  on(day);
  await settleSubscriptions(service.app.platform, neverAborted);
};
const FIRST = '2027-01-10';
const slugOf = async (id: number) =>
  (
    await service.db.q
      .selectFrom('plans')
      .select('slug')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).slug;
const asAdmin = async <B = unknown>(method: string, path: string, body?: unknown) =>
  service.call<B>(method, `/api/v1/admin${path}`, {
    token: await service.tokenFor(till.admin.userId),
    ...(body === undefined ? {} : { body }),
  });

async function begin() {
  on(FIRST);
  const { producer, subscriptionId } = await buildSubscriber(till);
  const call = async <B>(method: string, path: string, body?: unknown) => {
    const token = await service.tokenFor(producer.userId);
    return service.call<B>(method, `/api/v1${path}`, {
      token,
      ...(body === undefined ? {} : { body }),
    });
  };
  const pay = async (planId: number, cycle = 'monthly') => {
    const { body } = await call<Checkout>('POST', '/subscription/checkout', {
      plan: await slugOf(planId),
      billing_cycle: cycle,
      method: 'pix',
    });
    const reference = double.paymentsFor(body.payment.uuid)[0]?.id ?? 0;
    double.pay(reference);
    await report(reference);
    return { id: body.payment.id, reference };
  };
  const own = async () => (await call<OwnSubscription>('GET', '/subscription')).body;
  return { subscriptionId, call, pay, own };
}
async function report(reference: number): Promise<void> {
  assert.equal(await notify(till, reference), 200);
  await service.work({ evenIfEarly: true });
}
const lost = async (reference: number): Promise<void> => {
  double.set(reference, 'charged_back', 'settled');
  await report(reference);
};
const won = async (reference: number): Promise<void> => {
  double.set(reference, 'charged_back', 'reimbursed');
  await report(reference);
};

describe('a dispute that is first lost and then won', () => {
  it('returns the days once, also when this happens twice', async () => {
    const { pay, own } = await begin();
    const { reference } = await pay(till.planId);
    await today('2027-01-20');
    await lost(reference);
    await won(reference);
    const until = (await own()).due_date;
    await today('2027-03-01');
    assert.equal((await own()).status, 'expired', until);
    await lost(reference);
    await won(reference);
    assert.deepEqual([(await own()).status, (await own()).periods], ['expired', []]);
  });

  it('returns the days to a subscriber with a requested cancellation, which then takes effect', async () => {
    const { pay, own, call } = await begin();
    const { reference } = await pay(till.planId);
    assert.equal((await call('POST', '/subscription/cancel')).status, 200);
    await today('2027-01-20');
    await lost(reference);
    await won(reference);
    const { status, periods, cancel_requested_at: asked } = await own();
    assert.deepEqual([status, periods.length, asked !== null], ['active', 1, true]);
    await today('2027-03-01');
    assert.equal((await own()).status, 'cancelled');
  });

  it('returns no days that an administrator ended with a partial refund', async () => {
    const { pay, own } = await begin();
    const first = await pay(till.planId, 'annual');
    await today('2027-01-20');
    assert.equal(
      (
        await asAdmin('POST', `/subscription-payments/${first.id}/refund`, {
          amount: 950,
          cancel_subscription: true,
        })
      ).status,
      200,
    );
    await service.work({ evenIfEarly: true });
    await pay(till.planId);
    await lost(first.reference);
    await won(first.reference);
    assert.equal((await own()).due_date, '2027-02-20');
  });

  it('keeps the requested cancellation', async () => {
    const { pay, own, call } = await begin();
    await pay(till.planId);
    const second = await pay(till.planId);
    assert.equal((await call('POST', '/subscription/cancel')).status, 200);
    await lost(second.reference);
    await won(second.reference);
    assert.notEqual((await own()).cancel_requested_at, null);
  });
});

describe('a refund that ends the subscription and completes days later', () => {
  it('removes what was paid for before the request, and nothing that was paid later', async () => {
    const { pay, own } = await begin();
    const first = await pay(till.planId);
    await today('2027-01-20');
    double.next('refund', 'in_process');
    assert.equal(
      (
        await asAdmin('POST', `/subscription-payments/${first.id}/refund`, {
          cancel_subscription: true,
        })
      ).status,
      200,
    );
    await today('2027-01-22');
    await pay(till.planId, 'annual');
    double.finishRefund(first.reference, 'approved');
    await report(first.reference);
    const { status, periods } = await own();
    assert.deepEqual(
      [status, periods.map((period) => [period.starts_on, period.ends_on])],
      ['active', [['2027-01-22', '2028-01-22']]],
    );
  });
});

describe('trial days after a paid period', () => {
  it('are a trial when they begin, until they end', async () => {
    const { pay, own, subscriptionId } = await begin();
    const trialPlan = await buildPlan(service, { price_monthly: '90.00' });
    await service.db.q
      .updateTable('subscriptions')
      .set({ status: 'trial', due_date: '2027-02-10', plan_id: trialPlan })
      .where('id', '=', subscriptionId)
      .execute();
    await pay(till.planId);
    await today('2027-02-15');
    const { status, periods } = await own();
    // Thirty-one days were left on 10 January, and February has 28.
    assert.deepEqual(
      [status, periods[0]?.kind, periods[0]?.ends_on],
      ['trial', 'trial', '2027-03-13'],
    );
    await today('2027-03-14');
    assert.equal((await own()).status, 'expired');
  });
});
