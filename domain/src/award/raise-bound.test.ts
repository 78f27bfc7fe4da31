import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fc } from '../seeded.fixture.ts';
import { offerOf, smallMarkets } from './award.fixture.ts';
import { combinationModel, type CombinationOffer } from './combination-model.ts';
import { bestOfEveryPurchase } from './every-purchase.fixture.ts';
import { boughtBy, raiseBound, type BoundGoal } from './raise-bound.ts';
import { relax, type Relaxed } from './relaxation.ts';

interface Raised {
  readonly from: number;
  readonly to: Relaxed;
  readonly multipliers: Float64Array;
  /** What the multipliers that it leaves give. */
  readonly left: number;
  readonly unit: number;
  readonly step: number;
}

/** Raises the bound of the least cost that covers what can be covered, beginning with no multipliers. */
function raise(
  offers: readonly CombinationOffer[],
  most: number,
  covered: number,
  { rounds = 100, ...goal }: Partial<BoundGoal> & { readonly rounds?: number } = {},
): Raised | undefined {
  const model = combinationModel(offers);
  if (model === null || model.positions.length === 0) return undefined;
  const task = {
    candidates: model.candidates,
    entries: model.candidates.reduce((sum, { items }) => sum + items.length, 0),
    most: Math.min(most, model.candidates.length),
    missing: 0,
    mayMiss: model.positions.length - covered,
  };
  const decisions = {
    status: new Uint8Array(model.candidates.length),
    settled: new Uint8Array(model.positions.length),
  };
  const multipliers = new Float64Array(model.positions.length);
  const reduced = new Float64Array(model.candidates.length);
  const from = relax(task, decisions, multipliers, { reduced, budget: { left: 1_000_000 } }).bound;
  const to = raiseBound({
    task,
    decisions,
    budget: { left: 1_000_000 },
    target: () => 160 * model.unit,
    isOpen: () => true,
    consider: () => undefined,
    ...goal,
    multipliers,
    rounds,
  });
  const left = relax(task, decisions, multipliers, { reduced, budget: { left: 1_000_000 } }).bound;
  return { from, to, multipliers, left, unit: model.unit, step: model.step };
}

const parts = { partial: true } as const;
const market = [offerOf('A', [60, 50, null], parts), offerOf('B', [null, 55, 40], parts)];

describe('a raised bound', () => {
  it('is never above what the best purchase costs, and never lower than it began', () => {
    fc.assert(
      fc.property(smallMarkets, fc.constantFrom(1, 2, 3, Infinity), (offers, most) => {
        const { covered, landed, used } = bestOfEveryPurchase(offers, most);
        const raised = raise(offers, most, covered);
        if (raised === undefined) return;
        assert.ok(raised.to.bound >= raised.from);
        assert.ok(raised.to.bound <= Number(landed) * raised.unit + used.length * raised.step);
      }),
      { numRuns: 500 },
    );
  });

  it('comes near the cost, and leaves the whole multipliers that give it', () => {
    const raised = raise(market, Infinity, 3);
    assert.ok(raised !== undefined);
    assert.equal(raised.from, 0);
    assert.ok(raised.to.bound > 149 * raised.unit, `${raised.to.bound} of ${150 * raised.unit}`);
    assert.equal(raised.left, raised.to.bound);
    assert.ok(raised.multipliers.every(Number.isInteger));
  });

  it('ends with its rounds, its budget, and where nothing better can be above it', () => {
    const looks = (goal: Parameters<typeof raise>[3]): number => {
      let asked = 0;
      raise(market, Infinity, 3, {
        ...goal,
        target: () => {
          asked += 1;
          return 10_000;
        },
      });
      return asked;
    };
    assert.equal(looks({ rounds: 7 }), 7);
    assert.equal(looks({ budget: { left: 12 } }), 2);
    assert.equal(looks({ isOpen: () => false }), 0);
  });

  it('looks at each other choice of candidates, ascending', () => {
    const seen: (readonly number[])[] = [];
    raise(market, Infinity, 3, { consider: (chosen) => seen.push(chosen) });
    assert.ok(seen.some((chosen) => chosen.join() === '0,1'));
    for (const [at, chosen] of seen.entries()) assert.notDeepEqual(chosen, seen[at - 1]);
  });
});

describe('what a choice buys', () => {
  it('counts each item as often as it is bought or left out', () => {
    const model = combinationModel(market);
    assert.ok(model !== null);
    const bought = boughtBy(
      { candidates: model.candidates, entries: 4, most: 2, missing: 0, mayMiss: 1 },
      Float64Array.from([61, 60, 10], (cents) => cents * model.unit),
      { bound: 0, chosen: [0, 1], leftOut: [2], dearest: 0, next: 0 },
      { settled: new Uint8Array(3), budget: { left: 1_000 } },
    );
    assert.deepEqual([...bought], [1, 2, 1]);
  });
});
