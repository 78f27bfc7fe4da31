import { isBetter, quickPurchase, type Purchase } from './cheapest-purchase.ts';
import type { CombinationModel } from './combination-model.ts';
import type { WorkBudget } from './work-budget.ts';

/**
 * Returns a purchase that is not improved by adding, leaving out or exchanging one candidate: at
 * most `most` are used. Ends with the budget.
 */
export function bestNearby(
  model: CombinationModel,
  start: Purchase,
  most: number,
  budget: WorkBudget,
): Purchase {
  let best = start;
  for (let isDone = false; !isDone;) {
    isDone = true;
    for (const chosen of neighbours(best.used, model.candidates.length, most)) {
      if (budget.left <= 0) return best;
      const found = quickPurchase(model, chosen, budget);
      if (!isBetter(found, best)) continue;
      best = found;
      isDone = false;
      break;
    }
  }
  return best;
}

function* neighbours(
  used: readonly number[],
  candidates: number,
  most: number,
): Generator<number[]> {
  const others = Array.from({ length: candidates }, (_, index) => index).filter(
    (index) => !used.includes(index),
  );
  const sorted = (indices: readonly number[]): number[] => indices.toSorted((a, b) => a - b);
  for (const left of used) yield used.filter((index) => index !== left);
  if (used.length < most) for (const other of others) yield sorted([...used, other]);
  for (const left of used) {
    const rest = used.filter((index) => index !== left);
    for (const other of others) yield sorted([...rest, other]);
  }
}
