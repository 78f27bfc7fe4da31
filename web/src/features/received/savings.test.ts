import assert from 'node:assert/strict';
import { it } from 'node:test';
import { commonTotals, dearerBy, savingsOf, type PricedProposal } from './savings.ts';

const quantities = [100, 2.5, 3];
const proposal = (
  uuid: string,
  prices: readonly (number | null)[],
  status: PricedProposal['status'] = 'submitted',
): PricedProposal => ({
  uuid,
  status,
  is_available: true,
  items: prices.map((unit_price, index) => ({
    order_item_id: index,
    unit_price,
    is_offered: unit_price !== null && quantities[index] !== 0,
    total_price: Math.round((unit_price ?? 0) * 100 * (quantities[index] ?? 1)) / 100,
    order_item: { quantity: quantities[index] ?? 1 },
  })),
});

it('sets the chosen one beside the highest and the middle price of what others price too', () => {
  const chosen = proposal('b', [21.4892, 10, null]);
  const found = savingsOf(chosen, [
    proposal('a', [23, null, 5]),
    chosen,
    proposal('c', [22, 11, 7]),
    proposal('d', [99, 99, 99], 'cancelled'),
  ]);
  // 100 × 21.4892 = 2148.92 against 2300 and 2200; 2.5 × 10 = 25 against 27.50.
  assert.deepEqual(found, {
    items: 2,
    chosen: 2173.92,
    highest: 2327.5,
    median: 2226.25,
    belowHighest: 153.58,
    belowMedian: 52.33,
  });
});

it('says so when the chosen one was dearer', () => {
  const chosen = proposal('b', [30]);
  assert.deepEqual(savingsOf(chosen, [proposal('a', [10]), proposal('c', [20]), chosen]), {
    items: 1,
    chosen: 3000,
    highest: 3000,
    median: 2000,
    belowHighest: 0,
    belowMedian: -1000,
  });
});

it('says nothing where nobody else prices the same', () => {
  const chosen = proposal('b', [1, null]);
  assert.equal(savingsOf(chosen, [chosen, proposal('a', [null, 2])]), undefined);
});

it('reckons in cents: a tenth three times is three tenths', () => {
  assert.equal(
    savingsOf(proposal('a', [null, null, 0.1]), [proposal('b', [null, null, 0.2])])?.belowHighest,
    0.3,
  );
  assert.equal(dearerBy(0.3, 0.1), 0.2);
  assert.equal(dearerBy(21.4892, 21.4891), 0.0001);
  assert.equal(dearerBy(1, 2), 0);
});

it('adds up what all of them price', () => {
  assert.deepEqual(
    [...commonTotals([proposal('a', [1, 10, 3]), proposal('b', [2, null, 4])])],
    [
      ['a', 10_900n],
      ['b', 21_200n],
    ],
  );
  assert.deepEqual([...commonTotals([proposal('a', [1, null]), proposal('b', [null, 2])])], []);
});

it('leaves out what has a price and is not offered', () => {
  const all = proposal('a', [10, 10]);
  const hollow = proposal('b', [1, 9]);
  const nothing: PricedProposal = {
    ...hollow,
    items: hollow.items.map((item, index) =>
      index === 0 ? { ...item, is_offered: false, total_price: 0 } : item,
    ),
  };
  assert.equal(savingsOf(all, [all, nothing])?.items, 1);
  assert.deepEqual(
    [...commonTotals([all, nothing])],
    [
      ['a', 2_500n],
      ['b', 2_250n],
    ],
  );
});

it('does not set the chosen one beside what cannot be chosen', () => {
  const chosen = proposal('a', [10]);
  const away: PricedProposal = { ...proposal('b', [99]), is_available: false };
  assert.equal(savingsOf(chosen, [chosen, away]), undefined);
});
