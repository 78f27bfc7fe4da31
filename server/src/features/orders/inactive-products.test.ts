import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Proposal } from '@lavra/contract/proposals/schemas';
import { buildProduct, type TestProduct } from '../../../test/catalogue.ts';
import { countStatements } from '../../../test/count-statements.ts';
import { buildOrder, type OrderFields } from '../../../test/orders.ts';
import { buildAdmin, buildProducer, buildSupplier } from '../../../test/people.ts';
import { startService, type Answer } from '../../../test/service.ts';
import { settlePending } from './scheduled/due-orders.ts';

const service = await startService({ now: new Date('2026-11-20T15:00:00Z') });
const { platform } = service.app;
const [admin, producer, supplier] = [
  await buildAdmin(service),
  await buildProducer(service),
  await buildSupplier(service),
];
const neverAborted = new AbortController().signal;

interface Refusal {
  readonly code: string;
  readonly error: string;
}

const switchProduct = ({ id }: TestProduct, active: boolean) =>
  service.db.q.updateTable('products').set({ active }).where('id', '=', id).execute();
const build = (products: readonly TestProduct[], fields: Partial<OrderFields> = {}) =>
  buildOrder(service, {
    producerId: producer.producerId,
    items: products.map((product) => ({ product })),
    ...fields,
  });
const publish = ({ uuid }: { readonly uuid: string }): Promise<Answer<Refusal>> =>
  service.call<Refusal>('POST', `/api/v1/producer/orders/${uuid}/publish`, {
    token: producer.token,
  });
const statusOf = async ({ id }: { readonly id: number }): Promise<string> =>
  (
    await service.db.q
      .selectFrom('orders')
      .select('status')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).status;

function assertGone({ status, body }: Answer<Refusal>, ...names: string[]): void {
  assert.deepEqual([status, body.code], [422, 'order_inactive_products']);
  for (const name of names) assert.ok(body.error.includes(name), body.error);
}

describe('an order with products that are no longer in the catalogue', () => {
  it('cannot be published, and the error names them', async () => {
    const [kept, gone, other] = [
      await buildProduct(service),
      await buildProduct(service, { name: 'Adubo Antigo' }),
      await buildProduct(service, { name: 'Semente Velha' }),
    ];
    const order = await build([kept, gone, other], { status: 'rascunho' });
    await switchProduct(gone, false);
    await switchProduct(other, false);
    const refusal = await publish(order);
    assertGone(refusal, 'Adubo Antigo e Semente Velha');
    assert.ok(!refusal.body.error.includes(kept.name));
    await switchProduct(gone, true);
    await switchProduct(other, true);
    assert.equal((await publish(order)).status, 200);
  });

  it('cannot be published when the type or the subtype is inactive either', async () => {
    for (const table of ['product_types', 'product_subtypes'] as const) {
      const product = await buildProduct(service);
      const order = await build([product], { status: 'rascunho' });
      await service.db.q
        .updateTable(table)
        .set({ active: false })
        .where('id', '=', table === 'product_types' ? product.typeId : product.subtypeId)
        .execute();
      assertGone(await publish(order), product.name);
      const copy = await service.call<{ items: unknown[]; skipped_items: number }>(
        'POST',
        `/api/v1/producer/orders/${order.uuid}/duplicate`,
        { token: producer.token, body: {} },
      );
      assert.deepEqual([copy.status, copy.body.items.length, copy.body.skipped_items], [200, 0, 1]);
      const found = await service.call<{ data: { id: number }[] }>(
        'GET',
        `/api/v1/products?q=${encodeURIComponent(product.name)}`,
        { token: producer.token },
      );
      assert.ok(
        !found.body.data.some(({ id }) => id === product.id),
        'what cannot be ordered is not found',
      );
    }
  });

  it('cannot wait for an approval or a scheduled publication', async () => {
    const product = await buildProduct(service);
    const order = await build([product], {
      status: 'rascunho',
      publishAt: new Date('2026-11-21T12:00:00Z'),
    });
    await switchProduct(product, false);
    assertGone(await publish(order), product.name);
    assert.equal(await statusOf(order), 'rascunho');
  });

  it('stays pending at its scheduled time, its owner is notified once, and it is not tried again', async () => {
    const product = await buildProduct(service, { name: 'Defensivo Retirado' });
    const turn = () => settlePending(platform, neverAborted);
    await turn();
    const statements = await countStatements(turn);
    const order = await build([product], {
      status: 'pendente',
      publishAt: new Date('2026-11-20T14:00:00Z'),
    });
    await switchProduct(product, false);
    await turn();
    assert.equal(await countStatements(turn), statements);
    assert.equal(await statusOf(order), 'pendente');
    await service.work();
    const { body } = await service.call<{ data: { title: string; body: string }[] }>(
      'GET',
      '/api/v1/notifications',
      { token: producer.token },
    );
    const notices = body.data.filter(
      ({ title }) => title === `A cotação ${order.number} não foi publicada`,
    );
    assert.equal(notices.length, 1);
    assert.match(notices[0]?.body ?? '', /Defensivo Retirado/);
    await switchProduct(product, true);
    await turn();
    assert.equal(await statusOf(order), 'publicada');
  });

  it('cannot be approved for publication', async () => {
    const product = await buildProduct(service);
    const order = await build([product], { status: 'pendente' });
    await switchProduct(product, false);
    assertGone(
      await service.call<Refusal>('POST', `/api/v1/admin/orders/${order.id}/approve`, {
        token: admin.token,
      }),
      product.name,
    );
    assert.equal(await statusOf(order), 'pendente');
  });
});

