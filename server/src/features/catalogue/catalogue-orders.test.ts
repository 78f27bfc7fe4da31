import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import type { OrderStatus } from '@lavra/domain/order/order-status';
import { buildProduct, type TestProduct } from '../../../test/catalogue.ts';
import { buildOrder } from '../../../test/orders.ts';
import { buildAdmin, buildProducer, buildSupplier } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';

const service = await startService();
const admin = await buildAdmin(service);
const producer = await buildProducer(service);
const call = (method: string, path: string, body?: unknown) =>
  service.call<{ id: number; code: string; errors: object }>(method, `/api/v1/${path}`, {
    token: admin.token,
    ...(body === undefined ? {} : { body }),
  });

const orderOf = async (
  status: OrderStatus,
  ...products: Pick<TestProduct, 'id' | 'unit' | 'typeId'>[]
): Promise<number> =>
  (
    await buildOrder(service, {
      producerId: producer.producerId,
      status,
      items: products.map((product) => ({ product })),
    })
  ).id;

const typesOf = async (id: number) => {
  const { product_type_ids, has_pesticide, version } = await service.db.q
    .selectFrom('orders')
    .select(['product_type_ids', 'has_pesticide', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { types: product_type_ids.toSorted((a, b) => a - b), has_pesticide, version };
};
const sorted = (...ids: number[]) => ids.toSorted((a, b) => a - b);

const openStatuses = ['rascunho', 'pendente', 'publicada'] as const;
const closedStatuses = [
  'em_analise',
  'adjudicada',
  'finalizada',
  'cancelada',
  'revogada',
  'expirada',
] as const;

describe('the product types of an order', () => {
  it('follow a product that moves to another subtype, in every order that can still be matched', async () => {
    const [moving, staying, target] = [
      await buildProduct(service),
      await buildProduct(service),
      await buildProduct(service, { is_pesticide: true }),
    ];
    const [open, closed] = [
      await Promise.all(openStatuses.map((status) => orderOf(status, moving, staying))),
      await Promise.all(closedStatuses.map((status) => orderOf(status, moving, staying))),
    ];
    assert.equal(
      (await call('PUT', `products/${moving.id}`, { product_subtype_id: target.subtypeId })).status,
      200,
    );
    for (const id of open)
      assert.deepEqual(await typesOf(id), {
        types: sorted(staying.typeId, target.typeId),
        has_pesticide: true,
        version: 1,
      });
    for (const id of closed)
      assert.deepEqual(await typesOf(id), {
        types: sorted(staying.typeId, moving.typeId),
        has_pesticide: false,
        version: 1,
      });
  });

  it('follow a subtype that moves to another type', async () => {
    const [moving, target] = [await buildProduct(service), await buildProduct(service)];
    const sibling = await buildProduct(service, { subtypeId: moving.subtypeId });
    const order = await orderOf('publicada', moving, sibling);
    assert.equal(
      (
        await call('PUT', `product-subtypes/${moving.subtypeId}`, {
          product_type_id: target.typeId,
        })
      ).status,
      200,
    );
    assert.deepEqual((await typesOf(order)).types, [target.typeId]);
  });

  it('follow a type that becomes one of pesticides or ceases to be one', async () => {
    const product = await buildProduct(service);
    const [order, other] = [
      await orderOf('publicada', product),
      await orderOf('publicada', await buildProduct(service)),
    ];
    await call('PUT', `product-types/${product.typeId}`, { is_pesticide: true });
    assert.equal((await typesOf(order)).has_pesticide, true);
    assert.equal((await typesOf(other)).has_pesticide, false);
    await call('PUT', `product-types/${product.typeId}`, { is_pesticide: false });
    assert.equal((await typesOf(order)).has_pesticide, false);
  });

  it('are neither locked nor written when only a name changes', async () => {
    const product = await buildProduct(service);
    const order = await orderOf('publicada', product);
    const row = async () =>
      sql<{
        xmin: string;
        xmax: string;
      }>`SELECT xmin::text, xmax::text FROM orders WHERE id = ${order}`
        .execute(service.db.q)
        .then(({ rows }) => rows[0]);
    const before = await row();
    await call('PUT', `products/${product.id}`, {
      name: 'Nome corrigido',
      product_subtype_id: product.subtypeId,
    });
    assert.deepEqual(await row(), before);
  });
});

describe('catalogue entries that orders refer to', () => {
  it('stay: a product of any order, even a draft, is deactivated instead of deleted', async () => {
    const product = await buildProduct(service);
    await orderOf('rascunho', product);
    const { status, body } = await call('DELETE', `products/${product.id}`);
    assert.deepEqual([status, body.code], [422, 'product_in_use']);
    assert.equal((await call('PUT', `products/${product.id}`, { active: false })).status, 200);
  });

  it('stay: a unit of an order item cannot be deleted, and its new symbol appears there', async () => {
    const unit = await call('POST', 'admin/measurement-units', {
      symbol: 'BAG900',
      name: 'big bag de 900 kg',
    });
    const order = await orderOf('publicada', { ...(await buildProduct(service)), unit: 'BAG900' });
    assert.equal(
      (await call('DELETE', `admin/measurement-units/${unit.body.id}`)).body.code,
      'unit_in_use',
    );
    assert.equal(
      (await call('PUT', `admin/measurement-units/${unit.body.id}`, { symbol: 'BB900' })).status,
      200,
    );
    const items = await service.db.q
      .selectFrom('order_items')
      .select('unit')
      .where('order_id', '=', order)
      .execute();
    assert.deepEqual(items, [{ unit: 'BB900' }]);
  });
});

describe('concurrent changes of two admins', () => {
  const TRIALS = 20;

  it('let only one succeed: deleting a type, or adding a subtype to it', async () => {
    for (let trial = 0; trial < TRIALS; trial += 1) {
      const { body: type } = await call('POST', 'product-types', { name: `Disputado ${trial}` });
      const [created, removed] = await Promise.all([
        call('POST', 'product-subtypes', { name: 'Corrida', product_type_id: type.id }),
        call('DELETE', `product-types/${type.id}`),
      ]);
      if (removed.status === 200)
        assert.deepEqual(
          [created.status, Object.keys(created.body.errors)],
          [422, ['product_type_id']],
        );
      else
        assert.deepEqual(
          [removed.status, removed.body.code, created.status],
          [422, 'has_subtypes', 200],
        );
    }
  });

  it('let only one succeed: deleting a subtype, or adding a product to it', async () => {
    for (let trial = 0; trial < TRIALS; trial += 1) {
      const { typeId } = await buildProduct(service);
      const { body: subtype } = await call('POST', 'product-subtypes', {
        name: 'Disputado',
        product_type_id: typeId,
      });
      const [created, removed] = await Promise.all([
        call('POST', 'products', { name: 'Corrida', unit: 'L', product_subtype_id: subtype.id }),
        call('DELETE', `product-subtypes/${subtype.id}`),
      ]);
      if (removed.status === 200)
        assert.deepEqual(
          [created.status, Object.keys(created.body.errors)],
          [422, ['product_subtype_id']],
        );
      else
        assert.deepEqual(
          [removed.status, removed.body.code, created.status],
          [422, 'has_products', 200],
        );
    }
  });

  it('leave no dangling reference when a type is chosen or a product ordered while it is deleted', async () => {
    const supplier = await buildSupplier(service);
    for (let trial = 0; trial < TRIALS; trial += 1) {
      const { body: type } = await call('POST', 'product-types', { name: `Escolhido ${trial}` });
      const product = await buildProduct(service);
      const [, removedType, ordered, removedProduct] = await Promise.all([
        service.db.q
          .insertInto('supplier_product_types')
          .values({ supplier_id: supplier.supplierId, product_type_id: type.id })
          .execute()
          .catch(() => 'refused'),
        call('DELETE', `product-types/${type.id}`),
        orderOf('rascunho', product).catch(() => 'refused'),
        call('DELETE', `products/${product.id}`),
      ]);
      assert.ok(
        removedType.status === 200 || removedType.body.code === 'type_in_use',
        JSON.stringify(removedType.body),
      );
      assert.ok(
        removedProduct.status === 200
          ? ordered === 'refused'
          : removedProduct.body.code === 'product_in_use',
        JSON.stringify(removedProduct.body),
      );
    }
  });

  it('do not deadlock with drafts being written, and every draft ends with the right types', async () => {
    const [first, second] = [await buildProduct(service), await buildProduct(service)];
    const unit = (
      await call('POST', 'admin/measurement-units', { symbol: 'PAR', name: 'unidade disputada' })
    ).body;
    const items = [second, first].map((product) => ({
      product_id: product.id,
      quantity: 5,
      unit: 'L',
    }));
    const write = (method: string, path: string, body: object) =>
      service.call<{ id: number }>(method, `/api/v1/producer/orders${path}`, {
        token: producer.token,
        body,
      });
    const drafts = await Promise.all(
      [1, 2, 3].map(
        async () =>
          (await write('POST', '', { description: 'Safra', deadline_date: '2036-01-31', items }))
            .body.id,
      ),
    );
    for (let trial = 0; trial < TRIALS; trial += 1) {
      const answers = await Promise.all([
        ...drafts.map((id) =>
          write('PUT', `/${id}`, { items: trial % 2 === 0 ? items : items.toReversed() }),
        ),
        call('PUT', `products/${first.id}`, {
          name: `Mudado ${trial}`,
          product_subtype_id: trial % 2 === 0 ? second.subtypeId : first.subtypeId,
        }),
        call('PUT', `product-types/${second.typeId}`, {
          name: `Tipo mudado ${trial}`,
          is_pesticide: trial % 2 === 0,
        }),
        call('PUT', `product-subtypes/${first.subtypeId}`, {
          product_type_id: trial % 2 === 0 ? second.typeId : first.typeId,
        }),
        call('PUT', `admin/measurement-units/${unit.id}`, { symbol: `PAR${trial}` }),
      ]);
      assert.deepEqual(
        answers.map((answer) => answer.status),
        answers.map(() => 200),
        JSON.stringify(answers.map((answer) => answer.body)),
      );
    }
    // Whichever change came last, the next one settles the types.
    await call('PUT', `products/${first.id}`, { product_subtype_id: second.subtypeId });
    await call('PUT', `products/${first.id}`, { product_subtype_id: first.subtypeId });
    for (const id of drafts)
      assert.deepEqual((await typesOf(id)).types, sorted(first.typeId, second.typeId));
    const { rows } = await sql<{
      deadlocks: number;
    }>`SELECT deadlocks FROM pg_stat_database WHERE datname = current_database()`.execute(
      service.db.q,
    );
    assert.equal(Number(rows[0]?.deadlocks), 0);
  });
});
