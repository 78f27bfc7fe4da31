import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildPaid, later, openTill, refundsOf, statusOf } from './payments.fixture.ts';

const till = await openTill();
const { service, double } = till;
const DAY = 86_400;
/**
 * Advances the clock day by day and runs the scheduled task on each; returns the number of gateway
 * requests.
 */
async function pass(days: number): Promise<number> {
  const before = double.callsOf('read');
  for (let day = 0; day < days; day += 1) await later(till, DAY, 'confirmed payments');
  return double.callsOf('read') - before;
}

describe('a confirmed payment without notifications', () => {
  it('is checked at the gateway, which finds a refund made there and a lost dispute', async () => {
    const [refunded, disputed] = [await buildPaid(till), await buildPaid(till)];
    await pass(1);
    double.refundElsewhere(refunded.reference, 30);
    await pass(2);
    assert.deepEqual(
      [
        await statusOf(till, refunded),
        (await refundsOf(till, refunded)).map(({ amount }) => amount),
      ],
      ['partially_refunded', ['30.00']],
    );
    await pass(60);
    double.set(disputed.reference, 'charged_back', 'settled');
    await pass(20);
    assert.deepEqual(
      [await statusOf(till, refunded), await statusOf(till, disputed)],
      ['partially_refunded', 'refunded'],
    );
  });

  it('is checked ever less often, until no dispute is possible any more', async () => {
    await service.db.q
      .updateTable('payments')
      .set({ look_again_at: new Date('9999-12-31') })
      .execute();
    const paid = await buildPaid(till);
    const [week, month, window, after] = [
      await pass(7),
      await pass(30),
      await pass(146),
      await pass(60),
    ];
    assert.ok(
      week >= 3 && week <= 7 && month >= 3 && month <= 10 && window >= 9 && window <= 14,
      JSON.stringify([week, month, window, after]),
    );
    assert.equal(after, 0, 'its window is over');
    const { look_again_at: again } = await service.db.q
      .selectFrom('payments')
      .select('look_again_at')
      .where('id', '=', paid.id)
      .executeTakeFirstOrThrow();
    assert.match(String(again), /^9999/);
  });

  it('is checked later when the gateway does not reply, and an unknown payment delays no other', async () => {
    const [unknown, refunded] = [await buildPaid(till), await buildPaid(till)];
    await service.db.q
      .updateTable('payments')
      .set({ gateway_reference: '1' })
      .where('id', '=', unknown.id)
      .execute();
    double.refundElsewhere(refunded.reference, 100);
    double.next('read', 'busy');
    assert.equal(await pass(1), 1);
    assert.equal(await statusOf(till, refunded), 'confirmed');
    await pass(1);
    assert.equal(await statusOf(till, refunded), 'refunded');
  });

  it('is checked in a batch of at most fifty per run', async () => {
    for (let n = 0; n < 55; n += 1) await buildPaid(till);
    assert.deepEqual([(await pass(1)) >= 50, (await pass(1)) <= 50], [true, true]);
  });
});
