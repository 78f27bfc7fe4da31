import { createHmac, hkdfSync } from 'node:crypto';

/**
 * Maps sequential ids to public numbers that do not reveal their order: a permutation of ids of up
 * to 48 bits, and its inverse.
 */
export interface IdScatter {
  /** Returns the public number of an id: positive, of at most 15 digits. */
  readonly encode: (id: number) => number;
  /** Returns the id of a public number; undefined for a number that stands for none. */
  readonly decode: (shown: number) => number | undefined;
}

const HALF_BITS = 24;
const HALF = 2 ** HALF_BITS;
const SIZE = HALF ** 2;
const ROUNDS = 6;

/**
 * Creates a permutation of 1 to 2^48 - 1: a Feistel network over HMAC-SHA256, under a key derived
 * from the installation's. `use` names the kind of id, so that two tables are not permuted alike.
 * Nothing is stored, so a restored backup needs the same key to keep its public numbers.
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
  // 0 is no id: a value that would map to 0 is permuted again, and takes the number that 0 would
  // have had.
  const skipping =
    (permute: (value: number) => number) =>
    (value: number): number =>
      permute(value) || permute(0);
  const [permuted, restored] = [skipping(forth), skipping(back)];
  const isId = (value: number): boolean => Number.isSafeInteger(value) && value > 0 && value < SIZE;
  return {
    encode: (id) => {
      if (!isId(id)) throw new RangeError(`${id} is no id of at most 48 bits`);
      return permuted(id);
    },
    decode: (shown) => (isId(shown) ? restored(shown) : undefined),
  };
}
