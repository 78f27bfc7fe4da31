import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../seeded.fixture.ts';
import { priceDoubt } from './price-doubt.ts';

describe('a price that may have a misplaced comma', () => {
  it('is about a power of ten above or below the own last price', () => {
    assert.deepEqual(priceDoubt(6_840_00n, 684_00n, []), {
      than: 'last',
      direction: 'above',
      times: 10,
      isExact: true,
    });
    assert.deepEqual(priceDoubt(6_840_00n, 68_40n, []), {
      than: 'last',
      direction: 'above',
      times: 100,
      isExact: true,
    });
    assert.deepEqual(priceDoubt(68n, 68_40n, []), {
      than: 'last',
      direction: 'below',
      times: 100,
      isExact: false,
    });
  });

  it('is not one that the market has moved, whatever the other items cost', () => {
    assert.equal(priceDoubt(200n, 100n, [1n, 1n, 1n]), undefined);
    assert.equal(priceDoubt(100n, 700n, [9_000n, 9_000n, 9_000n]), undefined);
  });

  it('without a last price is compared with at least three other items', () => {
    assert.deepEqual(priceDoubt(1_001n, null, [100n, 50n, 20n]), {
      than: 'others',
      direction: 'above',
    });
    assert.deepEqual(priceDoubt(1n, null, [100n, 50n, 20n]), {
      than: 'others',
      direction: 'below',
    });
    assert.equal(priceDoubt(1_000n, null, [100n, 50n, 20n]), undefined);
    assert.equal(priceDoubt(1_001n, null, [100n, 50n]), undefined);
  });

  it('is found for each slip of the comma, and never for the same price', () => {
    fc.assert(
      fc.property(
        fc.bigInt(1_000n, 10_000_000_000n),
        fc.integer({ min: 1, max: 3 }),
        (last, places) => {
          const slip = 10n ** BigInt(places);
          assert.equal(priceDoubt(last, last, []), undefined);
          assert.deepEqual(priceDoubt(last * slip, last, []), {
            than: 'last',
            direction: 'above',
            times: Number(slip),
            isExact: true,
          });
        },
      ),
    );
  });
});
