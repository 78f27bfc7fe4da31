import assert from 'node:assert/strict';
import { it } from 'node:test';
import { markOf } from '@lavra/domain/proposal/mark';
import { isFoundBy, nameOf, shortNameOf } from '../../ui/name-of-proposal.ts';
import type { ReceivedProposal } from '../producer-orders/anonymous-view.ts';
import { firstSort, readSorting, sortProposals, sortings, whyNotSorted } from './received-order.ts';

const proposals = ([60, 5, 0, 12] as const).map(
  (number, index) =>
    ({ label: `Proposta ${'ABCD'[index] ?? ''}`, mark: markOf(number) }) as ReceivedProposal, // only what is read here
);
const found = (search: string): string[] =>
  proposals.filter((proposal) => isFoundBy(proposal, search)).map(shortNameOf);

it('a proposal is called by its letter and its mark', () => {
  assert.deepEqual(proposals.map(nameOf), [
    'Proposta A · Ipê 2',
    'Proposta B · Aroeira',
    'Proposta C · Ipê',
    'Proposta D · Jequitibá',
  ]);
});

it('the list is sorted by mark in alphabetical order, whatever the letters', () => {
  assert.deepEqual(sortProposals(proposals, 'nome').map(shortNameOf), [
    'B · Aroeira',
    'C · Ipê',
    'A · Ipê 2',
    'D · Jequitibá',
  ]);
});

it('the search finds a proposal by the name that a mail, a print or the screen gives it', () => {
  assert.deepEqual(found('ipe'), ['A · Ipê 2', 'C · Ipê']);
  assert.deepEqual(found('Proposta Ipê 2'), ['A · Ipê 2']);
  assert.deepEqual(found('proposta d'), ['D · Jequitibá']);
  assert.deepEqual(found('Proposta C · Ipê'), ['C · Ipê']);
  assert.deepEqual(found('quiti'), ['D · Jequitibá']);
  assert.deepEqual(found('Cedro'), []);
});

const offer = (
  label: string,
  total_amount: number,
  freight_amount: number | null,
  items: readonly number[],
): ReceivedProposal =>
  ({
    uuid: label,
    label,
    status: 'submitted',
    is_available: true,
    total_amount,
    freight_amount,
    landed_total: total_amount + (freight_amount ?? 0),
    landed_unknown: freight_amount === null ? 'freight_unknown' : null,
    priced_items: items.length,
    items: items.map((order_item_id) => ({
      order_item_id,
      is_offered: true,
      quantity: 100,
      product_id: order_item_id,
      offers_similar: false,
      order_item: { product_id: order_item_id, allow_similar: true },
      total_price: total_amount,
    })),
  }) as unknown as ReceivedProposal; // only what is read here
const labels = (sorted: readonly ReceivedProposal[]): string[] => sorted.map(({ label }) => label);

it('sorts by coverage, then by what is paid at the farm, unknown freight last', () => {
  const all = [
    offer('A', 1, 1, [1]),
    offer('B', 10, null, [1, 2]),
    offer('C', 20, 9, [1, 2]),
    offer('D', 25, 1, [1, 2]),
  ];
  assert.deepEqual(labels(sortProposals(all, 'total')), ['D', 'C', 'B', 'A']);
});

it('does not sort by common items that are offered in different quantities, and says so', () => {
  const part = offer('B', 1, 0, [1]);
  const ten = { ...part, items: part.items.map((item) => ({ ...item, quantity: 10 })) };
  const whole = [offer('A', 30, 0, [1, 2]), offer('C', 20, 0, [1, 2])];
  assert.deepEqual(labels(sortProposals([...whole, ten], 'comuns')), ['C', 'A', 'B']);
  assert.match(whyNotSorted([...whole, ten], 'comuns') ?? '', /nas mesmas quantidades/);
  const gone = { ...ten, is_available: false };
  assert.equal(whyNotSorted([...whole, gone], 'comuns'), undefined);
  assert.deepEqual(labels(sortProposals([...whole, gone], 'comuns')), ['C', 'A', 'B']);
});

it('sorts last what cannot be chosen', () => {
  const gone = { ...offer('B', 10, 0, [1, 2]), is_available: false };
  const all = [offer('A', 30, 0, [1, 2]), gone, offer('C', 20, 0, [1])];
  assert.deepEqual(labels(sortProposals(all, 'total')), ['A', 'C', 'B']);
  assert.deepEqual(labels(sortProposals(all, 'comuns')), ['C', 'A', 'B']);
});

it('is in this order, coverage first, where the address names no other or an unknown one', () => {
  assert.deepEqual([readSorting(undefined), readSorting('preco')], [firstSort, firstSort]);
  assert.equal(readSorting('validade'), 'validade');
  assert.equal(Object.keys(sortings)[0], firstSort, 'the first one to choose');
  const all = [offer('A', 1, 1, [1]), offer('B', 20, 9, [1, 2]), offer('C', 25, 1, [1, 2])];
  assert.deepEqual(labels(sortProposals(all, firstSort)), ['C', 'B', 'A']);
});

it('sorts by the items that all have in common, or says why not and sorts by coverage', () => {
  const all = [offer('A', 9, 0, [1, 2]), offer('B', 8, 0, [1]), offer('C', 7, 0, [1, 3])];
  assert.deepEqual(labels(sortProposals(all, 'comuns')), ['C', 'B', 'A']);
  assert.equal(whyNotSorted(all, 'comuns'), undefined);
  // What a search hides still counts for what is common.
  assert.equal(whyNotSorted([...all, offer('D', 6, 0, [9])], 'total'), undefined);
  const apart = [...all, offer('D', 6, 0, [9])];
  assert.match(whyNotSorted(apart, 'comuns') ?? '', /^Nenhum item tem preço em todas/);
  assert.deepEqual(labels(sortProposals(apart.slice(0, 3), 'comuns', apart)), ['C', 'A', 'B']);
});
