import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OrderComparison } from '@lavra/contract/orders/comparison';
import { headOf } from './comparison-head.ts';

interface Offer {
  readonly prices: readonly (number | null)[];
  readonly freight?: number | null;
  readonly isAvailable?: boolean;
}

/** A comparison of offers of one unit of each item, as far as the heads read it. */
const comparisonOf = (offers: readonly Offer[]): OrderComparison => {
  const sum = (prices: readonly (number | null)[]): number =>
    prices.reduce<number>((all, price) => all + (price ?? 0), 0);
  const isCommon = (item: number): boolean =>
    offers.every(({ prices }) => (prices[item] ?? null) !== null);
  return {
    common_items: 0,
    proposals: offers.map(({ prices, freight = 0, isAvailable = true }, index) => ({
      proposal: `p${index}`,
      is_available: isAvailable,
      total_amount: sum(prices),
      landed_total: sum(prices) + (freight ?? 0),
      landed_unknown: freight === null ? 'freight_unknown' : null,
      common_total: sum(prices.filter((_, item) => isCommon(item))),
      priced_items: prices.filter((price) => price !== null).length,
      total_items: prices.length,
    })),
    rows: (offers[0]?.prices ?? []).map((_, item) => ({
      item: { id: item },
      cells: offers.map(({ prices }, index) => ({
        proposal: `p${index}`,
        is_priced: (prices[item] ?? null) !== null,
        quantity: 1,
      })),
    })),
  } as unknown as OrderComparison; // the part that the heads read
};
const headsOf = (...offers: readonly Offer[]) => {
  const comparison = comparisonOf(offers);
  return comparison.proposals.map(headOf(comparison));
};

describe('the head of a compared proposal', () => {
  it('says what accepting it costs, never a part of it', () => {
    assert.deepEqual(headsOf({ prices: [10, 20, 70] }, { prices: [15, 30, null] }), [
      { total: 100, coverage: '3 de 3 itens' },
      { total: 45, coverage: '2 de 3 itens' },
    ]);
    assert.deepEqual(headsOf({ prices: [10, null] }, { prices: [null, 5] }), [
      { total: 10, coverage: '1 de 2 itens' },
      { total: 5, coverage: '1 de 2 itens' },
    ]);
  });

  it('includes the freight where all offer the same and say it', () => {
    assert.deepEqual(headsOf({ prices: [10], freight: 2 }, { prices: [11], freight: 0 }), [
      { total: 12, coverage: null },
      { total: 11, coverage: null },
    ]);
    assert.deepEqual(headsOf({ prices: [10], freight: 2 }, { prices: [11], freight: null }), [
      { total: 10, coverage: null },
      { total: 11, coverage: null },
    ]);
  });

  it('says nothing of a proposal that cannot be chosen', () => {
    assert.deepEqual(headsOf({ prices: [10] }, { prices: [9], isAvailable: false })[1], {
      total: null,
      coverage: null,
    });
  });
});
