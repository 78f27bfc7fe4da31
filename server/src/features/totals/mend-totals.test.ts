import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AdminDashboard } from '@lavra/contract/admin/dashboard';
import { localDate } from '@lavra/domain/calendar/calendar';
import { sql } from 'kysely';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildOrder } from '../../../test/orders.ts';
import { buildAdmin, buildProducer, buildSupplier } from '../../../test/people.ts';
import { buildProposal } from '../../../test/proposals.ts';
import { startService } from '../../../test/service.ts';
import { describeDifferences } from '../../entry/totals.ts';
import { buildPayment, buildSubscription } from '../subscriptions/subscriptions.fixture.ts';
import { foldTotals } from './fold-totals.ts';
import { mendTotals } from './mend-totals.ts';
import { readListTotal } from './read-totals.ts';

const service = await startService();
const { db, app } = service;
const admin = await buildAdmin(service);
const { producerId } = await buildProducer(service);
const suppliers = [await buildSupplier(service), await buildSupplier(service)];
const items = [{ product: await buildProduct(service) }];
const mend = () => mendTotals(app.platform);

const readDashboard = async (): Promise<AdminDashboard> =>
  (await service.call<AdminDashboard>('GET', '/api/v1/admin/dashboard', { token: admin.token }))
    .body;

/**
 * Publishes an order, answers it twice at once, buys from one answer, releases that for a while, and
 * ends it or revokes it.
 */
async function negotiate(end: 'finalizada' | 'revogada'): Promise<void> {
  const order = await buildOrder(service, { producerId, items });
  const [first] = await Promise.all(
    suppliers.map(({ supplierId }) =>
      buildProposal(service, {
        orderId: order.id,
        supplierId,
        items: order.items.map((item) => ({ item, price: '10' })),
      }),
    ),
  );
  const now = app.platform.clock.now();
  await db.q
    .updateTable('proposals')
    .set({ status: 'accepted', accepted_at: now })
    .where('id', '=', first?.id ?? 0)
    .execute();
  for (const released_at of [now, null])
    await sql`UPDATE purchase_items SET released_at = ${released_at} WHERE purchase_id IN (
      SELECT s.id FROM purchases s WHERE s.order_id = ${order.id})`.execute(db.q);
  await db.q
    .updateTable('orders')
    .set({ status: end, finished_at: end === 'finalizada' ? now : null })
    .where('id', '=', order.id)
    .execute();
}

/** Registers and deletes a person, and has a payment paid, refunded and deleted. */
async function churn(): Promise<void> {
  const now = app.platform.clock.now();
  const { userId } = await buildSupplier(service);
  const subscription = await buildSubscription(service);
  const payment = await buildPayment(service, subscription, { status: 'pending' });
  await db.q
    .updateTable('payments')
    .set({
      status: 'confirmed',
      payment_date: localDate(now, app.platform.zone),
      confirmed_at: now,
    })
    .where('id', '=', payment)
    .execute();
  await db.q.updateTable('users').set({ deleted_at: now }).where('id', '=', userId).execute();
  await db.q
    .updateTable('payments')
    .set({ status: 'refunded' })
    .where('id', '=', payment)
    .execute();
  await db.q.deleteFrom('payments').where('id', '=', payment).execute();
}

