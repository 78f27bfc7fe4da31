import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PageMeta } from '../../platform/db/paging.ts';
import { buildOrder } from '../../../test/orders.ts';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildProducer, buildSupplier } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { foldTotals } from './fold-totals.ts';

const service = await startService();
const { db } = service;
const { producerId } = await buildProducer(service);
const [first, second, third] = [
  await buildSupplier(service),
  await buildSupplier(service),
  await buildSupplier(service),
];
const items = [{ product: await buildProduct(service) }];

const rowCount = async (): Promise<number> =>
  (
    await db.q
      .selectFrom('list_totals')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow()
  ).n;

/**
 * Returns the total that a supplier's list reports and the number of rows that it should report.
 */
async function totalsOf({
  token,
  supplierId,
}: {
  token: string;
  supplierId: number;
}): Promise<[reported: number, counted: number]> {
  const { body } = await service.call<{ meta: PageMeta }>(
    'GET',
    '/api/v1/supplier/orders?per_page=1',
    { token },
  );
  const { n } = await db.q
    .selectFrom('orders as o')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .where('o.status', '=', 'publicada')
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('supplier_order_declines as d')
            .select('d.order_id')
            .whereRef('d.order_id', '=', 'o.id')
            .where('d.supplier_id', '=', supplierId),
        ),
      ),
    )
    .executeTakeFirstOrThrow();
  return [body.meta.total, n];
}

async function assertExact(): Promise<void> {
  for (const supplier of [first, second, third]) {
    const [reported, counted] = await totalsOf(supplier);
    assert.equal(reported, counted);
  }
}

describe('folding the counter rows', () => {
  it('leaves one row per total, and the totals unchanged', async () => {
    for (let n = 0; n < 12; n += 1) {
      const { uuid } = await buildOrder(service, { producerId, items });
      if (n % 4 === 0)
        await service.call('POST', `/api/v1/supplier/orders/${uuid}/decline`, {
          token: first.token,
        });
    }
    await assertExact();
    // 12 published and 3 declined; by day 12 created, of one status, active and published, and 3 suppliers.
    assert.equal(await foldTotals(db), 15 + 51);
    assert.equal(await rowCount(), 2);
    await assertExact();
    assert.equal(await foldTotals(db), 0, 'there is nothing left to fold');
  });

  it('leaves no row for a total of zero', async () => {
    const { uuid } = await buildOrder(service, { producerId, items });
    await service.call('POST', `/api/v1/supplier/orders/${uuid}/decline`, { token: second.token });
    await service.call('DELETE', `/api/v1/supplier/orders/${uuid}/decline`, {
      token: second.token,
    });
    await foldTotals(db);
    assert.deepEqual(
      await db.q
        .selectFrom('list_totals')
        .select('id')
        .where('supplier_id', '=', second.supplierId)
        .execute(),
      [],
    );
    await assertExact();
  });

  it('stays exact while orders are added, removed and declined, and two processes fold', async () => {
    const before = (await totalsOf(third))[0];
    const written = new AbortController();
    const fold = async (): Promise<number> => {
      let folded = 0;
      while (!written.signal.aborted) folded += await foldTotals(db);
      return folded;
    };
    const folders = [fold(), fold()];
    await Promise.all(
      Array.from({ length: 8 }, async (_, writer) => {
        for (let n = 0; n < 12; n += 1) {
          const { id, uuid } = await buildOrder(service, { producerId, items });
          if (writer % 2 === 0)
            await service.call('POST', `/api/v1/supplier/orders/${uuid}/decline`, {
              token: (n % 2 === 0 ? first : second).token,
            });
          if (n % 3 === 0)
            await db.q
              .updateTable('orders')
              .set({ status: 'cancelada' })
              .where('id', '=', id)
              .execute();
        }
      }),
    );
    written.abort();
    const folded = await Promise.all(folders);
    assert.ok(folded.reduce((a, b) => a + b) > 20, 'folding met the writers');
    await assertExact();
    const after = (await totalsOf(third))[0];
    assert.equal(after - before, 64);
  });
});
