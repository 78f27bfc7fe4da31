import { boughtBy, raiseBound, type BoundGoal } from './raise-bound.ts';
import { FREE, partOf, relax, USED, type Relaxed } from './relaxation.ts';
import type { SearchDecisions } from './search-decisions.ts';

/** What a search looks for, and what it has found. */
export interface SearchGoal extends BoundGoal {
  readonly decisions: SearchDecisions;
  /** Whole numbers to begin with; afterwards the best ones of the root. */
  readonly multipliers: Float64Array;
  /** Whether the decisions leave a better purchase, as far as can be seen at once. */
  isPossible(): boolean;
  /** Looks longer, also at purchases nearby. */
  improve(chosen: readonly number[]): void;
  /** Looks at the best purchase from these candidates. */
  settle(chosen: readonly number[]): void;
}

/** A candidate to use or not; or whether to buy an item from it. */
interface Branch {
  readonly candidate: number;
  readonly item?: number | undefined;
}

const ROUNDS_AT_ROOT = 400;
const ROUNDS_BELOW = 30;
/** A candidate chosen in nearly all or nearly no rounds is not worth a branch: 0.02 × 0.98. */
const UNDECIDED = 0.02;

/**
 * Searches by branch and bound over the candidates, and over items where minimums divide them.
 * Returns the lower bound of what the budget left unsearched; Infinity when that is nothing.
 */
export function searchPurchases(goal: SearchGoal): number {
  const { task, decisions, budget } = goal;
  const { candidates, most } = task;
  const { status, settled } = decisions;
  const reduced = new Float64Array(candidates.length);
  let unsearched = Infinity;

  /** Decides what the reduced costs decide. */
  const decideByCost = (multipliers: Float64Array): Relaxed => {
    const relaxed = relax(task, decisions, multipliers, { reduced, budget });
    const { bound, chosen, dearest, next } = relaxed;
    const isChosen = new Set(chosen);
    for (let index = 0; index < candidates.length; index += 1) {
      if (status[index] !== FREE) continue;
      const cost = reduced[index] ?? 0;
      if (isChosen.has(index)) {
        if (!goal.isOpen(bound - cost + next)) decisions.use(index);
      } else if (!goal.isOpen(bound + cost - dearest)) decisions.leaveOut(index);
    }
    return relaxed;
  };

  /** Returns what to decide next; undefined when only the items remain to be bought. */
  const nextBranch = (
    relaxed: Relaxed,
    multipliers: Float64Array,
    usage: Float64Array,
  ): Branch | undefined => {
    if (decisions.usedCount() >= most) return undefined;
    const free = indicesWith(status, FREE);
    if (free.length === 0) return undefined;
    for (const index of indicesWith(status, USED)) {
      const candidate = candidates[index];
      const item = candidate && partOf(candidate, multipliers, { settled, budget });
      if (item !== undefined) return { candidate: index, item };
    }
    const undecided = best(
      free,
      (index) => (usage[index] ?? 0) * (1 - (usage[index] ?? 0)),
      UNDECIDED,
    );
    if (undecided !== undefined) return { candidate: undecided };
    const bought = boughtBy(task, multipliers, relaxed, { settled, budget });
    const chosen = relaxed.chosen.filter((index) => status[index] === FREE);
    const contested = best(chosen, (index) => contest(index, bought, multipliers), 0);
    const candidate = contested ?? best(free, (index) => -(reduced[index] ?? 0), -Infinity);
    return candidate === undefined ? undefined : { candidate };
  };

  /** Returns how much a candidate saves by items that are bought more than once. */
  const contest = (index: number, bought: Float64Array, multipliers: Float64Array): number => {
    const { items, costs } = candidates[index] ?? {};
    let saved = 0;
    for (const [at, item] of (items ?? []).entries())
      if ((bought[item] ?? 0) > 1)
        saved += Math.max(0, (multipliers[item] ?? 0) - (costs?.[at] ?? 0));
    return saved;
  };

  const explore = (from: Float64Array, fromUsage: Float64Array, isRoot: boolean): void => {
    const [multipliers, usage] = [from.slice(), fromUsage.slice()];
    for (let rounds = isRoot ? ROUNDS_AT_ROOT : ROUNDS_BELOW; ; rounds = ROUNDS_BELOW) {
      if (!goal.isPossible()) return;
      const { bound, chosen } = raiseBound({ ...goal, multipliers, usage, rounds });
      if (rounds === ROUNDS_AT_ROOT) from.set(multipliers);
      if (goal.isOpen(bound)) goal.improve(chosen);
      if (!goal.isOpen(bound)) return;
      if (budget.left <= 0) {
        unsearched = Math.min(unsearched, bound);
        return;
      }
      const relaxed = decideByCost(multipliers);
      const branch = nextBranch(relaxed, multipliers, usage);
      if (branch === undefined) {
        goal.settle(indicesWith(status, USED));
        if (budget.left <= 0) unsearched = Math.min(unsearched, bound);
        return;
      }
      const { candidate, item } = branch;
      const mark = decisions.mark();
      if (item === undefined) decisions.use(candidate);
      else decisions.buyFrom(candidate, item);
      explore(multipliers, usage, false);
      decisions.undoTo(mark);
      if (item === undefined) decisions.leaveOut(candidate);
      else decisions.notFrom(candidate, item);
    }
  };
  const start = decisions.mark();
  explore(goal.multipliers, new Float64Array(candidates.length), true);
  decisions.undoTo(start);
  return unsearched;
}

function indicesWith(status: Uint8Array, value: number): number[] {
  const found: number[] = [];
  for (let index = 0; index < status.length; index += 1)
    if (status[index] === value) found.push(index);
  return found;
}

/** Returns the index with the highest score above `least`, the first of equal ones. */
function best(
  indices: readonly number[],
  score: (index: number) => number,
  least: number,
): number | undefined {
  let [found, highest]: [number | undefined, number] = [undefined, least];
  for (const index of indices) {
    const each = score(index);
    if (each > highest) [found, highest] = [index, each];
  }
  return found;
}
