import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { stateOfPostalCode } from '@lavra/domain/address/postal-ranges';

interface Places {
  readonly states: readonly {
    readonly uf: string;
    readonly postal_ranges: readonly (readonly [first: string, last: string])[];
  }[];
}
const { states } = JSON.parse(
  fs.readFileSync(path.resolve(import.meta.dirname, '../../../data/places.json'), 'utf8'),
) as Places; // the file's own shape

describe('the state of a CEP', () => {
  it('is the one in whose range of the places data it lies, at both ends of each', () => {
    assert.equal(states.length, 27);
    for (const { uf, postal_ranges } of states)
      for (const range of postal_ranges)
        for (const postalCode of range) assert.equal(stateOfPostalCode(postalCode), uf, postalCode);
  });

  it('is found however the CEP is typed, and unknown outside the ranges', () => {
    assert.equal(stateOfPostalCode(' 78890-000 '), 'MT');
    assert.equal(stateOfPostalCode('73.700-100'), 'GO');
    for (const unknown of ['', '7889', '00999-999', 'abcde-fgh'])
      assert.equal(stateOfPostalCode(unknown), undefined, unknown);
  });
});
