import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { totalName } from './freight.ts';

describe('the name of a total', () => {
  it('says with freight only where the freight is known', () => {
    const names = [
      { freight_amount: 90, freight_kind: 'amount' },
      { freight_amount: null, freight_kind: 'included' },
      { freight_amount: null, freight_kind: 'by_producer' },
      { freight_amount: null, freight_kind: null },
    ] as const;
    assert.deepEqual(names.map(totalName), [
      'Total com frete',
      'Total com frete',
      'Total sem o frete',
      'Total sem o frete',
    ]);
  });
});
