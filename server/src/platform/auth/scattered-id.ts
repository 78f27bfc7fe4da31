import { createHmac, hkdfSync } from 'node:crypto';

/** Stands between ids that count and their readers: shuffles every id of up to 48 bits, and finds it again. */
export interface IdScatter {
  /** The number readers know an id by: positive, of at most 15 digits. */
  readonly tell: (id: number) => number;
  /** The id a reader means; undefined for what stands for none. */
  readonly read: (told: number) => number | undefined;
}

const HALF_BITS = 24;
const HALF = 2 ** HALF_BITS;
const SIZE = HALF ** 2;
const ROUNDS = 6;

/**
 * A permutation of 1 to 2^48 - 1: a Feistel network over HMAC-SHA256, under a key derived from the installation's. `use`
 * says whose ids they are: two tables are not shuffled alike. Nothing is stored, so a restored backup needs the same key
 * for its readers to know the same numbers.
 */
export function createIdScatter(appKey: string, use: string): IdScatter {
  const key = Buffer.from(hkdfSync('sha256', appKey, '', `scattered ids of ${use}`, 32));
  const mix = (round: number, half: number): number =>
    createHmac('sha256', key)
      .update(`${round}.${half}`)
      .digest()
      .readUIntBE(0, HALF_BITS / 8);
  const rounds = Array.from({ length: ROUNDS }, (_, round) => round);
  const forth = (value: number): number => {
    let [high, low] = [Math.floor(value / HALF), value % HALF];
    for (const round of rounds) [high, low] = [low, high ^ mix(round, low)];
    return high * HALF + low;
  };
  const back = (value: number): number => {
    let [high, low] = [Math.floor(value / HALF), value % HALF];
    for (const round of rounds.toReversed()) [high, low] = [low ^ mix(round, high), high];
    return high * HALF + low;
  };
  // 0 is no id: what would become 0 goes once more, and takes the place that 0 would have had.
  const skipping =
    (permute: (value: number) => number) =>
    (value: number): number =>
      permute(value) || permute(0);
  const [tell, read] = [skipping(forth), skipping(back)];
  const isId = (value: number): boolean => Number.isSafeInteger(value) && value > 0 && value < SIZE;
  return {
    tell: (id) => {
      if (!isId(id)) throw new RangeError(`${id} is no id of at most 48 bits`);
      return tell(id);
    },
    read: (told) => (isId(told) ? read(told) : undefined),
  };
}
