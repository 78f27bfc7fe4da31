import type { Candidate, CombinationModel } from './combination-model.ts';
import { meetMinimums, type Choice } from './meet-minimums.ts';
import type { WorkBudget } from './work-budget.ts';

/** What is bought, and from which candidates. */
export interface Purchase {
  readonly covered: number;
  /** In units, see CombinationModel. */
  readonly cost: number;
  /** The candidates bought from, ascending. */
  readonly used: readonly number[];
  /** The candidate that each item is bought from, by the model's index; NONE where it is not bought. */
  readonly sources: Int32Array;
}

/** A purchase that may not reach all minimums. */
interface Draft extends Purchase {
  /** What each item costs; 0 where it is not bought. */
  readonly costs: Float64Array;
  /** 1 for items that a whole-only candidate sells. */
  readonly isWhole: Uint8Array;
}

const NONE = -1;
/** How often a draft looks at each item beside its offers. */
const PASSES = 6;

/** Returns the purchase of nothing. */
export const emptyPurchase = (items: number): Purchase => ({
  covered: 0,
  cost: 0,
  used: [],
  sources: new Int32Array(items).fill(NONE),
});

/**
 * Returns the cheapest purchase of all items that the chosen candidates (ascending) offer, if it can
 * be as good as `toBeat`; undefined otherwise. When the budget ends it need not be the cheapest. A
 * candidate that would sell nothing is not used.
 */
export function cheapestPurchase(
  model: CombinationModel,
  chosen: readonly number[],
  toBeat: Purchase,
  budget: WorkBudget,
): Purchase | undefined {
  const draft = draftPurchase(model, chosen, budget);
  const { covered, cost, used, sources, costs, isWhole } = draft;
  if (covered < toBeat.covered || (covered === toBeat.covered && cost > toBeat.cost))
    return undefined;
  const { candidates } = model;
  if (shortOnes(model, draft).length === 0) return draft;
  const choices = choicesOf(candidates, used, isWhole);
  const sold = costs.reduce((sum, each, item) => (isWhole[item] === 1 ? sum : sum + each), 0);
  const limit = covered > toBeat.covered ? Infinity : toBeat.cost;
  const found = meetMinimums(
    {
      items: [...choices.values()],
      needs: used.map((index) => candidates[index]?.minimum ?? 0),
      limit: limit - (cost - sold),
    },
    budget,
  );
  if (found === undefined) return undefined;
  for (const [at, item] of [...choices.keys()].entries())
    sources[item] = used[found[at]?.seller ?? 0] ?? NONE;
  return {
    covered,
    cost: found.reduce((sum, each) => sum + each.cost, cost - sold),
    used,
    sources,
  };
}

/**
 * Returns a purchase from some of the chosen candidates, quickly: those who do not reach their minimum
 * are left out, the one that misses the largest part of it first.
 */
export function quickPurchase(
  model: CombinationModel,
  chosen: readonly number[],
  budget: WorkBudget,
): Purchase {
  for (let rest = chosen; ;) {
    const draft = draftPurchase(model, rest, budget);
    const [first] = shortOnes(model, draft).toSorted((a, b) => b.missing - a.missing);
    if (first === undefined) return draft;
    rest = draft.used.filter((index) => index !== first.index);
  }
}

/** Buys each item where it is cheapest; whole-only ones that overlap an earlier one are left out. */
function draftPurchase(
  { candidates, positions }: CombinationModel,
  chosen: readonly number[],
  budget: WorkBudget,
): Draft {
  budget.left -= positions.length * PASSES;
  const sources = new Int32Array(positions.length).fill(NONE);
  const costs = new Float64Array(positions.length);
  const isWhole = new Uint8Array(positions.length);
  for (const index of chosen) {
    const candidate = candidates[index];
    if (candidate?.whole !== true || candidate.items.some((item) => isWhole[item] === 1)) continue;
    for (const [at, item] of candidate.items.entries()) {
      sources[item] = index;
      costs[item] = candidate.costs[at] ?? 0;
      isWhole[item] = 1;
    }
  }
  for (const index of chosen) {
    const candidate = candidates[index];
    if (candidate === undefined) continue;
    budget.left -= candidate.items.length;
    if (candidate.whole) continue;
    for (let at = 0; at < candidate.items.length; at += 1) {
      const [item, cost] = [candidate.items[at] ?? 0, candidate.costs[at] ?? 0];
      const isBought = sources[item] !== NONE;
      if (isBought && (isWhole[item] === 1 || cost >= (costs[item] ?? 0))) continue;
      sources[item] = index;
      costs[item] = cost;
    }
  }
  const sells = new Uint8Array(candidates.length);
  for (const source of sources) if (source !== NONE) sells[source] = 1;
  const used = chosen.filter((index) => sells[index] === 1);
  const fixed = used.reduce((sum, index) => sum + (candidates[index]?.fixed ?? 0), 0);
  return {
    covered: sources.reduce((sum, source) => (source === NONE ? sum : sum + 1), 0),
    cost: costs.reduce((sum, cost) => sum + cost, fixed),
    used,
    sources,
    costs,
    isWhole,
  };
}

/** Returns who does not reach the minimum, and which part of it is missing. */
function shortOnes(
  { candidates }: CombinationModel,
  { used, sources }: Purchase,
): { readonly index: number; readonly missing: number }[] {
  return used.flatMap((index) => {
    const candidate = candidates[index];
    if (candidate === undefined || candidate.minimum === 0) return [];
    let sold = 0;
    for (let at = 0; at < candidate.items.length; at += 1)
      if (sources[candidate.items[at] ?? 0] === index) sold += candidate.values[at] ?? 0;
    return sold < candidate.minimum ? [{ index, missing: 1 - sold / candidate.minimum }] : [];
  });
}

/** Returns the ways to buy each item that none sells whole; sellers are positions in `used`. */
function choicesOf(
  candidates: readonly Candidate[],
  used: readonly number[],
  isWhole: Uint8Array,
): Map<number, Choice[]> {
  const choices = new Map<number, Choice[]>();
  for (const [seller, index] of used.entries()) {
    const candidate = candidates[index];
    if (candidate === undefined || candidate.whole) continue;
    for (const [at, item] of candidate.items.entries()) {
      if (isWhole[item] === 1) continue;
      const choice = { seller, cost: candidate.costs[at] ?? 0, value: candidate.values[at] ?? 0 };
      const known = choices.get(item);
      if (known === undefined) choices.set(item, [choice]);
      else known.push(choice);
    }
  }
  return choices;
}

const precedes = (a: readonly number[], b: readonly number[]): boolean => {
  const at = a.findIndex((x, i) => x !== b[i]);
  return at !== -1 && (a[at] ?? 0) < (b[at] ?? 0);
};
export function isBetter(a: Purchase, b: Purchase): boolean {
  if (a.covered !== b.covered) return a.covered > b.covered;
  if (a.cost !== b.cost) return a.cost < b.cost;
  return precedes(a.used, b.used);
}
