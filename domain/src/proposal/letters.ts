/**
 * Returns the letter of the n-th proposal, counted from 0: A to Z, then AA, AB and so on. Throws
 * RangeError for a negative or unsafe index.
 */
export function letterOf(index: number): string {
  if (!Number.isSafeInteger(index) || index < 0)
    throw new RangeError(`no letter for index ${index}`);
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last;
}

/** Returns the label that producers see instead of a supplier's name: `Proposta A`. */
export function proposalLabel(index: number): string {
  return `Proposta ${letterOf(index)}`;
}
