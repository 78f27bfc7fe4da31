import {
  reducedCost,
  relax,
  type Decided,
  type Look,
  type Relaxed,
  type RelaxedTask,
} from './relaxation.ts';
import type { WorkBudget } from './work-budget.ts';

/** What a bound is raised for. */
export interface BoundGoal {
  readonly task: RelaxedTask;
  readonly decisions: Decided;
  readonly budget: WorkBudget;
  /** The bound that the best known purchase has. */
  target(): number;
  /** Whether a purchase with this lower bound may be better than the best known. */
  isOpen(bound: number): boolean;
  /** Looks at the purchase from these candidates (ascending), quickly. */
  consider(chosen: readonly number[]): void;
}

interface Ascent extends BoundGoal {
  /** Whole numbers to begin with; afterwards those of the highest bound. */
  readonly multipliers: Float64Array;
  /** How often each candidate was chosen lately, 0 to 1; goes on with the rounds. */
  readonly usage?: Float64Array;
  readonly rounds: number;
}

/** The step is halved after so many rounds without a higher bound. */
const PATIENCE = 8;
/** How much of the rounds before counts in `usage`. */
const MEMORY = 0.93;

/**
 * Raises a bound by subgradient steps until the rounds or the budget end, or no better purchase can
 * be above it: an item bought more than once gets cheaper, one not bought dearer. Returns the highest.
 */
export function raiseBound(ascent: Ascent): Relaxed {
  const { task, decisions, budget, multipliers, usage, rounds } = ascent;
  const reduced = new Float64Array(task.candidates.length);
  const tried = multipliers.slice();
  let best: Relaxed | undefined;
  let last: readonly number[] = [];
  let [scale, stale] = [1, 0];
  for (let round = 0; ; round += 1) {
    const relaxed = relax(task, decisions, tried, { reduced, budget });
    if (best === undefined || relaxed.bound > best.bound) {
      best = relaxed;
      multipliers.set(tried);
      stale = 0;
    } else if (++stale % PATIENCE === 0) scale /= 2;
    if (usage !== undefined) remember(usage, relaxed.chosen);
    if (!isSame(relaxed.chosen, last)) ascent.consider(relaxed.chosen);
    last = relaxed.chosen;
    if (round >= rounds || budget.left <= 0 || !ascent.isOpen(best.bound)) return best;
    const bought = boughtBy(task, tried, relaxed, { settled: decisions.settled, budget });
    const norm = bought.reduce((sum, part) => sum + (1 - part) ** 2, 0);
    if (norm === 0) return best;
    const step = (scale * Math.max(ascent.target() - relaxed.bound, 1)) / norm;
    for (let item = 0; item < tried.length; item += 1)
      tried[item] = Math.round((tried[item] ?? 0) + step * (1 - (bought[item] ?? 0)));
  }
}

/** Returns how often each item is bought or left out. */
export function boughtBy(
  { candidates }: RelaxedTask,
  multipliers: Float64Array,
  { chosen, leftOut }: Relaxed,
  look: Omit<Look, 'bought'>,
): Float64Array {
  const bought = new Float64Array(multipliers.length);
  for (const item of leftOut) bought[item] = 1;
  for (const index of chosen) {
    const candidate = candidates[index];
    if (candidate === undefined) continue;
    look.budget.left -= candidate.items.length;
    reducedCost(candidate, multipliers, { ...look, bought });
  }
  return bought;
}

function remember(usage: Float64Array, chosen: readonly number[]): void {
  for (let index = 0; index < usage.length; index += 1) usage[index] = (usage[index] ?? 0) * MEMORY;
  for (const index of chosen) usage[index] = (usage[index] ?? 0) + 1 - MEMORY;
}

const isSame = (a: readonly number[], b: readonly number[]): boolean =>
  a.length === b.length && a.every((index, at) => index === b[at]);
