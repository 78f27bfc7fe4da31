/**
 * Counts work instead of time, so that a search ends at the same point on every machine. A unit is
 * about one offer of one item looked at; the work ends when none is left.
 */
export interface WorkBudget {
  left: number;
}

/** Runs with a part of the budget, at most `most` units, and takes what was spent from the whole. */
export function withPart<T>(budget: WorkBudget, most: number, run: (part: WorkBudget) => T): T {
  const given = Math.max(0, Math.min(most, budget.left));
  const part = { left: given };
  const result = run(part);
  budget.left -= given - part.left;
  return result;
}
