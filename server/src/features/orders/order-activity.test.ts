import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OrderActivity } from '@lavra/contract/orders/schemas';
import { buildOrder, type TestOrder } from '../../../test/orders.ts';
import { buildProducer, buildSupplier, type TestSupplier } from '../../../test/people.ts';
import { buildProposal } from '../../../test/proposals.ts';
import { startService } from '../../../test/service.ts';
import { eraseAccount } from '../erasure/erase-account.fixture.ts';

const NOW = new Date('2026-11-20T15:00:00Z');
const service = await startService({ now: NOW });
const producer = await buildProducer(service);
const order = (): Promise<TestOrder> => buildOrder(service, { producerId: producer.producerId });
const suppliers = (count: number): Promise<TestSupplier[]> =>
  Promise.all(Array.from({ length: count }, () => buildSupplier(service)));
const activityOf = async ({ uuid }: TestOrder): Promise<OrderActivity> =>
  (
    await service.call<OrderActivity>('GET', `/api/v1/producer/orders/${uuid}/activity`, {
      token: producer.token,
    })
  ).body;
const open = async ({ token }: TestSupplier, { uuid }: TestOrder): Promise<void> => {
  const { status } = await service.call('GET', `/api/v1/supplier/orders/${uuid}`, { token });
  assert.equal(status, 200);
};

describe('what a producer reads of an order after publishing', () => {
  it('does not change while fewer than three suppliers open it or begin a draft', async () => {
    const asked = await order();
    const first = await activityOf(asked);
    for (const supplier of await suppliers(2)) {
      await open(supplier, asked);
      await buildProposal(service, {
        orderId: asked.id,
        items: [],
        supplierId: supplier.supplierId,
        status: 'draft',
      });
      assert.deepEqual(await activityOf(asked), first);
    }
    assert.deepEqual(first, { notified: 0, viewed: null, drafting: null });
  });

  it('counts suppliers from three on, each once, and not those of other orders', async () => {
    const [asked, other] = [await order(), await order()];
    const three = await suppliers(3);
    for (const supplier of three) {
      await open(supplier, asked);
      await open(supplier, asked);
      await buildProposal(service, {
        orderId: asked.id,
        items: [],
        supplierId: supplier.supplierId,
        status: 'draft',
      });
    }
    assert.deepEqual(await activityOf(asked), { notified: 0, viewed: 3, drafting: 3 });
    assert.deepEqual(await activityOf(other), { notified: 0, viewed: null, drafting: null });
  });

  it('counts who sent a proposal among those who saw the order, opened or not', async () => {
    const asked = await order();
    const [first, ...others] = await suppliers(3);
    for (const { supplierId } of [first, ...others].filter((one) => one !== undefined))
      await buildProposal(service, {
        orderId: asked.id,
        items: [],
        supplierId,
        status: 'submitted',
      });
    if (first !== undefined) await open(first, asked);
    assert.deepEqual(await activityOf(asked), { notified: 0, viewed: 3, drafting: null });
  });

  it('counts those who were notified of the publication, by any channel', async () => {
    const notified = await order();
    const [one, two, three] = await suppliers(3);
    assert.ok(one !== undefined && two !== undefined && three !== undefined);
    const { q } = service.db;
    const { id: event_id } = await q
      .insertInto('events')
      .values({
        type: 'order.published',
        data: JSON.stringify({ order_id: notified.id }),
        at: NOW,
        dispatched_at: NOW,
        request_id: 'test',
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await q
      .insertInto('notifications')
      .values([one, two].map(({ userId }) => ({ event_id, user_id: userId, created_at: NOW })))
      .execute();
    assert.equal((await activityOf(notified)).notified, null);
    await q
      .insertInto('deliveries')
      .values(
        [two, three].map(({ userId }) => ({
          event_id,
          user_id: userId,
          channel: 'email',
          created_at: NOW,
          updated_at: NOW,
        })),
      )
      .execute();
    assert.equal((await activityOf(notified)).notified, 3);
  });

  it('no longer counts a supplier whose account was erased', async () => {
    const asked = await order();
    const three = await suppliers(3);
    for (const supplier of three) await open(supplier, asked);
    assert.equal((await activityOf(asked)).viewed, 3);
    assert.ok(three[0] !== undefined);
    await eraseAccount(service, three[0]);
    assert.equal((await activityOf(asked)).viewed, null);
  });

  it('does not record what is opened after the order has closed', async () => {
    const asked = await order();
    const three = await suppliers(3);
    for (const { supplierId } of three)
      await buildProposal(service, {
        orderId: asked.id,
        supplierId,
        items: [],
        status: 'submitted',
      });
    await service.db.q
      .updateTable('orders')
      .set({ status: 'em_analise' })
      .where('id', '=', asked.id)
      .execute();
    for (const supplier of three) await open(supplier, asked);
    const views = await service.db.q
      .selectFrom('order_views')
      .selectAll()
      .where('order_id', '=', asked.id)
      .execute();
    assert.deepEqual(views, []);
  });
});
