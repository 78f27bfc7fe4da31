import assert from 'node:assert/strict';
import { it } from 'node:test';
import { itemNames } from './item-names.ts';

it('an item is called by its product, and by its place where others have the same', () => {
  const items = ['Sal mineral', 'Ureia', 'Sal mineral'].map((name, index) => ({
    position: index + 1,
    product: { name },
  }));
  assert.deepEqual(items.map(itemNames(items)), [
    'Sal mineral (item 1)',
    'Ureia',
    'Sal mineral (item 3)',
  ]);
});
