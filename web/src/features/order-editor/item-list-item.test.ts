import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { itemOf } from './item-list-item.ts';
import type { ItemListRow } from './item-list.ts';

const urea = {
  id: 7,
  name: 'Ureia granulada',
  brand: null,
  active_ingredient: null,
  concentration: null,
  unit: 'KG',
};
const row = (part: Partial<ItemListRow>): ItemListRow => ({
  line: 1,
  product: 'ureia',
  quantity: '10',
  unit: 'kg',
  notes: '',
  written: '10 kg ureia',
  ...part,
});
const notes = (part: Partial<ItemListRow>, unit?: string): string =>
  itemOf(row(part), urea, ['KG', 'L'], unit).notes;

describe('an item from a list', () => {
  it('has no unit where the list’s is not known, and so asks for it', () => {
    const bags = row({ quantity: '3', unit: 'big bag', written: '3 big bag ureia' });
    const { quantity, unit } = itemOf(bags, urea, ['KG', 'SC50']);
    assert.deepEqual([quantity, unit], ['', '']);
    assert.equal(itemOf(row({ unit: '' }), urea, ['KG']).unit, 'KG');
  });
});

describe('the note of an item from a list', () => {
  it('says what the line calls the product, but no quantity that the item has and may change', () => {
    assert.equal(notes({}), 'ureia');
    assert.equal(notes({ notes: 'em big bag' }), 'ureia · em big bag');
    assert.equal(notes({ product: 'ureia GRANULADA' }), '');
  });

  it('keeps the whole line where its quantity was converted, is unknown or got another unit', () => {
    for (const [part, unit] of [
      [{ quantity: '2', unit: 't', written: '2 t ureia' }, undefined],
      [{ quantity: '3', unit: 'cx', written: '3 cx ureia' }, undefined],
      [{ quantity: '3', unit: 'cx', written: '3 cx ureia' }, 'L'],
    ] as const)
      assert.equal(notes(part, unit), part.written);
  });
});
