import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildOrder, type TestOrder } from '../../../test/orders.ts';
import { buildProducer, buildSupplier } from '../../../test/people.ts';
import { buildProposal } from '../../../test/proposals.ts';
import { startService, type Answer } from '../../../test/service.ts';
import { countDeadlocks, race, succeeded, times, together } from '../proposals/races.fixture.ts';
import { supplierCalls } from './supplier-orders.fixture.ts';

const service = await startService();
const { list, expected } = supplierCalls(service);
const suppliers = [
  await buildSupplier(service),
  await buildSupplier(service),
  await buildSupplier(service),
] as const;
/** Sends proposals, and therefore declines nothing. */
const bidder = await buildSupplier(service);
const producer = await buildProducer(service);
const call =
  (method: 'POST' | 'DELETE', url: string, { token }: { token: string }, body?: unknown) =>
  (): Promise<Answer> =>
    service.call(method, `/api/v1/${url}`, { token, ...(body === undefined ? {} : { body }) });

describe('a favorite toggled many times at once', () => {
  it('changes each time', () =>
    race(async (callers, index) => {
      const [supplier] = suppliers;
      const order = await buildOrder(service, { producerId: producer.producerId });
      const flips = callers - (index % 2); // even and odd
      const answers = await together(
        times(flips, (turn) =>
          call(
            'POST',
            turn % 2 === 0
              ? `supplier/orders/${order.uuid}/favorite`
              : `fornecedor/licitacoes/${order.uuid}/favoritar`,
            supplier,
          ),
        ),
      );
      assert.ok(answers.every(succeeded));
      assert.equal(
        answers.filter(({ body }) => body['is_favorited'] === true).length,
        Math.ceil(flips / 2),
      );
      const records = await service.db.q
        .selectFrom('favorite_orders')
        .select('order_id')
        .where('order_id', '=', order.id)
        .execute();
      assert.equal(records.length, flips % 2);
    }));
});

describe('declines during the closing, cancelling and publishing of orders', () => {
  /** Compares the total of each caller's list with a count. */
  const assertTotals = async (): Promise<void> => {
    for (const supplier of suppliers)
      assert.equal(
        (await list(supplier, 'per_page=1')).meta.total,
        (await expected(supplier)).length,
      );
  };
  const changes = (order: TestOrder, index: number) => {
    const supplier = suppliers[index % suppliers.length] ?? suppliers[0];
    const url = `supplier/orders/${order.uuid}/decline`;
    return index % 5 === 4
      ? call('DELETE', url, supplier)
      : call('POST', url, supplier, { reason: `Motivo ${index}` });
  };

  it('leave the totals of every list exact', () =>
    race(async (callers, index) => {
      const order = await buildOrder(service, { producerId: producer.producerId });
      await buildProposal(service, {
        orderId: order.id,
        supplierId: bidder.supplierId,
        items: order.items.map((item) => ({ item, price: '1' })),
      });
      const end =
        index % 2 === 0
          ? call('POST', `producer/orders/${order.uuid}/close`, producer)
          : call('POST', `producer/orders/${order.uuid}/cancel`, producer, { reason: 'Adiada' });
      const [ended, ...answers] = await together([
        end,
        ...times(callers, (turn) => changes(order, turn)),
      ]);
      assert.equal(ended?.status, 200, JSON.stringify(ended?.body));
      for (const { status } of answers) assert.ok(status === 200 || status === 404);
      await assertTotals();
    }));

  it('leave the totals exact when the order is published at the same time', () =>
    race(async (callers) => {
      const order = await buildOrder(service, {
        producerId: producer.producerId,
        status: 'rascunho',
      });
      const [published] = await together([
        call('POST', `producer/orders/${order.uuid}/publish`, producer),
        ...times(callers, (turn) => changes(order, turn)),
      ]);
      assert.equal(published?.status, 200, JSON.stringify(published?.body));
      await together(times(callers, (turn) => changes(order, turn)));
      await assertTotals();
    }));
});

describe('the races of this file', () => {
  it('end without a deadlock', async () => assert.equal(await countDeadlocks(service), 0));
});
