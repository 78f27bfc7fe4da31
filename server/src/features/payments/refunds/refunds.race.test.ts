import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { describe, it } from 'node:test';
import { amountOf, centsOf, refundableCents } from '@lavra/domain/payment/refund-rules';
import { createRandom, SEED } from '@lavra/domain/seeded.fixture';
import {
  codeOf,
  countDeadlocks,
  race,
  times,
  together,
  TRIALS,
} from '../../proposals/races.fixture.ts';
import {
  buildPaid,
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
const random = createRandom(SEED);
/** The first race covers the guarantee itself; the others cover the same locks. */
const FEWER = Math.ceil(TRIALS / 3);

/** Returns the cents that a payment's refund rows claim, those in progress included. */
const claimed = async (payment: TestPayment): Promise<bigint> =>
  (await refundsOf(till, payment))
    .filter(({ status }) => status !== 'failed')
    .reduce((sum, { amount }) => sum + centsOf(amount), 0n);

describe('concurrent refunds of one payment', () => {
  it('never exceed it: of two of R$ 60,00 on R$ 100,00 one succeeds', async () => {
    for (let trial = 0; trial < TRIALS; trial += 1) {
      const paid = await buildPaid(till);
      const answers = await together(
        [0, 1].map(() => () => refundCall(till, paid, { amount: 60 })),
      );
      assert.deepEqual(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 422],
      );
      assert.deepEqual(
        [await claimed(paid), double.refundedAmount(paid.reference), await statusOf(till, paid)],
        [6000n, 60, 'partially_refunded'],
      );
    }
  });

  it('never exceed it by a cent, for any amounts, whether or not the gateway replies', () =>
    race(async (callers, index) => {
      const paid = await buildPaid(till);
      if (index % 2 === 0) double.next('refund', 'drop_after', 'broken', 'busy');
      const answers = await together(
        times(
          callers,
          (n) => () =>
            refundCall(
              till,
              paid,
              n % 3 === 2 ? {} : { amount: Number(amountOf(BigInt(1 + random.below(9000)))) },
            ),
        ),
      );
      double.clear();
      assert.ok(answers.some(({ status }) => status === 200));
      const total = await claimed(paid);
      assert.ok(total <= 10_000n, String(total));
      assert.ok(double.refundedAmount(paid.reference) * 100 <= Number(total) + 0.001);
    }, FEWER));

  it('are one refund under one Idempotency-Key', () =>
    race(async (callers) => {
      const paid = await buildPaid(till);
      const answers = await together(
        times(callers, () => () => refundCall(till, paid, { amount: 20 }, 'uma-vez')),
      );
      for (const { status } of answers) assert.equal(status, 200);
      assert.deepEqual(
        [
          await claimed(paid),
          double.refundedAmount(paid.reference),
          await countEvents(till, paid, 'payment.refunded'),
        ],
        [2000n, 20, 1],
      );
    }, FEWER));

  it('would exceed it if refunding did not check under the lock', async () => {
    const seen: bigint[] = [];
    for (let trial = 0; trial < TRIALS && seen.length === 0; trial += 1) {
      const paid = await buildPaid(till);
      await Promise.all(times(2, () => refundCarelessly(paid, 6000n)));
      if ((await claimed(paid)) > 10_000n) seen.push(await claimed(paid));
    }
    assert.deepEqual(seen, [12_000n], `nothing seen in ${TRIALS} trials`);
  });
});

/**
 * Compares, then writes: correct for one caller, wrong for two. (For completed refunds the database
 * would reject the second one.)
 */
async function refundCarelessly(payment: TestPayment, cents: bigint): Promise<void> {
  const refunds = (await refundsOf(till, payment)) as {
    amount: string;
    status: 'processing' | 'succeeded' | 'failed';
  }[]; // as the table's checks guarantee
  if (refundableCents('100.00', refunds) < cents) return;
  const now = new Date();
  await service.db.q
    .insertInto('refunds')
    .values({
      uuid: randomUUIDv7(),
      payment_id: payment.id,
      amount: amountOf(cents),
      status: 'processing',
      cancel_subscription: false,
      created_at: now,
      updated_at: now,
    })
    .execute();
}

describe('a payment confirmed by several sources at once', () => {
  const job = service.app.work.jobs.find(({ name }) => name === 'payment.webhook') as unknown as {
    run: (data: { webhook_id: number }) => Promise<void>;
  }; // the one with that name
  const charges = service.app.tasks.find(({ name }) => name === 'open charges');

  it('pays one period and emits one event', () =>
    race(async (callers) => {
      const paid = await buildPaid(till);
      await service.db.q
        .updateTable('payments')
        .set({
          status: 'pending',
          confirmed_at: null,
          created_at: new Date(Date.now() - 3_600_000),
        })
        .where('id', '=', paid.id)
        .execute();
      for (let n = 0; n < callers; n += 1) await notify(till, paid.reference);
      const waiting = await service.db.q
        .selectFrom('gateway_webhooks')
        .select('id')
        .where('processed_at', 'is', null)
        .execute();
      await Promise.all([
        ...waiting.map(({ id }) => job.run({ webhook_id: id })),
        charges?.run(service.app.platform, new AbortController().signal),
      ]);
      const subscription = await subscriptionOf(till, paid);
      assert.deepEqual(
        [
          await statusOf(till, paid),
          await countEvents(till, paid, 'payment.confirmed'),
          subscription.status,
        ],
        ['confirmed', 1, 'active'],
      );
      const days = (Date.parse(subscription.due_date) - Date.now()) / 86_400_000;
      assert.ok(days > 26 && days < 32, `one month: ${subscription.due_date}`);
    }, FEWER));

  it('is confirmed or refunded as a whole when both happen at once', () =>
    race(async (callers) => {
      const paid = await buildPaid(till);
      await service.db.q
        .updateTable('payments')
        .set({ status: 'pending', confirmed_at: null })
        .where('id', '=', paid.id)
        .execute();
      for (let n = 0; n < callers; n += 1) await notify(till, paid.reference);
      const waiting = await service.db.q
        .selectFrom('gateway_webhooks')
        .select('id')
        .where('processed_at', 'is', null)
        .execute();
      const [refunds] = await Promise.all([
        together(
          times(2, () => () => refundCall(till, paid, { amount: 60, cancel_subscription: true })),
        ),
        // The job may have to wait for a refund in progress; it is retried.
        ...waiting.map(({ id }) =>
          job
            .run({ webhook_id: id })
            .catch((error: Error) => assert.match(error.message, /not been heard of/)),
        ),
      ]);
      const went = refunds.filter(({ status }) => status === 200).length;
      for (const { body, status } of refunds)
        assert.ok(
          status === 200 || ['payment_not_refundable', 'validation_failed'].includes(codeOf(body)),
        );
      assert.deepEqual(
        [
          await statusOf(till, paid),
          double.refundedAmount(paid.reference),
          await countEvents(till, paid, 'payment.refunded'),
        ],
        went === 0 ? ['confirmed', 0, 0] : ['partially_refunded', 60, 1],
      );
      assert.equal((await subscriptionOf(till, paid)).status, went === 0 ? 'active' : 'cancelled');
    }, FEWER));

  it('does not deadlock', async () => assert.equal(await countDeadlocks(service), 0));
});
