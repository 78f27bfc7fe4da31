import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createRandom, SEED } from '@lavra/domain/seeded.fixture';
import { buildOrder, type OrderFields, type TestOrder } from '../../../test/orders.ts';
import { buildProducer, buildSupplier } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { supplierCalls, uuidsOf } from './supplier-orders.fixture.ts';

const service = await startService();
service.moveClock(new Date('2027-03-09T15:00:00Z'));
const { list, listOf, decline, undo, walk, expected } = supplierCalls(service);
const { producerId } = await buildProducer(service);
const publish = (fields: Partial<OrderFields> = {}): Promise<TestOrder> =>
  buildOrder(service, { producerId, ...fields });
const setStatus = (order: TestOrder, status: string) =>
  service.db.q.updateTable('orders').set({ status }).where('id', '=', order.id).execute();

describe('paging by cursor', () => {
  for (const sort of [
    'deadline_date',
    '-deadline_date',
    'published_at',
    '-number',
    'distance_km',
  ]) {
    it(`shows each order that stays exactly once, sorted by ${sort}, while others change`, async () => {
      const supplier = await buildSupplier(service);
      for (let n = 0; n < 25; n += 1)
        await publish({ deadline: `2027-06-${String(1 + (n % 3)).padStart(2, '0')}` });
      const staying = new Set((await expected(supplier)).filter((_, index) => index % 3 !== 0));
      const leaving = (
        await service.db.q
          .selectFrom('orders')
          .select(['id', 'uuid'])
          .where('status', '=', 'publicada')
          .execute()
      ).filter(({ uuid }) => !staying.has(uuid));
      const came: TestOrder[] = [];
      const met = await walk(supplier, `per_page=4&sort=${sort}`, async (step) => {
        const target = leaving[step % leaving.length];
        if (target === undefined) return;
        if (step % 3 === 0) came.push(await publish({ deadline: `2027-06-0${1 + (step % 3)}` }));
        else if (step % 3 === 1)
          await service.db.q
            .updateTable('orders')
            .set({ status: 'em_analise' })
            .where('id', '=', target.id)
            .execute();
        else await decline(supplier, target);
      });
      assert.equal(new Set(met).size, met.length, 'none twice');
      assert.deepEqual(
        [...staying].filter((uuid) => !met.includes(uuid)),
        [],
        'none left out',
      );
      await service.db.q
        .updateTable('orders')
        .set({ status: 'publicada' })
        .where(
          'id',
          'in',
          leaving.map(({ id }) => id),
        )
        .execute();
      assert.ok(came.length > 0);
    });
  }
});

describe('the totals of the list', () => {
  it('equal a count after any change of orders and declines, for light and heavy callers', async () => {
    const callers = [
      await buildSupplier(service),
      await buildSupplier(service),
      await buildSupplier(service),
    ];
    const orders: TestOrder[] = [];
    for (let n = 0; n < 40; n += 1) orders.push(await publish());
    const [, , heavy] = callers;
    for (const order of orders) if (heavy !== undefined) await decline(heavy, order);
    const random = createRandom(SEED);
    const any = <T>(values: readonly T[]): T => random.of(values);
    const statuses = [
      'rascunho',
      'pendente',
      'publicada',
      'publicada',
      'em_analise',
      'adjudicada',
      'cancelada',
      'expirada',
    ] as const;
    const insert = (supplierId: number, orderId: number) =>
      service.db.q
        .insertInto('supplier_order_declines')
        .values({
          supplier_id: supplierId,
          order_id: orderId,
          created_at: new Date(),
          updated_at: new Date(),
        })
        .onConflict((on) => on.doNothing())
        .execute();
    const mutations: readonly (() => Promise<unknown>)[] = [
      async () => orders.push(await publish({ status: any(statuses) })),
      () => setStatus(any(orders), any(statuses)),
      () =>
        service.db.q
          .updateTable('orders')
          .set({ status: any(statuses) })
          .where('id', 'in', [any(orders).id, any(orders).id, any(orders).id])
          .execute(),
      () => insert(any(callers).supplierId, any(orders).id),
      () =>
        service.db.q
          .deleteFrom('supplier_order_declines')
          .where('supplier_id', '=', any(callers).supplierId)
          .where('order_id', '=', any(orders).id)
          .execute(),
      async () => {
        const gone = any(orders);
        orders.splice(orders.indexOf(gone), 1, await publish());
        await setStatus(gone, 'rascunho');
        await service.db.q.deleteFrom('orders').where('id', '=', gone.id).execute();
      },
      () =>
        service.db.q
          .updateTable('orders')
          .set({ description: 'Outra' })
          .where('id', '=', any(orders).id)
          .execute(),
    ];
    for (let step = 0; step < 150; step += 1) {
      await any(mutations)();
      if (step % 10 !== 0) continue;
      for (const caller of callers) {
        const page = await list(caller, 'per_page=100');
        const all = await expected(caller);
        assert.equal(page.meta.total, all.length, `step ${step} of seed ${SEED}`);
        assert.deepEqual(uuidsOf(page), all.slice(0, 100));
        assert.equal(
          (await list(caller, 'deadline_from=1900-01-01')).meta.total,
          all.length,
          'counted with a filter',
        );
      }
    }
  });

  it('count a decline once, however often it is repeated', async () => {
    const supplier = await buildSupplier(service);
    const order = await publish();
    const { total } = (await list(supplier)).meta;
    await decline(supplier, order, { reason: 'Longe' });
    await decline(supplier, order);
    assert.equal((await list(supplier)).meta.total, total - 1);
    assert.deepEqual(uuidsOf(await listOf('declined', supplier)), [order.uuid]);
    await undo(supplier, order);
    await undo(supplier, order);
    assert.equal((await list(supplier)).meta.total, total);
  });
});
