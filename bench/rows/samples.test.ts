import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { askedOf, filtersOf, notAsked, placeOf, reads } from './samples.ts';

describe('the reads of the bench', () => {
  it('are all of the contract, each with what its path names, and with each of its parameters', () => {
    for (const read of askedOf(reads)) {
      assert.doesNotThrow(() => placeOf(read), read.id);
      assert.doesNotThrow(() => filtersOf(read), read.id);
    }
  });

  it('but some, which exist in the contract, each for a reason', () => {
    const ids = new Set(reads.map(({ id }) => id));
    for (const [id, reason] of Object.entries(notAsked)) {
      assert.ok(ids.has(id), id);
      assert.ok(reason.length > 10, id);
    }
    assert.equal(askedOf(reads).length, reads.length - Object.keys(notAsked).length);
  });
});