describe('what is kept by day', () => {
  it('is what counting gives at every moment, while others write and fold', async () => {
    const written = new AbortController();
    const repeated = async <T>(once: () => Promise<T>): Promise<T[]> => {
      const results: T[] = [];
      while (!written.signal.aborted) results.push(await once());
      return results;
    };
    const folded = repeated(() => foldTotals(db));
    const compared = repeated(mend);
    await Promise.all(
      Array.from({ length: 6 }, async (_, writer) => {
        for (let n = 0; n < 5; n += 1)
          await Promise.all([
            negotiate((n + writer) % 3 === 0 ? 'revogada' : 'finalizada'),
            churn(),
          ]);
      }),
    );
    written.abort();
    assert.deepEqual((await compared).flat(), []);
    assert.ok((await folded).reduce((a, b) => a + b) > 100, 'folding met the writers');
    assert.deepEqual(await mend(), []);
    const { orders, proposals, accepted_amount, coverage_percent } = await readDashboard();
    assert.deepEqual(
      [orders.total, proposals, accepted_amount.total, coverage_percent],
      [30, { total: 60, accepted: 30 }, 20_000, 100],
    );
  });

  it('leaves out people who were deleted', async () => {
    const before = (await readDashboard()).users;
    const gone = await buildSupplier(service);
    await buildSupplier(service);
    await db.q
      .updateTable('users')
      .set({ deleted_at: app.platform.clock.now() })
      .where('id', '=', gone.userId)
      .execute();
    const { users } = await readDashboard();
    assert.deepEqual(
      [users.suppliers - before.suppliers, users.total - before.total, await mend()],
      [1, 1, []],
    );
  });

  it('leaves out items of a purchase that were released', async () => {
    const bought = async () => (await readDashboard()).items_bought_percent;
    assert.equal(await bought(), 100);
    await sql`
      UPDATE purchase_items SET released_at = ${app.platform.clock.now()} WHERE id = (
        SELECT i.id FROM purchase_items i JOIN purchases s ON s.id = i.purchase_id
        WHERE s.state = 'received' LIMIT 1)`.execute(db.q);
    assert.deepEqual([await bought(), await mend()], [95, []]); // 19 of 20
  });
});

describe('comparing', () => {
  it('says what differed and adds it, so that nothing differs the next time', async () => {
    const before = await readDashboard();
    await foldTotals(db);
    const day = await db.q
      .deleteFrom('daily_totals')
      .where('scope', '=', 'orders')
      .returning('day')
      .executeTakeFirstOrThrow();
    await db.q
      .insertInto('list_totals')
      .values({ scope: 'published', supplier_id: 0, delta: 5 })
      .execute();
    assert.equal((await readDashboard()).orders.total, 0);
    const differences = await mend();
    assert.deepEqual(differences, [
      { scope: 'published', of: undefined, missing: -5 },
      { scope: 'orders', of: day.day, missing: 30 },
    ]);
    assert.deepEqual(describeDifferences(differences).split('\n'), [
      'Diferiam do que a contagem dá, e foram corrigidos, 2 totais:',
      '  published: -5',
      `  orders, ${day.day}: +30`,
    ]);
    assert.deepEqual(await readDashboard(), before);
    assert.deepEqual(await mend(), []);
    assert.equal(describeDifferences([]), 'Todos os totais são o que a contagem dá.');
  });

  it('mends also what the totals are counted from', async () => {
    const before = await readDashboard();
    await sql`DO $$ BEGIN
      SET LOCAL session_replication_role = replica; -- no trigger counts
      DELETE FROM first_proposals WHERE order_id < 4;
      UPDATE purchases SET items_released = 2 WHERE id < 3;
    END $$`.execute(db.q);
    assert.deepEqual((await mend()).slice(0, 2), [
      { scope: 'first_proposals', of: undefined, missing: 3 },
      { scope: 'items_released', of: undefined, missing: 2 },
    ]);
    assert.deepEqual(await readDashboard(), before);
    assert.deepEqual(await mend(), []);
  });

  it('adds once what is missing, where several compare at once', async () => {
    for (let trial = 0; trial < 5; trial += 1) {
      await db.q
        .insertInto('list_totals')
        .values({ scope: 'published', supplier_id: 0, delta: 5 })
        .execute();
      const mended = await Promise.all([mend(), mend(), mend()]);
      assert.deepEqual(mended.flat(), [{ scope: 'published', of: undefined, missing: -5 }]);
      assert.deepEqual(await mend(), []);
    }
  });

  it('happens once a night, at three', async () => {
    const { platform, tasks } = app;
    const night = (time: string) => new Date(`2027-03-15T${time}-03:00`);
    const task = tasks.find(({ name }) => name === 'totals compared');
    const kept = await readListTotal(db, 'published');
    const mended: number[] = [];
    for (const time of ['02:59:59', '03:00:00', '04:00:00']) {
      service.moveClock(night(time));
      await db.q
        .insertInto('list_totals')
        .values({ scope: 'published', supplier_id: 0, delta: 5 })
        .execute();
      await task?.run(platform, new AbortController().signal);
      mended.push(await readListTotal(db, 'published'));
    }
    assert.equal(task?.everyMs, 3_600_000);
    assert.deepEqual(mended, [kept + 5, kept, kept + 5]);
  });
});
