import * as fc from 'fast-check';

/**
 * The seed of everything random in tests: the same in each run, so that a commit is judged alike each
 * time. The environment variable `LAVRA_SEED` sets another one, to search further.
 */
export const SEED = Number(process.env['LAVRA_SEED'] ?? 1_727);

fc.configureGlobal({ seed: SEED });

/** Pseudo-random numbers, the same for the same seed (mulberry32). */
export interface Random {
  /** Returns a number from 0 up to, not including, 1. */
  next(): number;
  /** Returns a whole number from 0 up to, not including, the bound. */
  below(bound: number): number;
  /** Returns one of the values. */
  of<T>(values: readonly T[]): T;
  /** Returns the values in any order. */
  shuffled<T>(values: readonly T[]): T[];
  chance(share: number): boolean;
}

export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (bound: number): number => Math.floor(next() * bound);
  return {
    next,
    below,
    chance: (share) => next() < share,
    // the list is never empty
    of: <T>(values: readonly T[]) => values[below(values.length)] as T,
    shuffled: (values) =>
      values
        .map((value) => ({ value, place: next() }))
        .toSorted((a, b) => a.place - b.place)
        .map(({ value }) => value),
  };
}

export { fc };
