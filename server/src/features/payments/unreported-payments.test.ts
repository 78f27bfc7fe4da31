import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Checkout } from '@lavra/contract/payments/schemas';
import { buildPaid, buildSubscriber, later, openTill, statusOf } from './payments.fixture.ts';

const till = await openTill();
const { service, double } = till;
const DAY = 86_400;
/** Makes the gateway's data of a payment unreadable, today and on all later days. */
const spoil = (reference: number): void => {
  double.payment(reference).refunds.push({
    id: 1,
    payment_id: reference,
    amount: undefined as unknown as number,
    status: 'approved',
  }); // invalid value from a gateway
};

/** Creates a charge that is paid but of which no notification was received. */
async function buildPaidUnheard(): Promise<{ id: number; reference: number }> {
  const { producer } = await buildSubscriber(till);
  const { slug } = await service.db.q
    .selectFrom('plans')
    .select('slug')
    .where('id', '=', till.planId)
    .executeTakeFirstOrThrow();
  const {
    body: { payment },
  } = await service.call<Checkout>('POST', '/api/v1/subscription/checkout', {
    token: await service.tokenFor(producer.userId),
    body: { plan: slug, billing_cycle: 'monthly', method: 'pix' },
  });
  const reference = double.paymentsFor(payment.uuid)[0]?.id ?? 0;
  double.pay(reference);
  return { id: payment.id, reference };
}

describe('payments that the gateway fails to report', () => {
  it('do not delay the checks of confirmed payments', async () => {
    const spoilt = [await buildPaid(till), await buildPaid(till), await buildPaid(till)];
    const disputed = await buildPaid(till);
    for (const { reference } of spoilt) spoil(reference);
    double.set(disputed.reference, 'charged_back', 'settled');
    for (let day = 0; day < 2; day += 1) await later(till, DAY, 'confirmed payments');
    assert.equal(await statusOf(till, disputed), 'refunded');
  });

  it('do not delay the checks of pending charges', async () => {
    service.moveClock(new Date('2027-01-20T12:00:00-03:00'));
    const spoilt = [await buildPaidUnheard(), await buildPaidUnheard()];
    const paid = await buildPaidUnheard();
    for (const { reference } of spoilt) spoil(reference);
    for (let hour = 0; hour < 2; hour += 1) await later(till, 3600, 'open charges');
    assert.equal(await statusOf(till, paid), 'confirmed');
  });

  it('end a run when they are many, since then the gateway has a fault, and all are checked later', async () => {
    service.moveClock(new Date('2027-06-01T12:00:00-03:00'));
    await service.db.q
      .updateTable('payments')
      .set({ look_again_at: new Date('9999-12-31') })
      .execute();
    for (let n = 0; n < 12; n += 1) spoil((await buildPaid(till)).reference);
    const disputed = await buildPaid(till);
    double.set(disputed.reference, 'charged_back', 'settled');
    const before = double.callsOf('read');
    await later(till, 300, 'confirmed payments');
    assert.equal(double.callsOf('read') - before, 5);
    for (let run = 0; run < 2; run += 1) await later(till, 300, 'confirmed payments');
    assert.equal(await statusOf(till, disputed), 'refunded');
  });
});
