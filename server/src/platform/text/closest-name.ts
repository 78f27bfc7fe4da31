import { fold } from '@lavra/domain/text/fold';

/** Returns the most similar name, if it differs in no more than a third of its letters (or two). */
export function closestName(typed: string, names: readonly string[]): string | undefined {
  const mostBetween = (name: string): number =>
    Math.max(2, Math.max(typed.length, name.length) / 3);
  const [best] = names
    .filter((name) => Math.abs(name.length - typed.length) <= mostBetween(name))
    .map((name) => ({ name, distance: distanceOf(fold(typed), fold(name)) }))
    .toSorted((a, b) => a.distance - b.distance);
  return best !== undefined && best.distance <= mostBetween(best.name) ? best.name : undefined;
}

/**
 * Returns the Levenshtein distance: the letters to insert, remove or change, among the first
 * hundred.
 */
function distanceOf(left: string, right: string): number {
  const [a, b] = [left.slice(0, 100), right.slice(0, 100)];
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const change = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(change, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
