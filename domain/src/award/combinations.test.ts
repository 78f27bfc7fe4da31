import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../seeded.fixture.ts';
import { offerOf, smallMarkets } from './award.fixture.ts';
import type { CombinationOffer } from './combination-model.ts';
import {
  combinationPoints,
  type CombinationOptions,
  type CombinationPoint,
} from './combinations.ts';
import { bestOfEveryPurchase } from './every-purchase.fixture.ts';

const pointsOf = (
  offers: readonly CombinationOffer[],
  options?: CombinationOptions,
): readonly CombinationPoint[] => {
  const result = combinationPoints(offers, options);
  assert.ok(result.ok);
  return result.points;
};

/** Returns what is bought from whom: `A 0 2` for the items at 0 and 2 from proposal A. */
const purchasesOf = (point: CombinationPoint | undefined): string[] =>
  (point?.purchases ?? []).map(({ proposal, items }) =>
    [proposal, ...items.map(({ position }) => position)].join(' '),
  );

const parts = { partial: true } as const;

describe('combinations', () => {
  it('equal the best of every purchase there is, for each number of proposals', () => {
    fc.assert(
      fc.property(smallMarkets, fc.constantFrom(1, 2, 3, 4, Infinity), (offers, most) => {
        const [point] = pointsOf(offers, { sizes: [most] });
        const found = {
          covered: point?.covered ?? 0,
          landed: point?.landedTotal ?? 0n,
          used: point?.purchases.map(({ proposal }) => proposal) ?? [],
        };
        assert.deepEqual(found, bestOfEveryPurchase(offers, most));
        assert.ok(point?.proven !== false);
      }),
      { numRuns: 2_000 },
    );
  });

  it('are exact for amounts as large as they may be', () => {
    const times = 3_000_000_000_000n;
    const large = smallMarkets.map((offers) =>
      offers.map((offer) => ({
        ...offer,
        minimum: offer.minimum * times,
        freight: offer.freight * times,
        prices: offer.prices.map((price) => (price === null ? null : price * times)),
      })),
    );
    fc.assert(
      fc.property(large, fc.constantFrom(1, 2, Infinity), (offers, most) => {
        const [point] = pointsOf(offers, { sizes: [most] });
        const { covered, landed } = bestOfEveryPurchase(offers, most);
        assert.deepEqual([point?.covered ?? 0, point?.landedTotal ?? 0n], [covered, landed]);
      }),
      { numRuns: 500 },
    );
  });

  it('are purchases that their proposals allow, with amounts that add up', () => {
    fc.assert(
      fc.property(smallMarkets, (offers) => {
        for (const point of pointsOf(offers)) {
          const bought = point.purchases.flatMap(({ items }) => items);
          assert.equal(bought.length, point.covered);
          assert.equal(new Set(bought.map(({ position }) => position)).size, point.covered);
          assert.equal(point.landedTotal, point.itemsAmount + point.freightAmount);
          assert.ok(point.purchases.length <= point.most);
          for (const { proposal, items, itemsAmount } of point.purchases) {
            const offer = offers.find((one) => one.proposal === proposal);
            assert.ok(offer !== undefined && items.length > 0);
            const remaining = offer.prices.filter(
              (price, position) => price !== null && !offer.bought?.includes(position),
            ).length;
            for (const { position, amount } of items) assert.equal(amount, offer.prices[position]);
            assert.ok(offer.partial || items.length === remaining);
            assert.ok(itemsAmount >= offer.minimum || items.length === remaining);
          }
        }
      }),
      { numRuns: 500 },
    );
  });

  it('are the same whatever the order of the proposals', () => {
    fc.assert(
      fc.property(
        smallMarkets.chain((offers) =>
          fc.tuple(
            fc.constant(offers),
            fc.shuffledSubarray([...offers], { minLength: offers.length }),
          ),
        ),
        ([offers, shuffled]) => assert.deepEqual(pointsOf(shuffled), pointsOf(offers)),
      ),
      { numRuns: 300 },
    );
  });

  it('leave out the numbers of proposals that improve nothing', () => {
    const points = pointsOf([offerOf('A', [100, 200], parts), offerOf('B', [90, 210], parts)]);
    assert.deepEqual(
      points.map(({ most, landedTotal }) => [most, landedTotal]),
      [
        [1, 300n],
        [2, 290n],
      ],
    );
  });

  it('cover more items before they cost less', () => {
    const [one] = pointsOf([
      offerOf('cheap', [1, null], parts),
      offerOf('wide', [900, 900], parts),
    ]);
    assert.deepEqual(purchasesOf(one), ['wide 0 1']);
  });
});

