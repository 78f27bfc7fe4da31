import assert from 'node:assert/strict';
import { it } from 'node:test';
import { commonTotals, dearerBy, savingsOf, savingsText, type PricedProposal } from './savings.ts';

const quantities = [100, 2.5, 3];
const proposal = (
  uuid: string,
  prices: readonly (number | null)[],
  is_available = true,
): PricedProposal => ({
  uuid,
  is_available,
  items: prices.map((unit_price, index) => ({
    order_item_id: index,
    quantity: quantities[index] ?? 1,
    is_offered: unit_price !== null && quantities[index] !== 0,
    total_price: Math.round((unit_price ?? 0) * 100 * (quantities[index] ?? 1)) / 100,
    product_id: index,
    offers_similar: false,
    order_item: { product_id: index, allow_similar: false, quantity: quantities[index] ?? 1 },
  })),
});

const totalsOf = (...proposals: readonly PricedProposal[]) => {
  const found = commonTotals(proposals);
  return 'totals' in found ? [...found.totals] : found.problem;
};
const said = (chosen: PricedProposal, ...others: readonly PricedProposal[]): string | undefined => {
  const found = savingsOf(chosen, [...others, chosen]);
  return found && savingsText(found).replaceAll('\u00A0', ' ');
};

it('savings set the chosen one between the cheapest and the dearest that offer all of its items', () => {
  const chosen = proposal('b', [21.4892, 10, null]);
  const all = [
    proposal('a', [23, 11, 5]),
    chosen,
    proposal('c', [20, 10, 7]),
    proposal('d', [1, null, 7]),
    proposal('e', [99, 99, 99], false),
  ];
  // 100 × 21.4892 + 2.5 × 10 = 2173.92 against 2327.50 and 2025.
  assert.deepEqual(savingsOf(chosen, all), {
    items: 2,
    proposals: 3,
    chosen: 2173.92,
    belowHighest: 153.58,
    aboveLowest: 148.92,
  });
  assert.equal(
    said(chosen, ...all),
    'R$ 153,58 abaixo da mais cara · R$ 148,92 acima da mais barata',
  );
});

it('savings say so when the chosen one was the dearest, the cheapest, or costs the same', () => {
  const [ten, twenty] = [proposal('a', [10]), proposal('b', [20])];
  assert.equal(said(twenty, ten), 'A mais cara · R$ 1.000,00 acima da mais barata');
  assert.equal(said(ten, twenty), 'R$ 1.000,00 abaixo da mais cara · a mais barata');
  assert.equal(said(ten, proposal('c', [10])), 'Mesmo preço das outras');
});

it('savings are absent where no other offers the same items in the same quantities', () => {
  const chosen = proposal('b', [1, null]);
  assert.equal(said(chosen, proposal('a', [null, 2])), undefined);
  const half = proposal('c', [1, null]);
  const less = { ...half, items: half.items.map((item) => ({ ...item, quantity: 1 })) };
  assert.equal(said(chosen, less), undefined);
});

it('savings are computed in cents: three times a tenth is three tenths', () => {
  assert.equal(
    savingsOf(proposal('a', [null, null, 0.1]), [proposal('b', [null, null, 0.2])])?.belowHighest,
    0.3,
  );
  assert.equal(dearerBy(0.3, 0.1), 0.2);
  assert.equal(dearerBy(21.4892, 21.4891), 0.0001);
  assert.equal(dearerBy(1, 2), 0);
});

it('savings add up the items that all proposals price', () => {
  assert.deepEqual(totalsOf(proposal('a', [1, 10, 3]), proposal('b', [2, null, 4])), [
    ['a', 10_900n],
    ['b', 21_200n],
  ]);
  assert.equal(totalsOf(proposal('a', [1, null]), proposal('b', [null, 2])), 'nothing_common');
});

it('savings omit items that have a price but are not offered', () => {
  const all = proposal('a', [10, 10]);
  const hollow = proposal('b', [1, 9]);
  const nothing: PricedProposal = {
    ...hollow,
    items: hollow.items.map((item, index) =>
      index === 0 ? { ...item, is_offered: false, total_price: 0 } : item,
    ),
  };
  assert.equal(savingsOf(all, [all, nothing]), undefined);
  assert.deepEqual(totalsOf(all, nothing), [
    ['a', 2_500n],
    ['b', 2_250n],
  ]);
});

it('savings ignore proposals that cannot be chosen', () => {
  const chosen = proposal('a', [10]);
  const away = proposal('b', [99], false);
  assert.equal(savingsOf(chosen, [chosen, away]), undefined);
});

it('a similar product where the item takes none is compared with nothing', () => {
  const chosen = proposal('b', [25]);
  const similar = proposal('a', [22]);
  const rival = {
    ...similar,
    items: similar.items.map((item) => ({ ...item, offers_similar: true })),
  };
  assert.equal(savingsOf(chosen, [chosen, rival]), undefined);
  assert.equal(totalsOf(chosen, rival), 'nothing_common');
  assert.equal(savingsOf(chosen, [chosen, similar])?.aboveLowest, 300);
});
