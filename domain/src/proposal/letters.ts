/** The name of the n-th proposal, counted from 0: A to Z, then AA, AB and on. */
export function letterOf(index: number): string {
  if (!Number.isSafeInteger(index) || index < 0)
    throw new RangeError(`no letter for index ${index}`);
  const last = String.fromCharCode(65 + (index % 26));
  return index < 26 ? last : letterOf(Math.floor(index / 26) - 1) + last;
}

/** What a producer reads in place of a supplier's name: `Proposta A`. */
export function proposalLabel(index: number): string {
  return `Proposta ${letterOf(index)}`;
}
