import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createAlternatives } from './alternatives.ts';
import { offerOf } from './award.fixture.ts';

describe('the alternatives of an item', () => {
  it('are the two next cheapest offers, with their share of the freight', () => {
    const alternatives = createAlternatives([
      offerOf('D', [14]),
      offerOf('C', [12]),
      offerOf('B', [11], { freight: 2n, freightRule: 'proportional' }),
      offerOf('A', [10]),
      offerOf('E', [null]),
    ]);
    assert.deepEqual(alternatives(0, 'A'), [
      { proposal: 'C', amount: 12n, freightShare: 0n },
      { proposal: 'B', amount: 11n, freightShare: 2n },
    ]);
    assert.deepEqual(
      alternatives(0, 'C').map(({ proposal }) => proposal),
      ['A', 'B'],
    );
  });

  it('leave out what may not be bought', () => {
    const alternatives = createAlternatives([
      offerOf('A', [10, 10], { partial: true }),
      offerOf('B', [11, 11], { partial: true, excluded: [0] }),
      offerOf('C', [12, 12], { excluded: [1] }),
    ]);
    assert.deepEqual(alternatives(0, 'A'), []);
    assert.deepEqual(
      alternatives(1, 'A').map(({ proposal }) => proposal),
      ['B'],
    );
  });
});
