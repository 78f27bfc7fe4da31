import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { freightOf, landedTotal } from './freight.ts';

describe('the freight of a proposal', () => {
  it('adds nothing where it is included, and its amount where it has one, zero too', () => {
    assert.deepEqual(landedTotal(10_000n, freightOf('included', null)), {
      isKnown: true,
      total: 10_000n,
    });
    assert.deepEqual(landedTotal(10_000n, freightOf(null, 2_550n)), {
      isKnown: true,
      total: 12_550n,
    });
    assert.deepEqual(landedTotal(10_000n, freightOf(null, 0n)), { isKnown: true, total: 10_000n });
  });

  it('leaves the landed total unknown where the producer pays it or nothing is said', () => {
    assert.deepEqual(landedTotal(10_000n, freightOf('by_producer', null)), {
      isKnown: false,
      reason: 'freight_by_producer',
    });
    assert.deepEqual(landedTotal(10_000n, freightOf(null, null)), {
      isKnown: false,
      reason: 'freight_unknown',
    });
  });

  it('is the amount where a client that knows no kinds stored one', () => {
    assert.deepEqual(freightOf('included', 500n), { kind: 'amount', amount: 500n });
  });
});
