/** Returns the distance of each id from the one before it. */
export const steps = (ids: readonly number[]): number[] =>
  ids.slice(1).map((id, index) => Math.abs(id - (ids[index] ?? 0)));

/** Returns how often an id is higher than the one before it. */
export const ascents = (ids: readonly number[]): number =>
  ids.slice(1).filter((id, index) => id > (ids[index] ?? 0)).length;

/**
 * Returns whether some bound would separate all steps of a quiet period from all of a busy one. By
 * chance, of 24 each: once in 10^12.
 */
export const areDistinguishable = (quiet: readonly number[], busy: readonly number[]): boolean =>
  Math.max(...quiet) < Math.min(...busy) || Math.max(...busy) < Math.min(...quiet);
