import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { CombinationOffer } from '@lavra/domain/award/combination-model';
import { combinationPoints } from '@lavra/domain/award/combinations';
import { itemTotal, parseQuantity, parseUnitPrice } from '@lavra/domain/money/proposal-total';
import { readTender } from './tender.ts';

const units = (text: string, parse: typeof parseQuantity): bigint => {
  const parsed = parse(text);
  assert.ok(parsed.ok);
  return parsed.units;
};

/** The real tender's bidders, each ready to sell any of its items, without freight. */
const offers = Array.from({ length: 13 }, (_, at): CombinationOffer => {
  const bidder = at + 1;
  return {
    proposal: String(bidder),
    tieBreak: String(bidder).padStart(2, '0'),
    partial: true,
    minimum: 0n,
    freight: 0n,
    freightRule: 'full',
    prices: readTender().items.map(({ bids }) => {
      const bid = bids.find((one) => one.bidder === bidder);
      return bid === undefined
        ? null
        : itemTotal(
            units(bid.final_unit_price, parseUnitPrice),
            units(bid.quantity, parseQuantity),
          );
    }),
  };
});

describe('the combinations of the real tender', () => {
  it('cover 12 items from one bidder, all 14 from two, and cost least from four', () => {
    const result = combinationPoints(offers);
    assert.ok(result.ok);
    assert.deepEqual(
      result.points.map(({ most, covered, landedTotal, proven, purchases }) => [
        most,
        covered,
        landedTotal,
        proven,
        purchases.map(({ proposal }) => proposal).join(' '),
      ]),
      [
        [1, 12, 27_109_500n, true, '3'],
        [2, 14, 28_195_950n, true, '2 3'],
        [3, 14, 26_970_500n, true, '1 3 12'],
        [4, 14, 26_955_500n, true, '1 3 5 12'],
      ],
    );
  });
});
