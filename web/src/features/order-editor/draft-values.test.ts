import assert from 'node:assert/strict';
import { it } from 'node:test';
import {
  bodyOf,
  emptyDraft,
  leftBehind,
  problemsOf,
  quantityOf,
  type DraftItem,
  type DraftValues,
} from './draft-values.ts';

const product = {
  id: 7,
  name: 'Ureia',
  brand: null,
  active_ingredient: null,
  concentration: null,
  unit: 'KG',
};
const item = (quantity: string): DraftItem => ({
  key: quantity,
  product,
  quantity,
  unit: 'KG',
  notes: ' ',
  allow_similar: true,
});
const draft = (part: Partial<DraftValues>): DraftValues => ({
  ...emptyDraft,
  description: 'Safra',
  deadline_date: '2026-12-01',
  ...part,
});

it('reads quantities as people write them', () => {
  assert.deepEqual(
    ['1.250,5', '0,125', '3', '0', '', 'x', '1,2345'].map((quantity) => quantityOf({ quantity })),
    [1250.5, 0.125, 3, undefined, undefined, undefined, undefined],
  );
});

it('stores what is whole, and says what waits on the device', () => {
  const values = draft({ items: [item('2'), item('')], state: 'MT' });
  assert.deepEqual(bodyOf(values).items, [
    { product_id: 7, quantity: 2, unit: 'KG', notes: null, allow_similar: true },
  ]);
  assert.equal('delivery_address' in bodyOf(values), false);
  assert.equal(leftBehind(values), '1 item sem quantidade, o município');
  assert.equal('description' in bodyOf(draft({ description: '  ' })), false);
  assert.equal(leftBehind(draft({ items: [item('2')], state: 'MT', city: 'Sorriso' })), undefined);
  assert.equal(bodyOf(draft({})).delivery_address, null);
});

it('names all that keeps it from being published, with the step to mend it', () => {
  assert.deepEqual(problemsOf(draft({ items: [item('2')] }), '2026-12-01'), []);
  assert.deepEqual(
    problemsOf(draft({ items: [item('2')] }), '2026-12-02').map(({ step }) => step),
    ['dados'],
  );
  assert.deepEqual(
    problemsOf(emptyDraft, '2026-12-01').map(({ step }) => step),
    ['dados', 'dados', 'itens'],
  );
  assert.deepEqual(
    problemsOf(
      draft({ items: [item('')], state: 'MT', delivery_date: '2026-11-01' }),
      '2026-11-20',
    ).map(({ step }) => step),
    ['itens', 'entrega', 'entrega'],
  );
});
