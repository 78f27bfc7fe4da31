import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OfferedProduct } from '@lavra/contract/admin/suppliers';
import type {
  Product,
  ProductLookup,
  ProductSubtype,
  ProductType,
  UnlistedProducts,
} from '@lavra/contract/catalogue/schemas';
import type { OrderedProducts, ProducerOrder } from '@lavra/contract/orders/schemas';
import type { OrderComparison } from '@lavra/contract/orders/comparison';
import type { Proposal } from '@lavra/contract/proposals/schemas';
import type { SupplierOrder, SupplierOrderSummary } from '@lavra/contract/orders/supplier-schemas';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildOrder } from '../../../test/orders.ts';
import { buildAdmin, buildProducer, buildSupplier } from '../../../test/people.ts';
import { buildProposal } from '../../../test/proposals.ts';
import { startService } from '../../../test/service.ts';
import {
  assertFields,
  assertRefused,
  expectOk,
  type Page,
  type Refusal,
} from '../admin-users/admin-users.fixture.ts';

const service = await startService();
const admin = await buildAdmin(service);
const get = async <B>(url: string, { token } = admin): Promise<B> =>
  expectOk(await service.call<B>('GET', `/api/v1${url}`, { token }));
const send = <B>(method: 'POST' | 'PUT' | 'DELETE', url: string, body: object, { token } = admin) =>
  service.call<B & Refusal>(method, `/api/v1${url}`, { token, body });

const fertilizers = expectOk(await send<ProductType>('POST', '/product-types', { name: 'Adubos' }));
const { product: unlisted } = await unlistedOf(fertilizers);
const NOTES = 'Adubo foliar X, com boro';
const NAME = 'Adubo foliar X, com boro (fora do catálogo)';

async function unlistedOf({ id }: { id: number }): Promise<UnlistedProducts['data'][number]> {
  const found = (await get<UnlistedProducts>('/unlisted-products')).data.find(
    ({ type }) => type.id === id,
  );
  assert.ok(found);
  return found;
}
const item = { product_id: unlisted.id, quantity: 12, unit: 'L', notes: NOTES };
const product = { id: unlisted.id, unit: unlisted.unit, typeId: fertilizers.id };

describe('the product of a type for what the catalogue lacks', () => {
  it('exists as soon as the type does, and leaves with it', async () => {
    const type = expectOk(
      await send<ProductType>('POST', '/product-types', { name: 'De passagem' }),
    );
    const { product: made } = await unlistedOf(type);
    assert.equal(made.name, 'Produto fora do catálogo');
    expectOk(await send('DELETE', `/product-types/${type.id}`, {}));
    assert.equal(
      await service.db.q
        .selectFrom('products')
        .select('id')
        .where('id', '=', made.id)
        .executeTakeFirst(),
      undefined,
    );
  });

  it('is in no list, search, count or record of the catalogue', async () => {
    const { subtypes_count } = await get<ProductType>(`/product-types/${fertilizers.id}`);
    assert.equal(subtypes_count, 0);
    for (const url of [
      `/product-types/${fertilizers.id}/subtypes`,
      `/product-subtypes?product_type_id=${fertilizers.id}`,
      `/products?product_type_id=${fertilizers.id}`,
      '/products?search=fora do catálogo',
    ])
      assert.equal((await get<Page<Product | ProductSubtype>>(url)).meta.total, 0, url);
    const { data } = await get<ProductLookup>('/product-lookup?names=fora do catálogo');
    assert.deepEqual(data[0]?.products, []);
    const { subtype } = await service.db.q
      .selectFrom('products')
      .select('product_subtype_id as subtype')
      .where('id', '=', unlisted.id)
      .executeTakeFirstOrThrow();
    for (const url of [`/products/${unlisted.id}`, `/product-subtypes/${subtype}`])
      for (const [method, body] of [
        ['PUT', { name: 'Outro' }],
        ['DELETE', {}],
      ] as const)
        assertRefused(await send(method, url, body), 404, 'not_found');
    assertFields(
      await send('POST', '/products', { product_subtype_id: subtype, name: 'Uréia', unit: 'KG' }),
      'product_subtype_id',
    );
    assertFields(
      await send('POST', '/admin/order-kits', { name: 'Kit', product_ids: [unlisted.id] }),
      'product_ids.0',
    );
  });

  it('keeps its type while an order has it', async () => {
    const type = expectOk(await send<ProductType>('POST', '/product-types', { name: 'Em uso' }));
    const { product: used } = await unlistedOf(type);
    const { producerId } = await buildProducer(service);
    await buildOrder(service, { producerId, items: [{ product: { ...used, typeId: type.id } }] });
    assertRefused(await send('DELETE', `/product-types/${type.id}`, {}), 422, 'type_in_use');
  });
});

