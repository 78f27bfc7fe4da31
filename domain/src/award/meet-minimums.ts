import type { WorkBudget } from './work-budget.ts';

/** One way to buy an item: from which seller, at which cost, and what counts for its minimum. */
export interface Choice {
  readonly seller: number;
  readonly cost: number;
  readonly value: number;
}

export interface MinimumsTask {
  /** For each item its choices, at least one. */
  readonly items: readonly (readonly Choice[])[];
  /** For each seller the sum of values that it must reach; 0 for none. */
  readonly needs: readonly number[];
  /** Only what costs at most this is of interest. */
  readonly limit: number;
}

interface Relaxed {
  readonly bound: number;
  /** What each seller gets more for a cent of its sales. */
  readonly premiums: readonly number[];
}

const ROUNDS_AT_ROOT = 60;
const ROUNDS_BELOW = 40;

/**
 * Returns the choice of each item that meets every seller's minimum at the least cost; undefined when
 * there is none within the limit. When the budget ends it returns the best found, which need not be
 * the cheapest. Branches over the items; the bound prices the minimums (Lagrangian relaxation).
 */
export function meetMinimums(
  { items, needs, limit: highest }: MinimumsTask,
  budget: WorkBudget,
): Choice[] | undefined {
  let best: Choice[] | undefined;
  // Costs are whole: what improves is cheaper by one.
  let limit = highest;
  // The rounding error of a bound is far below the difference of two costs.
  const isOpen = (bound: number): boolean => bound - Math.abs(bound) * 1e-12 <= limit;

  const tighten = (
    open: readonly (readonly Choice[])[],
    from: readonly number[],
    rounds: number,
  ): Relaxed => {
    let premiums = from;
    let highestBound: Relaxed = { bound: -Infinity, premiums };
    let [scale, stale] = [1, 0];
    for (let round = 0; round < rounds; round += 1) {
      const chosen = open.map((choices) => cheapest(choices, premiums));
      budget.left -= open.length * needs.length;
      const short = [...needs];
      let [bound, cost] = [0, 0];
      for (const choice of chosen) {
        cost += choice.cost;
        bound += reducedCost(choice, premiums);
        short[choice.seller] = (short[choice.seller] ?? 0) - choice.value;
      }
      let norm = 0;
      for (const [seller, need] of needs.entries()) {
        const [premium, missing] = [premiums[seller] ?? 0, short[seller] ?? 0];
        bound += premium * need;
        if (need > 0 && (missing > 0 || premium > 0)) norm += missing ** 2;
      }
      if (short.every((missing, seller) => missing <= 0 || needs[seller] === 0) && cost <= limit)
        [best, limit] = [chosen, cost - 1];
      if (bound > highestBound.bound) [highestBound, stale] = [{ bound, premiums }, 0];
      else if (++stale % 4 === 0) scale /= 2;
      if (norm === 0 || budget.left <= 0 || !isOpen(highestBound.bound)) break;
      const target = Math.min(limit, bound + Math.abs(bound) / 20);
      const step = (scale * Math.max(target - bound, 1)) / norm;
      premiums = premiums.map((premium, seller) =>
        needs[seller] === 0 ? 0 : Math.max(0, premium + step * (short[seller] ?? 0)),
      );
    }
    return highestBound;
  };

  const visit = (
    given: readonly (readonly Choice[])[],
    from: readonly number[],
    isRoot: boolean,
  ): void => {
    let open = given;
    for (let rounds = isRoot ? ROUNDS_AT_ROOT : ROUNDS_BELOW; ; rounds = ROUNDS_BELOW) {
      if (budget.left <= 0 || !canReach(open, needs)) return;
      const { bound, premiums } = tighten(open, from, rounds);
      if (!isOpen(bound)) return;
      // A choice that makes the bound too high is no choice any more.
      open = open.map((choices) => {
        if (choices.length === 1) return choices;
        const least = reducedCost(cheapest(choices, premiums), premiums);
        const left = choices.filter((choice) =>
          isOpen(bound - least + reducedCost(choice, premiums)),
        );
        return left.length === choices.length ? choices : left;
      });
      if (open.some((choices) => choices.length === 0)) return;
      const item = closestChoice(open, premiums);
      if (item === undefined) {
        tighten(open, premiums, 1);
        return;
      }
      const choices = open[item] ?? [];
      const first = cheapest(choices, premiums);
      visit(open.with(item, [first]), premiums, false);
      open = open.with(
        item,
        choices.filter((choice) => choice !== first),
      );
      from = premiums;
    }
  };
  visit(
    items,
    needs.map(() => 0),
    true,
  );
  return best;
}

const reducedCost = ({ seller, cost, value }: Choice, premiums: readonly number[]): number =>
  cost - (premiums[seller] ?? 0) * value;

/** Returns the choice with the least reduced cost; the first of equal ones. */
function cheapest(choices: readonly Choice[], premiums: readonly number[]): Choice {
  let [best, least] = [choices[0], Infinity];
  for (const choice of choices) {
    const reduced = reducedCost(choice, premiums);
    if (reduced < least) [best, least] = [choice, reduced];
  }
  if (best === undefined) throw new RangeError('an item without a choice');
  return best;
}

/** Returns the item whose two cheapest choices differ least; undefined when each has but one. */
function closestChoice(
  items: readonly (readonly Choice[])[],
  premiums: readonly number[],
): number | undefined {
  let [closest, found]: [number, number | undefined] = [Infinity, undefined];
  for (const [item, choices] of items.entries()) {
    if (choices.length === 1) continue;
    let [least, second] = [Infinity, Infinity];
    for (const choice of choices) {
      const reduced = reducedCost(choice, premiums);
      if (reduced < least) [least, second] = [reduced, least];
      else if (reduced < second) second = reduced;
    }
    if (second - least < closest) [closest, found] = [second - least, item];
  }
  return found;
}

/** Returns whether each seller could reach its minimum by itself. */
function canReach(items: readonly (readonly Choice[])[], needs: readonly number[]): boolean {
  const most = needs.map(() => 0);
  for (const choices of items)
    for (const { seller, value } of choices) most[seller] = (most[seller] ?? 0) + value;
  return needs.every((need, seller) => (most[seller] ?? 0) >= need);
}
