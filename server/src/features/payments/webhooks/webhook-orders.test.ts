import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '@lavra/domain/seeded.fixture';
import { statusAfterRefunds } from '@lavra/domain/payment/refund-rules';
import type { Fault } from '../../../../test/gateway-double.ts';
import { storyRuns } from '../../../../test/race-trials.ts';
import {
  buildPaid,
  later,
  notify,
  openTill,
  refundCall,
  refundsOf,
  statusOf,
  subscriptionOf,
  countEvents,
  type TestPayment,
} from '../payments.fixture.ts';

const till = await openTill();
const { service, double } = till;
const RUNS = storyRuns(200);
const job = service.app.work.jobs.find(({ name }) => name === 'payment.webhook') as unknown as {
  run: (data: { webhook_id: number }) => Promise<void>;
}; // the one with that name

type Step =
  | { readonly kind: 'pay' }
  | { readonly kind: 'refund elsewhere'; readonly amount: number }
  | {
      readonly kind: 'ask for a refund';
      readonly amount: number;
      readonly fault: Fault | undefined;
    }
  | { readonly kind: 'deliver'; readonly seed: number };

const amount = fc.integer({ min: 1, max: 6000 }).map((cents) => cents / 100);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 1, arbitrary: fc.constant<Step>({ kind: 'pay' }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('refund elsewhere' as const), amount }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('ask for a refund' as const),
      amount,
      fault: fc.constantFrom<Fault | undefined>(
        undefined,
        'drop_after',
        'broken',
        'drop',
        'refuse',
      ),
    }),
  },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('deliver' as const), seed: fc.nat() }) },
);

/**
 * Sends the waiting notifications in an order made from the seed, and lets the worker process them
 * in another.
 */
async function deliver(
  waiting: { at: number; requestId: string }[],
  seed: number,
  { all }: { all: boolean },
): Promise<void> {
  const shuffled = waiting.toSorted(
    (a, b) => ((a.at * 7919 + seed) % 101) - ((b.at * 7919 + seed) % 101),
  );
  for (const one of all ? shuffled : shuffled.slice(0, 1 + (seed % 4))) {
    assert.equal(await notify(till, referenceOf(one), one), 200);
    if (!all) waiting.splice(waiting.indexOf(one), 1);
  }
  const rows = await service.db.q
    .selectFrom('gateway_webhooks')
    .select('id')
    .where('processed_at', 'is', null)
    .execute();
  const order = seed % 2 === 0 ? rows.toReversed() : rows;
  // A job may have to wait for a refund in progress; the worker retries it.
  await Promise.all(
    order.map(({ id }) =>
      job
        .run({ webhook_id: id })
        .catch((error: Error) => assert.match(error.message, /not been heard of/)),
    ),
  );
}

const references = new Map<string, number>();
const referenceOf = ({ requestId }: { requestId: string }): number =>
  references.get(requestId) ?? 0;
let ordinal = 0;

async function play(steps: readonly Step[], copies: readonly number[]): Promise<TestPayment> {
  const payment = await buildPaid(till);
  await service.db.q
    .updateTable('payments')
    .set({ status: 'pending', confirmed_at: null, payment_date: null })
    .where('id', '=', payment.id)
    .execute();
  double.set(payment.reference, 'pending');
  const waiting: { at: number; requestId: string }[] = [];
  for (const [index, one] of steps.entries()) {
    if (one.kind === 'deliver') {
      await deliver(waiting, one.seed, { all: false });
      continue;
    }
    act(payment, one);
    if (one.kind === 'ask for a refund') {
      if (one.fault !== undefined) double.next('refund', one.fault);
      await refundCall(
        { ...till, admin: { ...till.admin, token: await service.tokenFor(till.admin.userId) } },
        payment,
        { amount: one.amount },
      );
      double.clear();
    }
    for (let copy = 0; copy < (copies[index % copies.length] ?? 1); copy += 1) {
      ordinal += 1;
      // Some are repetitions of the same notification, some are new notifications about the same
      // payment.
      const requestId = `${payment.uuid}-${copy % 2 === 0 ? ordinal : index}`;
      references.set(requestId, payment.reference);
      waiting.push({ at: ordinal, requestId });
    }
  }
  await deliver(waiting, steps.length, { all: true });
  await later(till, 95);
  await deliver(waiting, steps.length + 1, { all: true });
  return payment;
}

function act({ reference }: TestPayment, one: Step): void {
  const { status } = double.payment(reference);
  if (one.kind === 'pay' && status === 'pending') double.pay(reference);
  if (one.kind !== 'refund elsewhere' || status !== 'approved') return;
  const left = Math.round(10_000 - double.refundedAmount(reference) * 100) / 100;
  double.refundElsewhere(reference, Math.min(one.amount, left));
}

describe('gateway reports, repeated, in any order, late and between refunds', () => {
  it('have one effect each', () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(step, { minLength: 1, maxLength: 9 }),
        fc.array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 4 }),
        async (steps, copies) => {
          const payment = await play([...steps], copies);
          const theirs = double.payment(payment.reference);
          const rows = await refundsOf(till, payment);
          const succeeded = rows.filter(({ status }) => status === 'succeeded');
          const isPaid = theirs.status !== 'pending';
          const parts = succeeded.map((row) => ({
            amount: row.amount,
            status: 'succeeded' as const,
          }));
          assert.equal(
            await statusOf(till, payment),
            isPaid ? statusAfterRefunds('100.00', parts) : 'pending',
          );
          const here = succeeded.map((row) => `${row.gateway_reference} ${Number(row.amount)}`);
          assert.deepEqual(
            new Set(here),
            new Set(theirs.refunds.map((refund) => `${refund.id} ${refund.amount}`)),
            'each refund there is one here',
          );
          assert.equal(here.length, theirs.refunds.length);
          assert.ok(rows.every(({ status }) => status !== 'processing'));
          assert.deepEqual(
            [
              await countEvents(till, payment, 'payment.confirmed'),
              await countEvents(till, payment, 'payment.refunded'),
            ],
            [isPaid ? 1 : 0, theirs.refunds.length],
          );
          assert.equal(
            (await subscriptionOf(till, payment)).status,
            isPaid && theirs.status !== 'refunded' ? 'active' : 'expired',
          );
        },
      ),
      { numRuns: RUNS, endOnFailure: true },
    ));
});
