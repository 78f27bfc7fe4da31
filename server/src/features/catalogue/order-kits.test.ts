import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OrderKit } from '@lavra/contract/catalogue/order-kits';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildAdmin, buildProducer } from '../../../test/people.ts';
import { startService, type Answer } from '../../../test/service.ts';

interface Body extends OrderKit {
  readonly data: readonly OrderKit[];
  readonly errors: Readonly<Record<string, readonly string[]>>;
}

const service = await startService();
const admin = await buildAdmin(service);
const producer = await buildProducer(service);
const kits = '/api/v1/admin/order-kits';
const call = (
  method: string,
  path: string,
  { token = admin.token, body }: { token?: string; body?: unknown } = {},
): Promise<Answer<Body>> =>
  service.call(method, `${kits}${path}`, { token, ...(body === undefined ? {} : { body }) });
const namesOf = ({ products }: OrderKit): string[] => products.map(({ name }) => name);
let ordinal = 0;
const some = (): string => `Kit ${(ordinal += 1)}`;

describe('a list of products', () => {
  it('keeps the order of its products, and is replaced as a whole', async () => {
    const [a, b, c] = [
      await buildProduct(service),
      await buildProduct(service),
      await buildProduct(service),
    ];
    const name = some();
    const { body: kit } = await call('POST', '', {
      body: { name: ` ${name} `, product_ids: [c.id, a.id] },
    });
    assert.deepEqual([kit.name, kit.active], [name, true]);
    assert.deepEqual(
      kit.products.map(({ id }) => id),
      [c.id, a.id],
    );
    const { body: changed } = await call('PUT', `/${kit.id}`, {
      body: { product_ids: [a.id, b.id, c.id] },
    });
    assert.deepEqual(
      changed.products.map(({ id }) => id),
      [a.id, b.id, c.id],
    );
    await call('PUT', `/${kit.id}`, { body: { name, product_ids: [a.id, b.id, c.id] } });
    assert.equal((await call('DELETE', `/${kit.id}`)).status, 200);
    assert.equal((await call('GET', `/${kit.id}`)).status, 404);
    const log = await service.db.q
      .selectFrom('audit_log')
      .select('action')
      .where('resource_type', '=', 'order_kit')
      .where('resource_id', '=', kit.id)
      .orderBy('id')
      .execute();
    assert.deepEqual(
      log.map(({ action }) => action),
      ['created', 'updated', 'deleted'],
      'a change of nothing is not recorded',
    );
  });

  it('shows producers only active lists, and of these what can be ordered', async () => {
    const [kept, gone] = [await buildProduct(service), await buildProduct(service)];
    const { body: kit } = await call('POST', '', {
      body: { name: some(), product_ids: [gone.id, kept.id] },
    });
    await service.db.q
      .updateTable('products')
      .set({ active: false })
      .where('id', '=', gone.id)
      .execute();
    const seenBy = async (token: string) =>
      (await call('GET', '?per_page=100', { token })).body.data.find(({ id }) => id === kit.id);
    const mine = await seenBy(producer.token);
    assert.deepEqual(
      mine?.products.map(({ id }) => id),
      [kept.id],
    );
    assert.equal((await seenBy(admin.token))?.products.length, 2);
    assert.deepEqual(
      namesOf((await call('GET', `/${kit.id}`, { token: producer.token })).body),
      mine === undefined ? [] : namesOf(mine),
    );
    await call('PUT', `/${kit.id}`, { body: { active: false } });
    assert.equal(await seenBy(producer.token), undefined);
    assert.equal((await seenBy(admin.token))?.active, false);
  });

  it('refuses a name that another has, unknown products, one product twice, and none', async () => {
    const product = await buildProduct(service);
    const name = some();
    const wrong = async (body: unknown): Promise<string[]> => {
      const answer = await call('POST', '', { body });
      assert.equal(answer.status, 422);
      return Object.keys(answer.body.errors);
    };
    await call('POST', '', { body: { name, product_ids: [product.id] } });
    assert.deepEqual(await wrong({ name: name.toUpperCase(), product_ids: [product.id] }), [
      'name',
    ]);
    assert.deepEqual(await wrong({ name: some(), product_ids: [product.id, 999_999_999] }), [
      'product_ids.1',
    ]);
    assert.deepEqual(await wrong({ name: some(), product_ids: [product.id, product.id] }), [
      'product_ids',
    ]);
    assert.deepEqual(await wrong({ name: some(), product_ids: [] }), ['product_ids']);
    assert.deepEqual(await wrong({ name: ' ', product_ids: [product.id] }), ['name']);
  });

  it('loses a product that leaves the catalogue', async () => {
    const [kept, removed] = [await buildProduct(service), await buildProduct(service)];
    const { body: kit } = await call('POST', '', {
      body: { name: some(), product_ids: [removed.id, kept.id] },
    });
    const reply = await service.call('DELETE', `/api/v1/products/${removed.id}`, {
      token: admin.token,
    });
    assert.equal(reply.status, 200);
    assert.deepEqual(
      (await call('GET', `/${kit.id}`)).body.products.map(({ id }) => id),
      [kept.id],
    );
  });
});
