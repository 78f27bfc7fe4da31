import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold } from '@lavra/domain/text/fold';
import { readCultures } from './cultures.ts';

test('the 235 crops are distinct without accents and case', () => {
  const names = readCultures();
  assert.equal(names.length, 235);
  assert.equal(new Set(names.map(fold)).size, 235);
  for (const name of ['Soja', 'Milho', 'Algodão', 'Café', 'Cana-de-açúcar', 'Pêssego'])
    assert.ok(names.includes(name));
});
