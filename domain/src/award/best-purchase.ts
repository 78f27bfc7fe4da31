import { cheapestPurchase, isBetter, quickPurchase, type Purchase } from './cheapest-purchase.ts';
import type { CombinationModel } from './combination-model.ts';
import { searchPurchases } from './combination-search.ts';
import { bestNearby } from './nearby-purchase.ts';
import { raiseBound } from './raise-bound.ts';
import { FREE, relax, USED, type RelaxedTask } from './relaxation.ts';
import { createDecisions, type SearchDecisions } from './search-decisions.ts';
import { withPart, type WorkBudget } from './work-budget.ts';

/** The best purchase found, and what is known of a better one. */
export interface BestPurchase {
  readonly purchase: Purchase;
  /** No purchase covers more items. */
  readonly coveredBound: number;
  /** None that covers as many costs less, in units. */
  readonly costBound: number;
}

/** What an item left out costs while the search is for coverage: room for whole multipliers. */
const MISS = 2 ** 20;
/** The most that one look at the minimums of a purchase may cost beside the search itself. */
const LOOK = 50_000;
/** How many rounds may show that a branch has no purchase that covers as much. */
const COVERAGE_ROUNDS = 30;
/** What covering an item may be worth at first: from an eighth of an average item's cost to 256 times of it. */
const SCALES = Array.from({ length: 12 }, (_, step) => 2 ** step / 8);

/**
 * Returns the best purchase from at most `limit` candidates: most items, least cost, then the
 * candidates that come first. Searches the coverage, with half of the budget at most, then the cost.
 */
export function bestPurchase(
  model: CombinationModel,
  limit: number,
  start: Purchase,
  budget: WorkBudget,
): BestPurchase {
  const items = model.positions.length;
  const most = Math.min(limit, items, model.candidates.length);
  let best = start;
  let improved: Purchase | undefined;
  const take = (found: Purchase | undefined): void => {
    if (found !== undefined && isBetter(found, best)) best = found;
  };
  const entries = model.candidates.reduce((sum, candidate) => sum + candidate.items.length, 0);
  const covering: RelaxedTask = {
    entries,
    candidates: model.candidates.map((candidate) => ({
      ...candidate,
      costs: new Float64Array(candidate.items.length),
      fixed: 0,
      minimum: 0,
    })),
    most,
    missing: MISS,
    mayMiss: items,
  };
  const buying: RelaxedTask = {
    entries,
    candidates: model.candidates.map((each) => ({ ...each, costs: each.costs.slice() })),
    most,
    missing: 0,
    get mayMiss() {
      return items - best.covered;
    },
  };
  const decisions = createDecisions([covering, buying], items);
  const looks = (own: WorkBudget) => ({
    decisions,
    budget: own,
    consider: (chosen: readonly number[]) => take(quickPurchase(model, chosen, own)),
    improve(chosen: readonly number[]) {
      withPart(own, LOOK, (part) => take(cheapestPurchase(model, chosen, best, part)));
      if (best === improved) return;
      best = bestNearby(model, best, most, own);
      improved = best;
    },
    settle: (chosen: readonly number[]) => take(cheapestPurchase(model, chosen, best, own)),
  });

  const coverage = new Float64Array(items).fill(MISS);
  const uncovered = withPart(budget, budget.left / 2, (part) =>
    searchPurchases({
      ...looks(part),
      task: covering,
      multipliers: coverage,
      target: () => (items - best.covered) * MISS,
      isOpen: (bound) => bound <= (items - best.covered - 1) * MISS,
      isPossible: () => true,
    }),
  );
  const missing = uncovered === Infinity ? Infinity : Math.max(0, Math.ceil(uncovered / MISS));
  const coveredBound = Math.max(best.covered, items - missing);

  const reduced = new Float64Array(model.candidates.length);
  const left = searchPurchases({
    ...looks(budget),
    task: buying,
    multipliers: bestStart(
      cheapestOffers(model),
      coverage,
      (multipliers) => relax(buying, decisions, multipliers, { reduced, budget }).bound,
    ),
    target: () => best.cost,
    isOpen(bound) {
      const attainable = roundUp(bound, model, most);
      if (attainable !== best.cost) return attainable < best.cost;
      return mayPrecede(decisions, best.used);
    },
    isPossible() {
      const mayMiss = (items - best.covered) * MISS;
      let isFound = false;
      const { bound } = raiseBound({
        task: covering,
        decisions,
        budget,
        multipliers: coverage.slice(),
        rounds: COVERAGE_ROUNDS,
        target: () => mayMiss + MISS,
        isOpen: (each) => !isFound && each <= mayMiss,
        consider(chosen) {
          isFound ||= countCovered(covering, chosen, { items, budget }) >= best.covered;
        },
      });
      return isFound || bound <= mayMiss;
    },
  });
  return {
    purchase: best,
    coveredBound,
    costBound: Math.min(best.cost, left === Infinity ? Infinity : roundUp(left, model, most)),
  };
}

