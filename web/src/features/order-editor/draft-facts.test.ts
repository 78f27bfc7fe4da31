import assert from 'node:assert/strict';
import { it } from 'node:test';
import { onlyIn } from './draft-facts.ts';
import { draftItem } from './draft-item.fixture.ts';
import { emptyDraft, type DraftItem, type DraftValues } from './draft-values.ts';

const item = (name: string, part: Partial<DraftItem> = {}): DraftItem =>
  draftItem(name, { unit: 'TON', ...part });
const draft = (part: Partial<DraftValues>): DraftValues => ({ ...emptyDraft, ...part });

it('two versions of a draft differ in what only one of them says, wherever it stands', () => {
  const same = ['Ureia', 'MAP', 'KCl', 'Boro', 'Enxofre'].map((name) => item(name));
  const mine = draft({ payment_terms: 'Safra', items: [...same, item('Zinco')] });
  const theirs = draft({
    street: 'BR-163',
    number: 'km 5',
    items: [...same, item('Zinco', { quantity: '3', notes: 'quelatado', allow_similar: false })],
  });
  assert.deepEqual(onlyIn(mine, theirs), ['Pagamento: Safra', 'Zinco, 2 toneladas']);
  assert.deepEqual(onlyIn(theirs, mine), [
    'Pagamento: A combinar',
    'Endereço: BR-163, km 5',
    'Zinco, 3 toneladas · não aceita similar · quelatado',
  ]);
  assert.deepEqual(onlyIn(mine, mine), []);
});

it('products of one name differ by their brand', () => {
  const branded = (brand: string) => {
    const one = item('Ureia');
    return draft({ items: [{ ...one, product: { ...one.product, brand } }] });
  };
  assert.deepEqual(onlyIn(branded('A'), branded('B')), ['Ureia, 2 toneladas · A']);
});

it('an item that stands twice in one version only is one difference', () => {
  const twice = draft({ items: [item('Ureia'), item('Ureia')] });
  assert.deepEqual(onlyIn(twice, draft({ items: [item('Ureia')] })), ['Ureia, 2 toneladas']);
  assert.deepEqual(onlyIn(draft({ items: [item('Ureia')] }), twice), []);
});
