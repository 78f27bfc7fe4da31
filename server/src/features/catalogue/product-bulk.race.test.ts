import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemActor } from '../../platform/db/command.ts';
import { buildProduct } from '../../../test/catalogue.ts';
import { startService } from '../../../test/service.ts';
import { countDeadlocks, times, TRIALS } from '../proposals/races.fixture.ts';
import { createProducts, type NewProduct } from './product-bulk.ts';

const service = await startService();
const { command } = service.app.platform;
/** Enough for two orders of inserting to meet in nearly every trial. */
const PRODUCTS = 60;

describe('two imports of the same new products, in opposite orders', () => {
  it('wait for each other in one direction only', async () => {
    const { id, unit } = await buildProduct(service);
    const { product_subtype_id } = await service.db.q
      .selectFrom('products')
      .select('product_subtype_id')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    for (let trial = 0; trial < TRIALS; trial += 1) {
      const products = times(PRODUCTS, (n): NewProduct => ({
        product_subtype_id,
        name: `Produto ${trial}-${n}`,
        description: null,
        brand: null,
        active_ingredient: null,
        concentration: null,
        unit,
        active: true,
      }));
      const created = await Promise.all(
        [products, products.toReversed()].map((some) =>
          command(systemActor, async (uow) => (await createProducts(uow, some)).size),
        ),
      );
      assert.deepEqual(
        created.toSorted((a, b) => a - b),
        [0, PRODUCTS],
      );
    }
    assert.equal(await countDeadlocks(service), 0);
  });
});
