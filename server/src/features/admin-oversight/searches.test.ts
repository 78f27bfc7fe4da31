import assert from 'node:assert/strict';
import { it } from 'node:test';
import { buildAdmin, buildSupplier } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { openAwards } from '../awards/awards.fixture.ts';

const service = await startService();
const admin = await buildAdmin(service);
const { producer, ordered, offered, award } = await openAwards(service);
const supplier = await buildSupplier(service, { name: 'Revenda do Vale' });
const bought = await ordered(1, { description: 'Uréia e sulfato' });
await award(bought, [[0, await offered(bought, ['10'], { supplier })]]);
await offered(await ordered(1, { description: 'Sulfato, depois ureia' }), ['10'], { supplier });

it('the words of a search are found in any order, and each of them', async () => {
  const found = async (path: string, token: string, text: string): Promise<number> => {
    const { status, body } = await service.call<{ meta: { total: number } }>(
      'GET',
      `/api/v1/${path}?search=${encodeURIComponent(text)}`,
      { token },
    );
    assert.equal(status, 200, path);
    return body.meta.total;
  };
  for (const [path, token, total] of [
    ['producer/orders', producer.token, 2],
    ['producer/purchases', producer.token, 1],
    ['supplier/orders', supplier.token, 1],
    ['supplier/proposals', supplier.token, 2],
    ['supplier/purchases', supplier.token, 1],
    ['admin/orders', admin.token, 2],
    ['admin/proposals', admin.token, 2],
    ['admin/purchases', admin.token, 1],
  ] as const) {
    for (const text of ['sulfato ureia', 'Uréia  SULFATO'])
      assert.equal(await found(path, token, text), total, `${path} ${text}`);
    assert.equal(await found(path, token, 'sulfato cana'), 0, path);
  }
  for (const [path, total] of [
    ['admin/proposals', 2],
    ['admin/purchases', 1],
  ] as const)
    assert.equal(await found(path, admin.token, 'vale revenda'), total, path);
});