describe('a proposal with a similar product from the catalogue', () => {
  const save = (
    order: { uuid: string; items: readonly { id: number }[] },
    product: TestProduct,
    quantity = 100,
  ) =>
    service.call<Proposal>('POST', `/api/v1/orders/${order.uuid}/proposals`, {
      token: supplier.token,
      body: {
        items: order.items.map(({ id }) => ({
          order_item_id: id,
          product_id: product.id,
          unit_price: 10,
          quantity,
          offers_similar: true,
        })),
      },
    });
  const submit = ({ uuid }: Proposal) =>
    service.call<Refusal>('POST', `/api/v1/proposals/${uuid}/submit`, { token: supplier.token });

  it('is saved with a warning, and cannot be submitted once that product is inactive', async () => {
    const [asked, similar] = [
      await buildProduct(service),
      await buildProduct(service, { name: 'Similar Retirado' }),
    ];
    const order = await build([asked]);
    assert.deepEqual(
      (await save(order, similar)).body.items.map(({ similar_gone }) => similar_gone),
      [false],
    );
    await switchProduct(similar, false);
    const { status, body: draft } = await save(order, similar);
    assert.deepEqual([status, draft.items.map(({ similar_gone }) => similar_gone)], [200, [true]]);
    const read = await service.call<Proposal>('GET', `/api/v1/supplier/proposals/${draft.uuid}`, {
      token: supplier.token,
    });
    assert.deepEqual(
      read.body.items.map(({ similar_gone }) => similar_gone),
      [true],
    );
    const refusal = await submit(draft);
    assert.deepEqual([refusal.status, refusal.body.code], [422, 'proposal_inactive_products']);
    assert.match(refusal.body.error, /Similar Retirado/);
    await switchProduct(similar, true);
    assert.equal((await submit(draft)).status, 200);
  });

  it('may offer the requested product even when inactive, and need not offer the similar one', async () => {
    const [asked, similar] = [await buildProduct(service), await buildProduct(service)];
    const [one, two] = [await build([asked]), await build([await buildProduct(service)])];
    const [own, empty] = [(await save(one, asked)).body, (await save(two, similar, 0)).body];
    await switchProduct(asked, false);
    await switchProduct(similar, false);
    assert.deepEqual([(await submit(own)).status, (await submit(empty)).status], [200, 200]);
  });
});