describe('an item that is not in the catalogue', () => {
  it('says what it is', async () => {
    const producer = await buildProducer(service);
    const draft = { description: 'Adubação', deadline_date: '2036-12-15' };
    for (const notes of [undefined, null, '  ']) {
      const refused = await send(
        'POST',
        '/producer/orders',
        { ...draft, items: [{ ...item, notes }] },
        producer,
      );
      assertFields(refused, 'items.0.notes');
      assert.deepEqual(refused.body.errors?.['items.0.notes'], [
        'Diga que produto você procura: este item está fora do catálogo.',
      ]);
    }
    const made = expectOk(
      await send<ProducerOrder>('POST', '/producer/orders', { ...draft, items: [item] }, producer),
    );
    assert.deepEqual(
      made.items.map((one) => [one.product.name, one.is_unlisted, one.notes]),
      [[NAME, true, NOTES]],
    );
    const listed = await buildProduct(service);
    const other = expectOk(
      await send<ProducerOrder>(
        'PUT',
        `/producer/orders/${made.uuid}`,
        { items: [{ product_id: listed.id, quantity: 1, unit: 'L', notes: 'Balde' }] },
        producer,
      ),
    );
    assert.deepEqual(
      other.items.map((one) => [one.product.name, one.is_unlisted]),
      [[listed.name, false]],
    );
  });

  it('reaches the suppliers of its type, who answer it as any other, by its own name', async () => {
    const producer = await buildProducer(service);
    const supplier = await buildSupplier(service, { productTypeIds: [fertilizers.id] });
    const order = await buildOrder(service, {
      producerId: producer.producerId,
      items: [
        { product, notes: NOTES },
        { product, notes: 'Adubo de cobertura' },
      ],
    });
    const { data } = await get<Page<SupplierOrderSummary>>(
      '/supplier/orders?matching=1&with_details=1',
      supplier,
    );
    assert.deepEqual(
      data.map(({ uuid }) => uuid),
      [order.uuid],
    );
    const shown = await get<SupplierOrder>(`/supplier/orders/${order.uuid}`, supplier);
    assert.deepEqual(
      shown.items.map((one) => one.product.name),
      [NAME, 'Adubo de cobertura (fora do catálogo)'],
    );
    const sheet = await service.call('GET', `/api/v1/supplier/orders/${order.uuid}/quote-sheet`, {
      token: supplier.token,
    });
    assert.match(sheet.raw.toString(), /Adubo foliar X, com boro \(fora do catálogo\)/);
    const sent = expectOk(
      await send<Proposal>(
        'POST',
        `/orders/${order.uuid}/proposals`,
        {
          items: order.items.map(({ id, productId }) => ({
            order_item_id: id,
            product_id: productId,
            unit_price: 10,
            quantity: 12,
          })),
        },
        supplier,
      ),
    );
    assert.deepEqual(
      sent.items.map((one) => [one.order_item.product.name, one.product.name]),
      [NAME, 'Adubo de cobertura (fora do catálogo)'].map((name) => [name, name]),
    );
    expectOk(await send('POST', `/proposals/${sent.uuid}/submit`, {}, supplier));
    const { rows } = await get<OrderComparison>(
      `/producer/orders/${order.uuid}/comparison?proposals[]=${sent.uuid}`,
      producer,
    );
    assert.deepEqual(
      rows.map((row) => row.item.product.name),
      [NAME, 'Adubo de cobertura (fora do catálogo)'],
    );
    expectOk(await send('POST', `/proposals/${sent.uuid}/accept`, {}, producer));
    await service.work();
    const { content } = await service.db.q
      .selectFrom('decision_records')
      .select('content')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow();
    assert.ok(JSON.stringify(content).includes(NAME));
  });

  it('is no product that was ordered, offered or priced before', async () => {
    const producer = await buildProducer(service);
    const supplier = await buildSupplier(service);
    const listed = await buildProduct(service);
    const fields = {
      producerId: producer.producerId,
      items: [{ product, notes: NOTES }, { product: listed }],
    };
    const order = await buildOrder(service, fields);
    await buildProposal(service, {
      orderId: order.id,
      supplierId: supplier.supplierId,
      items: order.items.map((one) => ({ item: one, price: '10' })),
    });
    const { recent } = await get<OrderedProducts>('/producer/ordered-products', producer);
    assert.deepEqual(
      recent.map((one) => one.product.id),
      [listed.id],
    );
    const next = await buildOrder(service, fields);
    const { last_prices } = await get<SupplierOrder>(`/supplier/orders/${next.uuid}`, supplier);
    assert.deepEqual(
      last_prices.map(({ product_id }) => product_id),
      [listed.id],
    );
    const offered = await get<Page<OfferedProduct>>(
      `/admin/suppliers/${supplier.supplierId}/products`,
    );
    assert.deepEqual(
      [offered.meta.total, offered.data.map((one) => one.product.id)],
      [1, [listed.id]],
    );
  });

  it('is copied with its words', async () => {
    const producer = await buildProducer(service);
    const { uuid } = await buildOrder(service, {
      producerId: producer.producerId,
      items: [{ product, notes: NOTES }],
    });
    const copy = expectOk(
      await send<ProducerOrder>('POST', `/producer/orders/${uuid}/duplicate`, {}, producer),
    );
    assert.deepEqual(
      copy.items.map((one) => one.product.name),
      [NAME],
    );
  });
});
