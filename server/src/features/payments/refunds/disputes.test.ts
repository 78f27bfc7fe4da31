import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '@lavra/domain/seeded.fixture';
import type { SubscriptionMetrics } from '@lavra/contract/admin/subscriptions';
import { amountOf, refundedCents, statusAfterRefunds } from '@lavra/domain/payment/refund-rules';
import { storyRuns } from '../../../../test/race-trials.ts';
import {
  buildPaid,
  later,
  notify,
  openTill,
  refundCall,
  refundsOf,
  statusOf,
  type TestPayment,
} from '../payments.fixture.ts';

const till = await openTill();
const { service, double } = till;
const AMOUNT = 100.5;
/** Each run is a different sequence; CI runs more. */
const RUNS = storyRuns(60);

const report = async ({ reference }: TestPayment): Promise<void> => {
  assert.equal(await notify(till, reference), 200);
  await service.work();
};
const summary = async (payment: TestPayment) =>
  (await refundsOf(till, payment)).map(({ status, amount }) => [status, amount]);
type Parts = Parameters<typeof refundedCents>[0];
const partsOf = async (payment: TestPayment): Promise<Parts> =>
  (await refundsOf(till, payment)).map(({ amount, status }) => ({
    amount,
    status,
  })) as unknown as Parts; // as the table's check guarantees
const dispute = (
  { reference }: TestPayment,
  detail: 'in_process' | 'settled' | 'reimbursed',
): void => {
  double.set(reference, 'charged_back', detail);
};
const freshAdmin = async () => ({
  ...till,
  admin: { ...till.admin, token: await service.tokenFor(till.admin.userId) },
});
/** Requests a refund that the gateway accepts and has not completed. */
async function underWay(payment: TestPayment, amount: number): Promise<void> {
  double.next('refund', 'in_process');
  assert.equal((await refundCall(await freshAdmin(), payment, { amount })).status, 200);
}

describe('a dispute over a payment of which a part is being refunded', () => {
  it('covers the rest: both together return what was paid, and no more', async () => {
    const paid = await buildPaid(till, AMOUNT);
    await underWay(paid, 40);
    dispute(paid, 'in_process');
    await report(paid);
    assert.deepEqual(await summary(paid), [
      ['processing', '40.00'],
      ['processing', '60.50'],
    ]);
    double.finishRefund(paid.reference, 'approved');
    dispute(paid, 'settled');
    await report(paid);
    assert.deepEqual(
      [await summary(paid), await statusOf(till, paid)],
      [
        [
          ['succeeded', '40.00'],
          ['succeeded', '60.50'],
        ],
        'refunded',
      ],
    );
  });

  it('covers all of it where the refund is refused, before or after the dispute is lost', async () => {
    for (const order of ['refused first', 'lost first'] as const) {
      const paid = await buildPaid(till, AMOUNT);
      await underWay(paid, 40);
      dispute(paid, 'in_process');
      await report(paid);
      if (order === 'lost first') {
        dispute(paid, 'settled');
        await report(paid);
      }
      double.finishRefund(paid.reference, 'rejected');
      await report(paid);
      dispute(paid, 'settled');
      await report(paid);
      assert.deepEqual(
        [amountOf(refundedCents(await partsOf(paid))), await statusOf(till, paid)],
        ['100.50', 'refunded'],
        order,
      );
    }
  });

  it('returns nothing when it is won, even where it had been lost before', async () => {
    for (const lostBefore of [false, true]) {
      const paid = await buildPaid(till, AMOUNT);
      dispute(paid, lostBefore ? 'settled' : 'in_process');
      await report(paid);
      assert.equal(await statusOf(till, paid), lostBefore ? 'refunded' : 'confirmed');
      dispute(paid, 'reimbursed');
      await report(paid);
      assert.deepEqual(
        [await summary(paid), await statusOf(till, paid)],
        [[['failed', '100.50']], 'confirmed'],
      );
    }
  });

  it('covers the rest when a part was refunded at the provider before', async () => {
    const paid = await buildPaid(till, AMOUNT);
    double.refundElsewhere(paid.reference, 0.5);
    dispute(paid, 'settled');
    await report(paid);
    assert.deepEqual(await summary(paid), [
      ['succeeded', '0.50'],
      ['succeeded', '100.00'],
    ]);
  });
});

type Step =
  | {
      readonly kind: 'ask';
      readonly amount: number;
      readonly how: 'in_process' | 'drop_after' | 'refuse' | undefined;
    }
  | { readonly kind: 'panel'; readonly amount: number }
  | { readonly kind: 'finish'; readonly status: 'approved' | 'rejected' }
  | { readonly kind: 'dispute'; readonly detail: 'in_process' | 'settled' | 'reimbursed' }
  | { readonly kind: 'notify' }
  | { readonly kind: 'hours' };
