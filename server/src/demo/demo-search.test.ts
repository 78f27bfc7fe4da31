import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { fold } from '@lavra/domain/text/fold';
import { systemActor } from '../platform/db/command.ts';
import { buildProducer } from '../../test/people.ts';
import { startService } from '../../test/service.ts';
import { loadDemoCatalogue } from './demo-catalogue-store.ts';
import { describeDemoProduct, readDemoCatalogue } from './demo-catalogue.ts';

const service = await startService();
const producer = await buildProducer(service);
const { products } = readDemoCatalogue();

/** Returns the names that the order editor shows for what was typed: the first ones, and how many. */
async function search(typed: string, shown = 8) {
  const query = new URLSearchParams({
    active: 'true',
    sort: 'match',
    q: typed,
    per_page: `${shown}`,
  });
  const { status, body } = await service.call<{
    data: readonly { name: string }[];
    meta: { total: number };
  }>('GET', `/api/v1/products?${query.toString()}`, { token: producer.token });
  assert.equal(status, 200);
  return { names: body.data.map(({ name }) => name), total: body.meta.total };
}
const namesOf = (found: typeof products): readonly string[] =>
  found.map(({ name }) => name).toSorted((a, b) => (fold(a) < fold(b) ? -1 : 1));

describe('the search in a catalogue of registered products', () => {
  before(async () => {
    await service.app.platform.command(systemActor, async (uow) => loadDemoCatalogue(uow));
  });

  it('finds by “herbicida” every herbicide, and nothing else', async () => {
    const wanted = namesOf(products.filter(({ subtype }) => subtype === 'Herbicidas'));
    assert.ok(wanted.length > 50);
    const { names, total } = await search('herbicida', 100);
    assert.equal(total, wanted.length);
    assert.deepEqual(names, wanted.slice(0, 100));
  });

  it('finds by “fungicida soja” the fungicides registered for soy, and no soybean meal', async () => {
    const wanted = namesOf(
      products.filter(
        (product) =>
          product.subtype === 'Fungicidas' &&
          fold(describeDemoProduct(product) ?? '').includes('soja'),
      ),
    );
    assert.ok(wanted.length > 10);
    assert.deepEqual((await search('fungicida soja', 100)).names, wanted);
  });

  it('shows for “sal mi” first what is called so, not the salts of glyphosate', async () => {
    const { names, total } = await search('sal mi');
    assert.ok(total > 8, 'there are more than are shown');
    assert.equal(names[0], 'Sal mineral');
  });
});
