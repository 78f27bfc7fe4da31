import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../seeded.fixture.ts';
import { freightShares } from './freight-share.ts';

describe('the shares of a freight', () => {
  it('sum to the freight, each within a cent of its part', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: 0n, max: 10n ** 15n }),
        fc.array(fc.bigInt({ min: 0n, max: 10n ** 15n }), { minLength: 1, maxLength: 40 }),
        (freight, totals) => {
          const shares = freightShares(freight, totals);
          const sum = totals.reduce((all, each) => all + each, 0n);
          assert.equal(
            shares.reduce((all, each) => all + each, 0n),
            freight,
          );
          if (sum === 0n) return;
          for (const [at, share] of shares.entries()) {
            const difference = share * sum - freight * (totals[at] ?? 0n);
            assert.ok(difference < sum && -difference < sum);
          }
        },
      ),
    );
  });

  it('give the cents left to the largest remainders, ties to the first', () => {
    assert.deepEqual(freightShares(100n, [1n, 1n, 1n]), [34n, 33n, 33n]);
    assert.deepEqual(freightShares(10n, [1n, 5n, 1n]), [2n, 7n, 1n]);
  });

  it('are equal for items all worth nothing, cents to the first', () => {
    assert.deepEqual(freightShares(5n, [0n, 0n, 0n]), [2n, 2n, 1n]);
    assert.deepEqual(freightShares(5n, [0n, 10n]), [0n, 5n]);
    assert.deepEqual(freightShares(5n, []), []);
  });
});
