import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { isNamedWhole, MOST_NAMED, unlistedItemName } from './unlisted-item.ts';

describe('the name of an item that is not in the catalogue', () => {
  it('is what the producer wrote', () => {
    assert.equal(unlistedItemName('Adubo foliar X'), 'Adubo foliar X (fora do catálogo)');
    assert.equal(unlistedItemName('Adubo\nfoliar '), 'Adubo foliar (fora do catálogo)');
  });

  it('holds the beginning of a long text, counted in letters', () => {
    const words = '🌱'.repeat(MOST_NAMED);
    assert.equal(unlistedItemName(`${words}x`), `${words} (fora do catálogo)`);
    assert.deepEqual([isNamedWhole(words), isNamedWhole(`${words}x`)], [true, false]);
  });
});
