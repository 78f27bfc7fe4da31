import type { Candidate } from './combination-model.ts';
import type { WorkBudget } from './work-budget.ts';

/** What the search has decided about a candidate. */
export const FREE = 0;
export const USED = 1;
export const UNUSED = 2;

/** The cost of an item that the search has decided not to buy from a candidate. */
export const CLOSED = 2 ** 51;

/** Sorting an item to reach a minimum is so many times the work of looking at it. */
const SORTED = 20;

/** The question that is relaxed: what to use so that at most `mayMiss` items are left out. */
export interface RelaxedTask {
  readonly candidates: readonly Candidate[];
  /** How many offers of an item they have together. */
  readonly entries: number;
  /** How many candidates may be used. */
  readonly most: number;
  /** The cost of an item that is left out. */
  readonly missing: number;
  readonly mayMiss: number;
}

/** What is decided: by candidate, and which items have their seller (1). */
export interface Decided {
  readonly status: Uint8Array;
  readonly settled: Uint8Array;
}

/** A lower bound, and the choice that reaches it: it may buy an item twice or not at all. */
export interface Relaxed {
  /** Infinity when the decisions contradict each other. */
  readonly bound: number;
  /** Ascending. */
  readonly chosen: readonly number[];
  readonly leftOut: readonly number[];
  /** The reduced cost of the dearest free candidate chosen, when no more may be; else 0. */
  readonly dearest: number;
  /** The reduced cost of the best one that had no room; else 0. */
  readonly next: number;
}

/**
 * Returns a lower bound for the least cost (Lagrangian relaxation of "each item is bought once"). Each
 * item's multiplier, a whole number, is paid for it once and saved by every candidate that sells it;
 * what a candidate then costs, its reduced cost, depends on no other one. Fills `reduced` with them.
 * Sums of whole numbers are exact below 2^53; above it the bound is -Infinity. Takes a look at each offer
 * from the budget, and what minimums need beside it.
 */
export function relax(
  { candidates, entries, most, missing, mayMiss }: RelaxedTask,
  { status, settled }: Decided,
  multipliers: Float64Array,
  { reduced, budget }: { readonly reduced: Float64Array; readonly budget: WorkBudget },
): Relaxed {
  budget.left -= entries;
  let [bound, magnitude] = [0, 0];
  for (let item = 0; item < multipliers.length; item += 1) {
    const multiplier = multipliers[item] ?? 0;
    bound += multiplier;
    magnitude += Math.abs(multiplier);
  }
  const leftOut = mayMiss === 0 ? [] : mostSaved(multipliers, settled, missing).slice(0, mayMiss);
  for (const item of leftOut) bound += missing - (multipliers[item] ?? 0);
  const used: number[] = [];
  const saving: number[] = [];
  for (let index = 0; index < candidates.length; index += 1) {
    const candidate = candidates[index];
    if (candidate === undefined || status[index] === UNUSED) continue;
    const cost = reducedCost(candidate, multipliers, { settled, budget });
    reduced[index] = cost;
    if (status[index] === USED) used.push(index);
    else if (cost < 0) saving.push(index);
  }
  const room = most - used.length;
  const cheapest = lowest(saving, reduced, room + 1);
  const taken = cheapest.slice(0, room);
  const chosen = [...used, ...taken].toSorted((a, b) => a - b);
  for (const index of chosen) {
    bound += reduced[index] ?? 0;
    magnitude += Math.abs(reduced[index] ?? 0);
  }
  return {
    bound: magnitude > Number.MAX_SAFE_INTEGER && bound < Infinity ? -Infinity : bound,
    chosen,
    leftOut,
    dearest: taken.length < room ? 0 : (reduced[taken.at(-1) ?? -1] ?? 0),
    next: cheapest.length > room ? (reduced[cheapest.at(-1) ?? -1] ?? 0) : 0,
  };
}

/** What a candidate is looked at with. */
export interface Look {
  readonly settled: Uint8Array;
  readonly budget: WorkBudget;
  /** Gets added which part of each item the candidate then sells. */
  readonly bought?: Float64Array;
}

