import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DuplicatedOrder } from '@lavra/contract/orders/schemas';
import type { OrderStatus } from '@lavra/domain/order/order-status';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildOrder, type TestOrder } from '../../../test/orders.ts';
import { buildProducer, buildSupplier } from '../../../test/people.ts';
import { buildProposal } from '../../../test/proposals.ts';
import { startService } from '../../../test/service.ts';
import { assertRefused } from '../proposals/proposals.fixture.ts';

const service = await startService();
const producer = await buildProducer(service);
const supplier = await buildSupplier(service);
const { q } = service.db;
const products = await Promise.all(['A', 'B', 'C'].map(() => buildProduct(service)));

/** An awarded order of three items: the first bought, 40 of 100 of the second, none of the third. */
async function awarded(): Promise<TestOrder> {
  const order = await buildOrder(service, {
    producerId: producer.producerId,
    status: 'adjudicada',
    items: products.map((product) => ({ product })),
  });
  const quantities = ['100', '40', '100'];
  await buildProposal(service, {
    orderId: order.id,
    supplierId: supplier.supplierId,
    status: 'accepted',
    items: order.items.map((item, index) => ({
      item,
      price: index === 2 ? null : '10',
      quantity: quantities[index] ?? '100',
    })),
  });
  return order;
}
const requote = (order: { readonly uuid: string }) =>
  service.call<DuplicatedOrder>('POST', `/api/v1/producer/orders/${order.uuid}/duplicate`, {
    token: producer.token,
    body: { only: 'unbought' },
  });
const become = (uuid: string, status: OrderStatus) =>
  q.updateTable('orders').set({ status }).where('uuid', '=', uuid).execute();

describe('quoting again what was not bought', () => {
  it('makes a draft of the missing items and quantities', async () => {
    const { status, body } = await requote(await awarded());
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      [
        body.status,
        body.skipped_items,
        body.items.map(({ position, product_id, quantity }) => [position, product_id, quantity]),
      ],
      [
        'rascunho',
        0,
        [
          [1, products[1]?.id, 60],
          [2, products[2]?.id, 100],
        ],
      ],
    );
  });

  it('is refused while the other order is undecided, and says which', async () => {
    const order = await awarded();
    const { body: again } = await requote(order);
    for (const status of ['rascunho', 'pendente', 'publicada', 'em_analise'] as const) {
      await become(again.uuid, status);
      const { error } = assertRefused(await requote(order), 422, 'already_requoted');
      assert.match(error, new RegExp(again.number));
    }
    // What this one lacks is missing there.
    for (const status of ['adjudicada', 'finalizada'] as const) {
      await become(again.uuid, status);
      assertRefused(await requote(order), 422, 'nothing_unbought');
    }
    for (const status of ['cancelada', 'revogada', 'expirada'] as const) {
      await become(again.uuid, status);
      const free = await requote(order);
      assert.equal(free.status, 200, status);
      await become(free.body.uuid, 'cancelada');
    }
  });

  it('gives items back that a draft no longer asks for', async () => {
    const order = await awarded();
    const { body: draft } = await requote(order);
    await q
      .deleteFrom('order_items')
      .where('order_id', '=', draft.id)
      .where('product_id', '=', products[2]?.id ?? 0)
      .execute();
    assertRefused(await requote(order), 422, 'already_requoted');
    await q.deleteFrom('order_items').where('order_id', '=', draft.id).execute();
    assert.equal((await requote(order)).body.items.length, 2);
  });

  it('gives items back with a draft that is deleted', async () => {
    const order = await awarded();
    const { body: draft } = await requote(order);
    const url = `/api/v1/producer/orders/${draft.uuid}`;
    assert.equal((await service.call('DELETE', url, { token: producer.token })).status, 200);
    assert.equal((await requote(order)).status, 200);
  });

  it('leaves out inactive products, and counts released items as missing', async () => {
    const order = await awarded();
    await q
      .updateTable('purchase_items')
      .set({ released_at: new Date() })
      .where('order_item_id', '=', order.items[0]?.id ?? 0)
      .execute();
    await q
      .updateTable('products')
      .set({ active: false })
      .where('id', '=', products[1]?.id ?? 0)
      .execute();
    const { body } = await requote(order);
    await q
      .updateTable('products')
      .set({ active: true })
      .where('id', '=', products[1]?.id ?? 0)
      .execute();
    assert.deepEqual(
      [body.skipped_items, body.items.map(({ product_id }) => product_id)],
      [1, [products[0]?.id, products[2]?.id]],
    );
  });

  it('follows a purchase alone', async () => {
    const open = await buildOrder(service, { producerId: producer.producerId });
    assertRefused(await requote(open), 422, 'order_not_bought');
  });
});
