import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CatalogueRequest } from '@lavra/contract/catalogue/requests';
import { requestOf, swapOf } from './asked-products.ts';
import {
  bodyOf,
  emptyDraft,
  leftBehind,
  newItem,
  problemsOf,
  shownProduct,
  type DraftItem,
} from './draft-values.ts';
import { unlistedItemOf } from './item-list-item.ts';
import { readItemList } from './item-list.ts';

const plain = { brand: null, active_ingredient: null, concentration: null };
const unlisted = { id: 90, name: 'Produto fora do catálogo', unit: 'UN', ...plain };
const listed = { id: 7, name: 'Ureia 45% N', unit: 'KG', ...plain };
const request = (name: string): CatalogueRequest => ({
  name,
  type: { id: 1, name: 'Adubos' },
  brand: null,
  active_ingredient: null,
  unit: null,
  notes: null,
  status: 'added',
  product: listed,
  reason: null,
  created_at: '2026-11-20 14:05:09',
  answered_at: '2026-11-21 09:00:00',
});
const item = (notes: string): DraftItem => ({
  ...newItem(unlisted, { quantity: '12', notes, is_unlisted: true }),
  key: notes,
});

describe('an item that is not in the catalogue', () => {
  it('is shown by its words, and sent with them', () => {
    assert.equal(shownProduct(item(' Adubo X ')).name, 'Adubo X (fora do catálogo)');
    assert.equal(shownProduct({ ...item('Adubo X'), is_unlisted: false }).name, unlisted.name);
    assert.deepEqual(bodyOf({ ...emptyDraft, items: [item('Adubo X')] }).items, [
      { product_id: 90, quantity: 12, unit: 'UN', notes: 'Adubo X', allow_similar: true },
    ]);
  });

  it('stays on the device, and keeps from publishing, until it says what it is', () => {
    const values = {
      ...emptyDraft,
      description: 'Safra',
      deadline_date: '2027-01-01',
      items: [item('  ')],
    };
    assert.deepEqual(bodyOf(values).items, []);
    assert.equal(leftBehind(values), '1 item livre sem descrição');
    assert.ok(
      problemsOf(values, '2026-11-20').some(
        ({ sentence }) => sentence === 'Diga o que você procura em cada item livre.',
      ),
    );
  });

  it('is made of a pasted line: the product first, then what else was written', () => {
    const list = readItemList(
      'produto;quantidade;unidade;observações\nXyz;5;L;gelado\nZyx;2;balde;',
    );
    assert.ok('rows' in list);
    assert.deepEqual(
      list.rows.map((row) => {
        const { quantity, unit, notes, is_unlisted } = unlistedItemOf(row, unlisted, ['L', 'UN']);
        return [quantity, unit, notes, is_unlisted];
      }),
      [
        ['5', 'L', 'Xyz · gelado', true],
        ['', '', 'Zyx 2 balde', true],
      ],
    );
  });
});

describe('what was asked for', () => {
  const requests = [request('Adubo foliar'), request('Adubo')];

  it('is found by the words with which the notes begin, however they are written', () => {
    assert.equal(requestOf(requests, ' ADUBO  Fóliar, balde')?.name, 'Adubo foliar');
    assert.equal(requestOf(requests, 'adubo de cobertura')?.name, 'Adubo');
    assert.equal(requestOf(requests, 'Um adubo'), undefined);
    assert.equal(requestOf(requests, ''), undefined);
  });

  it('takes the place of the item, which keeps the rest of its notes', () => {
    assert.deepEqual(swapOf({ notes: 'Adubo  foliar, balde de 20 L' }, request('Adubo foliar')), {
      product: listed,
      is_unlisted: false,
      notes: 'balde de 20 L',
    });
    assert.equal(swapOf({ notes: 'Adubo' }, request('Adubo')).notes, '');
    assert.deepEqual(swapOf({ notes: 'Adubo' }, { name: 'Adubo', product: null }), {});
  });
});