const amount = fc.integer({ min: 1, max: 10_050 }).map((cents) => cents / 100);
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('ask' as const),
      amount,
      how: fc.constantFrom(
        'in_process' as const,
        'in_process' as const,
        'drop_after' as const,
        'refuse' as const,
        undefined,
      ),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('panel' as const), amount }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('finish' as const),
      status: fc.constantFrom('approved' as const, 'rejected' as const),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('dispute' as const),
      detail: fc.constantFrom('in_process' as const, 'settled' as const, 'reimbursed' as const),
    }),
  },
  { weight: 4, arbitrary: fc.constantFrom<Step>({ kind: 'notify' }, { kind: 'hours' }) },
);

/** The sequence that once refunded 140.50 of 100.50. */
const known: Step[] = [
  { kind: 'ask', amount: 40, how: 'in_process' },
  { kind: 'dispute', detail: 'in_process' },
  { kind: 'notify' },
  { kind: 'finish', status: 'approved' },
  { kind: 'dispute', detail: 'settled' },
  { kind: 'notify' },
];

async function take(payment: TestPayment, one: Step): Promise<void> {
  const { status, status_detail: decision } = double.payment(payment.reference);
  if (one.kind === 'ask') {
    if (one.how !== undefined) double.next('refund', one.how);
    await refundCall(await freshAdmin(), payment, { amount: one.amount });
    double.clear();
  }
  if (one.kind === 'panel' && status === 'approved') {
    const left =
      Math.round(
        AMOUNT * 100 -
          double
            .payment(payment.reference)
            .refunds.filter((refund) => refund.status !== 'rejected')
            .reduce((sum, refund) => sum + refund.amount * 100, 0),
      ) / 100;
    if (left > 0) double.refundElsewhere(payment.reference, Math.min(one.amount, left));
  }
  if (one.kind === 'finish') double.finishRefund(payment.reference, one.status);
  // A decided dispute may change to the other side, but is never open again.
  const isReopened =
    status === 'charged_back' &&
    decision !== 'in_process' &&
    one.kind === 'dispute' &&
    one.detail === 'in_process';
  if (one.kind === 'dispute' && status !== 'refunded' && !isReopened) dispute(payment, one.detail);
  if (one.kind === 'notify') {
    assert.equal(await notify(till, payment.reference), 200);
    await service.work({ evenIfEarly: true });
  }
  if (one.kind === 'hours') await later(till, 3700);
}

describe('the refunded amount of a payment', () => {
  // First, while the clock is on the day on which the provider pays.
  it('equals the figures of revenue', async () => {
    const net = async (): Promise<number> => {
      const { token } = (await freshAdmin()).admin;
      const path = '/api/v1/admin/subscription-metrics';
      const { body } = await service.call<SubscriptionMetrics>('GET', path, { token });
      return body.net_revenue_current_month;
    };
    const before = await net();
    const paid = await buildPaid(till, AMOUNT);
    assert.equal(await net(), Math.round((before + AMOUNT) * 100) / 100);
    await underWay(paid, 40);
    dispute(paid, 'in_process');
    await report(paid);
    double.finishRefund(paid.reference, 'approved');
    dispute(paid, 'settled');
    await report(paid);
    assert.equal(await net(), before);
  });

  it('never exceeds the payment, whatever the order of reports, and ends as the provider has it', () =>
    fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 2, maxLength: 9 }), async (story) => {
        const payment = await buildPaid(till, AMOUNT);
        const held = async (): Promise<void> => {
          const parts = await partsOf(payment);
          assert.ok(refundedCents(parts) <= 10_050n, JSON.stringify(parts));
          assert.equal(await statusOf(till, payment), statusAfterRefunds('100.50', parts));
        };
        for (const one of story) {
          await take(payment, one);
          await held();
        }
        double.finishRefund(payment.reference, 'approved');
        for (let n = 0; n < 3; n += 1) {
          await take(payment, { kind: 'notify' });
          await later(till, 3700);
          await held();
        }
        const { status, status_detail: detail } = double.payment(payment.reference);
        const there =
          status === 'charged_back' && detail === 'settled'
            ? AMOUNT
            : double.refundedAmount(payment.reference);
        assert.equal(amountOf(refundedCents(await partsOf(payment))), there.toFixed(2));
        assert.equal(
          (await refundsOf(till, payment)).some((refund) => refund.status === 'processing'),
          status === 'charged_back' && detail === 'in_process' && there < AMOUNT,
        );
      }),
      { numRuns: RUNS, endOnFailure: true, examples: [[known]] },
    ));

  it('is limited by the database itself', async () => {
    const paid = await buildPaid(till, AMOUNT);
    const now = new Date();
    const write = (cents: bigint) =>
      service.db.q
        .insertInto('refunds')
        .values({
          uuid: crypto.randomUUID(),
          payment_id: paid.id,
          amount: amountOf(cents),
          status: 'succeeded',
          cancel_subscription: false,
          created_at: now,
          updated_at: now,
        })
        .execute();
    await write(10_000n);
    await assert.rejects(write(51n), /pass what was paid/);
    await write(50n);
  });
});
