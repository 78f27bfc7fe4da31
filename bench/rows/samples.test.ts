import assert from 'node:assert/strict';
import { it } from 'node:test';
import { notAsked, reads } from './samples.ts';

it('every read that the bench leaves out exists in the contract, and says why', () => {
  const ids = new Set(reads.map(({ id }) => id));
  for (const [id, reason] of Object.entries(notAsked)) {
    assert.ok(ids.has(id), id);
    assert.ok(reason.length > 10, id);
  }
});
