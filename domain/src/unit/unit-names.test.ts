import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { unitAfter, unitName } from './unit-names.ts';

describe('a unit in words', () => {
  it('is singular for less than two, plural from two on', () => {
    assert.deepEqual(
      [0.5, 1, 1.5, 2, 400].map((quantity) => unitAfter(quantity, 'SC50')),
      ['saco de 50 kg', 'saco de 50 kg', 'saco de 50 kg', 'sacos de 50 kg', 'sacos de 50 kg'],
    );
    assert.deepEqual([unitName('GL'), unitAfter(3, 'GL')], ['galão', 'galões']);
  });

  it('stays a symbol where the platform has no name for it', () =>
    assert.deepEqual([unitName('BAG'), unitAfter(2, 'BAG')], ['BAG', 'BAG']));
});
