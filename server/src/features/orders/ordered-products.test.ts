import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OrderedProducts } from '@lavra/contract/orders/schemas';
import { buildProduct, type TestProduct } from '../../../test/catalogue.ts';
import { buildOrder } from '../../../test/orders.ts';
import { buildProducer } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';

const service = await startService({ now: new Date('2026-11-20T15:00:00Z') });

const ordered = async (token: string, query = ''): Promise<OrderedProducts> =>
  (
    await service.call<OrderedProducts>('GET', `/api/v1/producer/ordered-products${query}`, {
      token,
    })
  ).body;
const shown = (products: OrderedProducts['recent']) =>
  products.map(({ product, quantity, unit }) => [product.id, quantity, unit]);

describe('products ordered before', () => {
  it('are those of the latest orders, each once, the newest first, without the order being written', async () => {
    const { token, producerId } = await buildProducer(service);
    const [a, b, c] = [
      await buildProduct(service),
      await buildProduct(service),
      await buildProduct(service),
    ];
    const order = (createdAt: string, ...items: readonly (readonly [TestProduct, string])[]) =>
      buildOrder(service, {
        producerId,
        status: 'rascunho',
        createdAt: new Date(createdAt),
        items: items.map(([product, quantity]) => ({ product, quantity })),
      });
    await order('2026-11-10T12:00:00Z', [a, '10'], [b, '20.5']);
    await order('2026-11-12T12:00:00Z', [a, '30']);
    const written = await order('2026-11-19T12:00:00Z', [c, '1']);
    const other = await buildProducer(service);
    assert.deepEqual(shown((await ordered(token, `?except=${written.uuid}`)).recent), [
      [a.id, 30, a.unit],
      [b.id, 20.5, b.unit],
    ]);
    assert.equal((await ordered(token)).recent[0]?.product.id, c.id);
    assert.deepEqual((await ordered(other.token)).recent, []);
    await service.db.q
      .updateTable('products')
      .set({ active: false })
      .where('id', '=', a.id)
      .execute();
    assert.deepEqual(
      shown((await ordered(token, `?except=${written.uuid}`)).recent),
      [[b.id, 20.5, b.unit]],
      'a product that cannot be ordered is not offered',
    );
  });

  it('are summed up for the season from July to June before this one, without withdrawn orders', async () => {
    const { token, producerId } = await buildProducer(service);
    const product = await buildProduct(service);
    for (const [createdAt, quantity, status] of [
      // The season is cut at midnight of the platform's zone, three hours after UTC.
      ['2025-07-01T02:59:59Z', '1', 'finalizada'],
      ['2025-07-01T03:00:00Z', '10', 'finalizada'],
      ['2026-01-15T12:00:00Z', '20.5', 'em_analise'],
      ['2026-01-16T12:00:00Z', '100', 'cancelada'],
      ['2026-01-17T12:00:00Z', '200', 'rascunho'],
      ['2026-07-01T02:59:59Z', '40', 'adjudicada'],
      ['2026-07-01T03:00:00Z', '400', 'adjudicada'],
    ] as const)
      await buildOrder(service, {
        producerId,
        status,
        createdAt: new Date(createdAt),
        items: [{ product, quantity }],
      });
    const { last_season } = await ordered(token);
    assert.equal(last_season.name, '2025/26');
    assert.deepEqual(shown(last_season.products), [[product.id, 70.5, product.unit]]);
  });

  it('are read by the index of the producer', async () => {
    const { producerId } = await buildProducer(service);
    const plan = await service.db.q
      .selectFrom('orders')
      .select(['id', 'created_at'])
      .where('producer_id', '=', producerId)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .limit(20)
      .explain('text');
    assert.match(JSON.stringify(plan), /orders_by_producer/);
  });
});
