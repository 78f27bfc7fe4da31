import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { letterOf, proposalLabel } from './letters.ts';

describe('the letters of proposals', () => {
  it('run from A to Z and continue with AA', () => {
    const expected = {
      0: 'A',
      1: 'B',
      25: 'Z',
      26: 'AA',
      27: 'AB',
      51: 'AZ',
      52: 'BA',
      701: 'ZZ',
      702: 'AAA',
    };
    for (const [index, letter] of Object.entries(expected))
      assert.equal(letterOf(Number(index)), letter);
    assert.equal(proposalLabel(0), 'Proposta A');
  });

  it('never repeat', () => {
    const letters = Array.from({ length: 20_000 }, (_, index) => letterOf(index));
    assert.equal(new Set(letters).size, letters.length);
  });

  it('exist only for whole numbers from zero on', () => {
    for (const index of [-1, 0.5, Number.NaN, Infinity])
      assert.throws(() => letterOf(index), RangeError);
  });
});