/**
 * Returns the least that a candidate costs at these multipliers when it is used, Infinity when its
 * minimum cannot be reached.
 */
export function reducedCost(candidate: Candidate, multipliers: Float64Array, look: Look): number {
  const { settled, bought } = look;
  const { items, costs, values, fixed, minimum, whole } = candidate;
  let [reduced, short] = [fixed, minimum];
  for (let at = 0; at < items.length; at += 1) {
    const [item, cost] = [items[at] ?? 0, costs[at] ?? 0];
    const each = cost - (multipliers[item] ?? 0);
    if (each >= 0 && !whole && (settled[item] === 0 || cost === CLOSED)) continue;
    reduced += each;
    short -= values[at] ?? 0;
    if (bought !== undefined) bought[item] = (bought[item] ?? 0) + 1;
  }
  if (short <= 0 || whole) return reduced;
  const filling = fill(candidate, multipliers, short, look);
  // The sum of the parts is rounded down by more than its own error.
  return reduced + Math.max(0, Math.floor(filling * (1 - 1e-12)) - 1);
}

/** Returns the item that a minimum takes only a part of at these multipliers, if there is one. */
export function partOf(
  candidate: Candidate,
  multipliers: Float64Array,
  look: Look,
): number | undefined {
  if (candidate.minimum === 0) return undefined;
  const parts = new Float64Array(multipliers.length);
  reducedCost(candidate, multipliers, { ...look, bought: parts });
  return candidate.items.find((item) => (parts[item] ?? 0) > 0 && (parts[item] ?? 0) < 1);
}

/** Reaches a minimum by items that do not pay off, the last of them in part; returns their cost. */
function fill(
  { items, costs, values }: Candidate,
  multipliers: Float64Array,
  missing: number,
  { settled, budget, bought }: Look,
): number {
  const left: { readonly item: number; readonly each: number; readonly value: number }[] = [];
  for (let at = 0; at < items.length; at += 1) {
    const [item, value] = [items[at] ?? 0, values[at] ?? 0];
    const each = (costs[at] ?? 0) - (multipliers[item] ?? 0);
    if (each >= 0 && value > 0 && settled[item] === 0 && costs[at] !== CLOSED)
      left.push({ item, each, value });
  }
  budget.left -= left.length * SORTED;
  left.sort((a, b) => a.each / a.value - b.each / b.value);
  let [cost, short] = [0, missing];
  for (const { item, each, value } of left) {
    const part = Math.min(1, short / value);
    cost += each * part;
    short -= value;
    if (bought !== undefined) bought[item] = (bought[item] ?? 0) + part;
    if (short <= 0) return cost;
  }
  return Infinity;
}

/** Returns the items that it saves something to leave out, the most first; ties by position. */
function mostSaved(multipliers: Float64Array, settled: Uint8Array, missing: number): number[] {
  const items: number[] = [];
  for (let item = 0; item < multipliers.length; item += 1)
    if (settled[item] === 0 && (multipliers[item] ?? 0) > missing) items.push(item);
  return items.toSorted((a, b) => (multipliers[b] ?? 0) - (multipliers[a] ?? 0) || a - b);
}

/**
 * Returns the `count` indices with the lowest costs, the lowest first, ties by index; in any order
 * when they are two fewer or less.
 */
function lowest(indices: readonly number[], costs: Float64Array, count: number): readonly number[] {
  if (indices.length < count - 1) return indices;
  const best: number[] = [];
  for (const index of indices) {
    const cost = costs[index] ?? 0;
    if (best.length === count && cost >= (costs[best.at(-1) ?? 0] ?? 0)) continue;
    let at = best.length === count ? count - 1 : best.length;
    while (at > 0 && cost < (costs[best[at - 1] ?? 0] ?? 0)) {
      best[at] = best[at - 1] ?? 0;
      at -= 1;
    }
    best[at] = index;
  }
  return best;
}
