import assert from 'node:assert/strict';
import { it } from 'node:test';
import { descriptionOfItems, withDescription } from './description-of-items.ts';
import { draftItem as item } from './draft-item.fixture.ts';
import { emptyDraft, type DraftItem } from './draft-values.ts';

const named = (...names: readonly string[]): readonly DraftItem[] =>
  names.map((name) => item(name));

it('an order is described by its items with a quantity, the first two of them by name', () => {
  assert.deepEqual(
    [
      named(),
      named('Ureia'),
      named('Ureia', 'MAP 11-52'),
      named('Ureia', 'MAP 11-52', 'KCl'),
      named('Ureia', 'Ureia', 'MAP 11-52', 'KCl', 'Gesso', 'Calcário'),
      [item('Ureia', { quantity: '' }), item('KCl')],
    ].map(descriptionOfItems),
    [
      'Nova cotação',
      'Ureia',
      'Ureia e MAP 11-52',
      'Ureia, MAP 11-52 e mais 1 item',
      'Ureia, MAP 11-52 e mais 3 itens',
      'KCl',
    ],
  );
  assert.ok(descriptionOfItems(named('a'.repeat(500), 'b', 'c')).length <= 500);
});

it('a description follows the items until the producer writes one', () => {
  const begun = { ...emptyDraft, description: descriptionOfItems([]) };
  const first = withDescription(begun, { ...begun, items: named('Ureia') });
  assert.equal(first.description, 'Ureia');
  const second = withDescription(first, { ...first, items: named('KCl', 'Ureia') });
  assert.equal(second.description, 'KCl e Ureia');
  const written = withDescription(second, { ...second, description: 'Safra 26/27' });
  const third = withDescription(written, { ...written, items: named('Gesso') });
  assert.equal(third.description, 'Safra 26/27');
  const cleared = withDescription(third, { ...third, description: '' });
  assert.equal(cleared.description, '', 'the field can be emptied to write another one');
  assert.equal(withDescription(cleared, { ...cleared, city: 'Sinop' }).description, '');
  assert.equal(withDescription(cleared, { ...cleared, items: named('KCl') }).description, 'KCl');
});
