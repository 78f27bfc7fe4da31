import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { catalogueWordsOf, isCrop, spellingsOfCrop } from './everyday-words.ts';

describe('everyday words', () => {
  it('stand for types and ingredients of the catalogue, in the singular and plural', () => {
    assert.deepEqual(catalogueWordsOf('adubos'), ['fertilizante']);
    assert.ok(catalogueWordsOf('lagarta').includes('clorantraniliprole'));
    assert.deepEqual(catalogueWordsOf('lagartas'), catalogueWordsOf('lagarta'));
    assert.deepEqual(catalogueWordsOf('pulgoes'), catalogueWordsOf('pulgao'));
  });

  it('do not include other words, nor names that every object has', () => {
    assert.deepEqual(catalogueWordsOf('ureia'), []);
    assert.deepEqual(catalogueWordsOf('constructor'), []);
  });

  it('know the crops', () => {
    assert.ok(isCrop('soja'));
    assert.ok(!isCrop('ureia'));
  });

  it('know how a crop is written', () => {
    const cotton = new RegExp(spellingsOfCrop('algodao'));
    for (const text of ['algodao', 'Algodão', 'ALGODÃO', 'o algodão'.normalize('NFD')])
      assert.match(text, cotton);
    assert.doesNotMatch('alcodao, algodio', cotton);
  });
});
