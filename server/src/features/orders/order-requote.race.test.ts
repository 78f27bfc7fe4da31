import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DuplicatedOrder } from '@lavra/contract/orders/schemas';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildOrder, type TestOrder } from '../../../test/orders.ts';
import { buildProducer, buildSupplier } from '../../../test/people.ts';
import { buildProposal } from '../../../test/proposals.ts';
import { startService } from '../../../test/service.ts';
import {
  codeOf,
  countDeadlocks,
  race,
  succeeded,
  times,
  together,
} from '../proposals/races.fixture.ts';
import { listMissingItems, markRequoted } from './order-requote.ts';

const service = await startService();
const producer = await buildProducer(service);
const supplier = await buildSupplier(service);
const product = await buildProduct(service);
const { q } = service.db;

/** An awarded order of two items: the first is bought, the second is not. */
async function awarded(): Promise<TestOrder> {
  const order = await buildOrder(service, {
    producerId: producer.producerId,
    status: 'adjudicada',
    items: [{ product }, { product }],
  });
  await buildProposal(service, {
    orderId: order.id,
    supplierId: supplier.supplierId,
    status: 'accepted',
    items: order.items.slice(0, 1).map((item) => ({ item, price: '10' })),
  });
  return order;
}

/** Returns the orders that ask again for what an order did not buy. */
const madeOf = async (order: TestOrder): Promise<number[]> =>
  (
    await q
      .selectFrom('requoted_items')
      .select('order_id')
      .distinct()
      .where('order_item_id', '=', order.items[1]?.id ?? 0)
      .execute()
  ).map(({ order_id }) => order_id);

describe('quoting again what was not bought, several times at once', () => {
  it('makes one draft', () =>
    race(async (callers) => {
      const order = await awarded();
      const replies = await together(
        times(
          callers,
          () => () =>
            service.call<DuplicatedOrder>(
              'POST',
              `/api/v1/producer/orders/${order.uuid}/duplicate`,
              { token: producer.token, body: { only: 'unbought' } },
            ),
        ),
      );
      const [draft, ...more] = replies.filter(succeeded);
      assert.ok(draft !== undefined && more.length === 0, `${more.length + 1} drafts`);
      for (const { body } of replies.filter((reply) => reply !== draft))
        assert.equal(codeOf(body), 'already_requoted');
      assert.deepEqual(await madeOf(order), [draft.body.id]);
      // A producer may have only so many drafts.
      await q
        .updateTable('orders')
        .set({ status: 'cancelada' })
        .where('id', '=', draft.body.id)
        .execute();
    }));

  it('would make two without the lock of the order', async () => {
    const order = await awarded();
    const read = () => listMissingItems(service.db, { id: order.id, status: 'adjudicada' });
    const both = await Promise.all([read(), read()]);
    for (const { items } of both) {
      const { id } = await buildOrder(service, {
        producerId: producer.producerId,
        status: 'rascunho',
      });
      await markRequoted(service.db, id, items);
    }
    assert.equal((await madeOf(order)).length, 2);
  });

  it('ends without a deadlock', async () => assert.equal(await countDeadlocks(service), 0));
});
