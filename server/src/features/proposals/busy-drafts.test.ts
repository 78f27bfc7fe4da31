import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { buildProduct } from '../../../test/catalogue.ts';
import { countLockWaits } from '../../../test/lock-waits.ts';
import { buildOrder, type TestOrder } from '../../../test/orders.ts';
import {
  buildAdmin,
  buildProducer,
  buildSupplier,
  type TestSupplier,
} from '../../../test/people.ts';
import { buildProposal, type TestProposal } from '../../../test/proposals.ts';
import { startService } from '../../../test/service.ts';
import { until } from '../../../test/until.ts';
import { closePublished } from '../orders/scheduled/due-orders.ts';
import { neverAborted } from '../scheduling/scheduling.fixture.ts';
import { offerOf } from './proposals.fixture.ts';
import { times } from './races.fixture.ts';

const NOW = new Date('2026-11-20T15:00:00Z');
const [TODAY, YESTERDAY, LATER] = ['2026-11-20', '2026-11-19', '2026-12-20'] as const;
const SAVERS = 12;

const service = await startService({ now: NOW });
const producer = await buildProducer(service);
const admin = await buildAdmin(service);
const product = await buildProduct(service);
const rival = await buildSupplier(service);
const many = await Promise.all(times(SAVERS, () => buildSupplier(service)));
const [alone] = many;
assert.ok(alone !== undefined);

const publish = (deadline: string = TODAY): Promise<TestOrder> =>
  buildOrder(service, {
    producerId: producer.producerId,
    deadline,
    items: times(20, () => ({ product })),
  });
const offer = (
  order: TestOrder,
  status: 'draft' | 'submitted',
  { supplierId } = rival,
): Promise<TestProposal> =>
  buildProposal(service, {
    orderId: order.id,
    supplierId,
    status,
    items: order.items.map((item) => ({ item, price: '10' })),
  });
const post = async (
  url: string,
  { token }: { readonly token: string },
  body?: unknown,
): Promise<number> =>
  (await service.call('POST', `/api/v1/${url}`, { token, ...(body === undefined ? {} : { body }) }))
    .status;

/** Lets every supplier save its draft of the order again and again while `decide` runs. */
async function whileSaved(
  order: TestOrder,
  suppliers: readonly TestSupplier[],
  decide: () => Promise<void>,
): Promise<void> {
  const decided = new AbortController();
  const answered = new Set<number>();
  const save = async (supplier: TestSupplier): Promise<void> => {
    while (!decided.signal.aborted)
      answered.add(await post(`orders/${order.uuid}/proposals`, supplier, offerOf(order)));
  };
  const saving = suppliers.map(save);
  // The first replies show that the saves overlap by now.
  while (answered.size === 0) await new Promise(setImmediate);
  await decide().finally(() => {
    decided.abort();
  });
  await Promise.all(saving);
  const taken = new Set([200, 404, 422]); // 404 once the order is closed
  assert.deepEqual(
    [...answered].filter((status) => !taken.has(status)),
    [],
  );
}

for (const [who, suppliers] of [
  ['one supplier saves its draft twelve times at once', times(SAVERS, () => alone)],
  ['twelve suppliers save their drafts', many],
] as const)
  describe(`while ${who}, without a pause`, () => {
    it('a rival submits and withdraws, and the deadline is moved', async () => {
      const order = await publish();
      const [draft, sent] = [
        await offer(order, 'draft'),
        await offer(order, 'submitted', await buildSupplier(service)),
      ];
      await whileSaved(order, suppliers, async () => {
        assert.equal(await post(`proposals/${draft.uuid}/submit`, rival), 200);
        assert.equal(await post(`proposals/${draft.uuid}/cancel`, rival), 200);
        const path = `producer/orders/${order.uuid}`;
        assert.equal(
          await post(`${path}/extend-deadline`, producer, { deadline_date: LATER }),
          200,
        );
        assert.equal(await post(`proposals/${sent.uuid}/accept`, producer), 200);
      });
    });

    it('the administration suspends the order and lets it go on', async () => {
      const order = await publish();
      await whileSaved(order, suppliers, async () => {
        const path = `admin/orders/${order.id}`;
        assert.equal(await post(`${path}/suspend`, admin, { reason: 'Em análise' }), 200);
        assert.equal(await post(`${path}/resume`, admin), 200);
      });
    });

    it('the scheduler closes the order at its deadline', async () => {
      const order = await publish(YESTERDAY);
      await offer(order, 'submitted');
      await whileSaved(order, suppliers, async () => {
        await closePublished(service.app.platform, neverAborted);
        const { status } = await service.db.q
          .selectFrom('orders')
          .select('status')
          .where('id', '=', order.id)
          .executeTakeFirstOrThrow();
        assert.equal(status, 'em_analise');
      });
    });
  });

describe('three suppliers whose saves wait', () => {
  it('leave slots and connections to those who only read', async () => {
    const limited = await startService({ now: NOW, rateLimit: true, databasePoolSize: 4 });
    const { producerId, token } = await buildProducer(limited);
    const order = await buildOrder(limited, { producerId });
    const suppliers = await Promise.all(times(3, () => buildSupplier(limited)));
    const read = async (person: { readonly token: string }, url: string): Promise<number> =>
      (await limited.call('GET', `/api/v1/${url}`, person)).status;
    for (const supplier of suppliers)
      assert.equal(await read(supplier, `supplier/orders/${order.uuid}`), 200);
    assert.equal(await read({ token }, 'producer/orders'), 200);

    const holder = new pg.Client({ connectionString: limited.databaseUrl });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('SELECT id FROM orders WHERE id = $1 FOR UPDATE', [order.id]);
    const saving = suppliers.flatMap((supplier) =>
      times(16, () =>
        limited.call('POST', `/api/v1/orders/${order.uuid}/proposals`, {
          token: supplier.token,
          body: offerOf(order),
        }),
      ),
    );
    await until('two saves wait', async () => (await countLockWaits(limited.databaseUrl)) >= 2);
    const statuses = await Promise.all(times(8, () => read({ token }, 'producer/orders')));
    await holder.end();
    assert.deepEqual(
      statuses,
      times(8, () => 200),
    );
    assert.deepEqual(
      (await Promise.all(saving)).map(({ status }) => status),
      times(48, () => 200),
    );
  });
});