describe('what a combination buys', () => {
  it('nothing from a proposal that prices nothing', () => {
    assert.deepEqual(pointsOf([offerOf('A', [null, null], parts)]), []);
    assert.deepEqual(pointsOf([]), []);
    const [point] = pointsOf([offerOf('A', [null]), offerOf('B', [5])]);
    assert.deepEqual(purchasesOf(point), ['B 0']);
  });

  it('from two proposals of one supplier as from any two', () => {
    const points = pointsOf([offerOf('first', [10, null]), offerOf('second', [null, 20])]);
    assert.deepEqual(purchasesOf(points.at(-1)), ['first 0', 'second 1']);
    assert.equal(points.length, 2);
  });

  it('from fewer proposals at the same cost, then from the lower tie-break', () => {
    const same = [offerOf('C', [10, 20], parts), offerOf('B', [10, 20], parts)];
    assert.deepEqual(pointsOf([...same, offerOf('A', [10, null], parts)]).map(purchasesOf), [
      ['B 0 1'],
    ]);
  });

  it('only one of two whole-only proposals that overlap', () => {
    const points = pointsOf([
      offerOf('A', [10, 10, null]),
      offerOf('B', [null, 10, 10]),
      offerOf('C', [9, null, 10]),
    ]);
    assert.deepEqual(points.map(purchasesOf), [['C 0 2']]);
    const withParts = pointsOf([offerOf('A', [10, 10, null]), offerOf('B', [1, 1, 30], parts)]);
    assert.deepEqual(withParts.map(purchasesOf), [['B 0 1 2']]);
  });

  it('a dearer item where only that reaches the minimum', () => {
    const offers = [
      offerOf('A', [100, 60], { ...parts, minimum: 150n }),
      offerOf('B', [150, 50], parts),
    ];
    const [one, two] = pointsOf(offers);
    assert.deepEqual([purchasesOf(one), one?.landedTotal], [['A 0 1'], 160n]);
    assert.equal(two, undefined);
  });

  it('all items of a proposal whose minimum is above their total, or none', () => {
    const all = offerOf('A', [10, 10], { ...parts, minimum: 1_000n });
    assert.deepEqual(pointsOf([all, offerOf('B', [30, 5], parts)]).map(purchasesOf), [['A 0 1']]);
    assert.deepEqual(pointsOf([all, offerOf('B', [12, 5], parts)]).map(purchasesOf), [['B 0 1']]);
  });

  it('with a full freight once, and without one that is not stated', () => {
    const [, two] = pointsOf([
      offerOf('A', [100, 100, 999], { ...parts, freight: 40n }),
      offerOf('B', [200, 200, 10], parts),
    ]);
    assert.deepEqual(purchasesOf(two), ['A 0 1', 'B 2']);
    assert.deepEqual([two?.itemsAmount, two?.freightAmount], [210n, 40n]);
  });

  it('with the shares of a proportional freight of the items bought, zero-value ones too', () => {
    const [, two] = pointsOf([
      offerOf('A', [300, 700, 0], { ...parts, freight: 100n, freightRule: 'proportional' }),
      offerOf('B', [900, 100, null], parts),
    ]);
    assert.deepEqual(purchasesOf(two), ['A 0 2', 'B 1']);
    assert.equal(two?.freightAmount, 30n);
    const [free] = pointsOf([offerOf('A', [0, 0], { freight: 5n, freightRule: 'proportional' })]);
    assert.deepEqual(
      free?.purchases[0]?.items.map(({ freightShare }) => freightShare),
      [3n, 2n],
    );
  });

  it('no item that no proposal prices, and tells how many are covered', () => {
    const [point] = pointsOf([offerOf('A', [10, null, 30])]);
    assert.deepEqual([point?.covered, point?.coveredBound], [2, 2]);
  });

  it('no excluded item, which still carries its share, and no whole-only proposal with one', () => {
    const freight = { freight: 10n, freightRule: 'proportional' } as const;
    const [point] = pointsOf([
      offerOf('A', [50, 50], { ...parts, ...freight, excluded: [1] }),
      offerOf('B', [1, 1], { excluded: [0] }),
    ]);
    assert.deepEqual([purchasesOf(point), point?.landedTotal], [['A 0'], 55n]);
  });

  describe('in a later round', () => {
    const terms = { ...parts, freight: 10n, freightRule: 'proportional', bought: [0] } as const;

    it('the rest, with its own shares of the freight and what is still missing of the minimum', () => {
      const [point] = pointsOf([offerOf('A', [50, 25, 25], { ...terms, minimum: 25n })]);
      assert.deepEqual([purchasesOf(point), point?.landedTotal], [['A 1 2'], 55n]);
    });

    it('all of the rest, or none of it, where that is less than the minimum', () => {
      const rest = offerOf('A', [50, 25, 25], { ...terms, minimum: 60n });
      assert.deepEqual(purchasesOf(pointsOf([rest])[0]), ['A 1 2']);
      assert.deepEqual(pointsOf([{ ...rest, excluded: [2] }]), []);
    });
  });
});