/** Returns how many items these candidates offer together. */
function countCovered(
  { candidates }: RelaxedTask,
  chosen: readonly number[],
  { items, budget }: { readonly items: number; readonly budget: WorkBudget },
): number {
  const isCovered = new Uint8Array(items);
  let covered = 0;
  for (const index of chosen) {
    const offered = candidates[index]?.items ?? [];
    budget.left -= offered.length;
    for (const item of offered) {
      covered += 1 - (isCovered[item] ?? 0);
      isCovered[item] = 1;
    }
  }
  return covered;
}

/** Returns the least cost that a purchase can have: whole cents, and 1 to `most` proposals. */
function roundUp(bound: number, { unit, step }: CombinationModel, most: number): number {
  if (!Number.isFinite(bound)) return bound;
  const cents = Math.floor(bound / unit);
  const proposals = Math.ceil((bound - cents * unit) / step);
  return proposals > most ? (cents + 1) * unit : cents * unit + proposals * step;
}

/** Returns what each item costs where it is cheapest, in units. */
function cheapestOffers({ candidates, positions }: CombinationModel): Float64Array {
  const cheapest = new Float64Array(positions.length).fill(Infinity);
  for (const { items, costs } of candidates)
    for (const [at, item] of items.entries())
      cheapest[item] = Math.min(cheapest[item] ?? 0, costs[at] ?? 0);
  return cheapest;
}

/**
 * Returns the multipliers with the highest bound among the items' lowest costs and those raised by
 * what covering the item is worth, at each scale.
 */
function bestStart(
  cheapest: Float64Array,
  coverage: Float64Array,
  boundOf: (multipliers: Float64Array) => number,
): Float64Array {
  const average = cheapest.reduce((sum, cost) => sum + cost, 0) / cheapest.length;
  const starts = [0, ...SCALES].map((scale) =>
    cheapest.map((cost, item) =>
      Math.round(cost + (scale * average * (coverage[item] ?? 0)) / MISS),
    ),
  );
  const bounds = starts.map(boundOf);
  return starts[bounds.indexOf(Math.max(...bounds))] ?? cheapest;
}

/**
 * Returns whether as many candidates could still be used that come before these. It is asked of each
 * candidate where costs are equal, so it looks at each once and makes nothing.
 */
function mayPrecede(decisions: SearchDecisions, used: readonly number[]): boolean {
  const { status } = decisions;
  let room = used.length - decisions.usedCount();
  if (room < 0) return false;
  let [taken, isBefore] = [0, false];
  for (let index = 0; index < status.length && taken < used.length; index += 1) {
    if (status[index] !== USED && (status[index] !== FREE || room === 0)) continue;
    if (status[index] === FREE) room -= 1;
    if (!isBefore && index > (used[taken] ?? 0)) return false;
    isBefore ||= index < (used[taken] ?? 0);
    taken += 1;
  }
  return isBefore && taken === used.length;
}
