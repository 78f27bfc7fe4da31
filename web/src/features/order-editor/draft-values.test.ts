import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ProducerOrder } from '@lavra/contract/orders/schemas';
import { draftItem } from './draft-item.fixture.ts';
import {
  bodyOf,
  emptyDraft,
  isStored,
  leftBehind,
  readDraft,
  problemsOf,
  quantityField,
  quantityOf,
  type DraftItem,
  type DraftValues,
} from './draft-values.ts';

const item = (quantity: string): DraftItem =>
  draftItem('Ureia', { key: quantity, quantity, notes: ' ' });
const draft = (part: Partial<DraftValues>): DraftValues => ({
  ...emptyDraft,
  description: 'Safra',
  deadline_date: '2026-12-01',
  ...part,
});

it('the order editor reads quantities as people write them', () => {
  assert.deepEqual(
    ['1.250,5', '0,125', '3', '0', '', 'x', '1,2345'].map((quantity) => quantityOf({ quantity })),
    [1250.5, 0.125, 3, undefined, undefined, undefined, undefined],
  );
});

it('the order editor saves complete items, and reports those that stay on the device', () => {
  const values = draft({ items: [item('2'), item('')], state: 'MT' });
  assert.deepEqual(bodyOf(values).items, [
    { product_id: 7, quantity: 2, unit: 'KG', notes: null, allow_similar: true },
  ]);
  assert.equal('delivery_address' in bodyOf(values), false);
  assert.equal(leftBehind(values), '1 item sem quantidade, o município');
  const unitless = draft({ items: [{ ...item('2'), unit: '' }], state: 'MT', city: 'Sorriso' });
  assert.deepEqual(bodyOf(unitless).items, []);
  assert.equal(leftBehind(unitless), '1 item sem unidade');
  assert.deepEqual(
    problemsOf(unitless, '2026-11-01').map(({ sentence, field }) => [sentence, field]),
    [['Escolha a unidade de Ureia.', 'items.2.unit']],
  );
  assert.equal('description' in bodyOf(draft({ description: '  ' })), false);
  assert.equal(leftBehind(draft({ items: [item('2')], state: 'MT', city: 'Sorriso' })), undefined);
  assert.equal(bodyOf(draft({})).delivery_address, null);
});

it('the order editor recognises what is stored, as after a lost response', () => {
  // The fields of an order that the editor reads.
  const stored = {
    description: 'Safra',
    deadline_date: '2026-12-01',
    closure_type: 'aberta',
    split_award: false,
    delivery_date: null,
    payment_terms: '30 dias',
    notes: null,
    delivery_address: { state: 'MT', city: 'Sorriso', postal_code: '78890-000' },
    items: [{ ...item('2'), id: 4, quantity: 1250.5, notes: null }],
  } as unknown as ProducerOrder;
  const values = readDraft(stored);
  assert.equal(isStored(values, stored), true);
  assert.equal(isStored({ ...values, description: ' ' }, stored), true);
  assert.equal(isStored({ ...values, description: 'Safrinha' }, stored), false);
  assert.equal(isStored({ ...values, city: 'Sinop' }, stored), false);
  assert.equal(isStored({ ...values, split_award: true }, stored), false);
  assert.equal(
    isStored({ ...values, split_award: undefined }, stored),
    true,
    'kept on the device by an earlier release',
  );
  assert.equal(isStored({ ...values, items: [item('2')] }, stored), false);
});

it('the order editor lists all that prevents publishing, with the step that fixes it', () => {
  const complete = draft({ items: [item('2')], state: 'MT', city: 'Sorriso' });
  assert.deepEqual(problemsOf(complete, '2026-12-01'), []);
  assert.deepEqual(
    problemsOf(complete, '2026-12-02').map(({ step }) => step),
    ['dados'],
  );
  assert.deepEqual(
    problemsOf({ ...complete, state: '', city: '' }, '2026-12-01').map(({ step }) => step),
    ['entrega'],
    'a place is required',
  );
  assert.deepEqual(
    problemsOf(emptyDraft, '2026-12-01').map(({ step }) => step),
    ['dados', 'dados', 'itens', 'entrega'],
  );
  assert.deepEqual(
    problemsOf(
      draft({ items: [item('')], state: 'MT', delivery_date: '2026-11-01' }),
      '2026-11-20',
    ).map(({ step, field }) => [step, field]),
    [
      ['itens', quantityField(item('').key)],
      ['entrega', 'city'],
      ['entrega', 'delivery_date'],
    ],
    'each with the field that it leads to',
  );
});