describe('the limits of combinations', () => {
  it('refuses amounts whose sums would not be exact', () => {
    const most = 999_999_999_999_999;
    const offers = ['A', 'B', 'C'].map((name) => offerOf(name, [most, most, most], parts));
    assert.deepEqual(combinationPoints(offers), { ok: false, reason: 'amounts_too_large' });
  });

  it('proves what to buy from specialists, of whom none covers much, with little work', () => {
    // The same numbers in every run (Park and Miller).
    let state = 5;
    const below = (most: number): number => {
      state = (state * 48_271) % (2 ** 31 - 1);
      return Math.floor((state / (2 ** 31 - 1)) * most);
    };
    const usual = Array.from({ length: 30 }, () => 1_000 + below(100) ** 3);
    const offers = Array.from({ length: 200 }, (_, proposal) =>
      offerOf(
        `P${String(proposal).padStart(3, '0')}`,
        usual.map((price) =>
          below(9) === 0 ? Math.round((price * (80 + below(50))) / 100) : null,
        ),
        { ...parts, freight: BigInt(below(200_000)) },
      ),
    );
    const [, five] = pointsOf(offers, { sizes: [4, 5], budget: 5_000_000 });
    assert.deepEqual([five?.most, five?.covered, five?.proven], [5, 27, true]);
  });

  it('buys 1,000 items from 50 proposals within its budget, and says what is not proven', () => {
    // Prices without a pattern, the same in every run.
    const price = (proposal: number, item: number): number =>
      10_000 + ((proposal * 7_919 + item * 104_729 + proposal * item * 31) % 5_000);
    const offers = Array.from({ length: 50 }, (_, proposal) =>
      offerOf(
        `P${String(proposal).padStart(2, '0')}`,
        Array.from({ length: 1_000 }, (_item, item) =>
          item % 50 === proposal || (item + proposal) % 3 === 0 ? price(proposal, item) : null,
        ),
        { ...parts, freight: 30_000n, minimum: proposal % 2 === 0 ? 200_000n : 0n },
      ),
    );
    const budget = 20_000_000;
    const points = pointsOf(offers, { sizes: [5, Infinity], budget });
    for (const point of points) {
      assert.ok(point.costBound <= point.landedTotal);
      assert.ok(point.coveredBound >= point.covered);
      if (!point.proven)
        assert.ok(point.costBound < point.landedTotal || point.coveredBound > point.covered);
    }
    assert.ok(points.some(({ proven }) => !proven));
    assert.equal(points.at(-1)?.covered, 1_000);
    assert.deepEqual(pointsOf(offers.toReversed(), { sizes: [5, Infinity], budget }), points);
  });

  it('counts what minimums cost as work, so that they take no longer than a market without', () => {
    const cpuOf = (minimum: (proposal: number) => bigint): number => {
      const offers = Array.from({ length: 100 }, (_, proposal) =>
        offerOf(
          `P${String(proposal).padStart(2, '0')}`,
          Array.from(
            { length: 100 },
            (_item, item) => 100 + ((proposal * 7_919 + item * 104_729) % 9_900),
          ),
          { ...parts, freight: 1_000n + BigInt(proposal), minimum: minimum(proposal) },
        ),
      );
      const before = process.cpuUsage();
      pointsOf(offers, { sizes: [3, 4], budget: 10_000_000 });
      const { user, system } = process.cpuUsage(before);
      return user + system;
    };
    cpuOf(() => 0n);
    const [without, minimums] = [
      cpuOf(() => 0n),
      cpuOf((proposal) => BigInt(2_000 * (proposal + 1))),
    ];
    assert.ok(minimums < 7 * without, `${minimums} and ${without} microseconds`);
  });
});
