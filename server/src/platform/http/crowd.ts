import { RuleError } from '../errors.ts';

/**
 * How many are worked on at once, in the whole process and of one caller: with a token seen alive before, with one not seen
 * yet, and at the public endpoints. None takes a place of another kind. A form is held in memory, up to 10 MiB.
 */
const bounds = {
  request: { places: 128, each: 16 }, newcomer: { places: 64, each: 32 }, public: { places: 48, each: 12 }, upload: { places: 16, each: 4 },
} as const;

export type CrowdKind = keyof typeof bounds;

/** Slower than this, in ms, there are too many inside; faster than that there may be more again. Never fewer than `fewest`. */
const pace = { slow: 1_200, fast: 600, fewest: 16 } as const;

/** Bounds how much is worked on at once, so that those who are let in are answered soon and in bounded memory. */
export interface Crowd {
  /** Takes a place for a caller, a token as it was sent or an address; throws `overloaded` when there is none. Answers how to leave. */
  enter(kind: CrowdKind, caller: string): () => void;
  /** Whether no request of a session would be let in just now. */
  isFull(): boolean;
}

/**
 * With `limits` one who sends a thousand requests at once waits for their own alone, and where answers take long fewer
 * are let in at once, as many as the machine can answer within a second or two.
 */
export function createCrowd({ limits, stopwatch = () => performance.now() }: { limits: boolean; stopwatch?: () => number }): Crowd {
  const crowds = { request: countInside(), newcomer: countInside(), public: countInside(), upload: countInside() };
  let places: number = bounds.request.places;
  const adapt = (took: number): void => {
    if (took > pace.slow) places = Math.max(pace.fewest, places * 0.9);
    else if (took < pace.fast) places = Math.min(bounds.request.places, places + 0.5);
  };
  return {
    isFull: () => crowds.request.all() >= places,
    enter(kind, caller) {
      const inside = crowds[kind];
      const most = kind === 'request' ? places : limits || kind === 'upload' ? bounds[kind].places : bounds.request.places;
      if (inside.all() >= most || (limits && inside.of(caller) >= bounds[kind].each)) throw new RuleError('overloaded');
      const entered = stopwatch();
      inside.add(caller, 1);
      return () => {
        inside.add(caller, -1);
        if (limits && kind === 'request') adapt(stopwatch() - entered);
      };
    },
  };
}

function countInside() {
  const byCaller = new Map<string, number>();
  let all = 0;
  const of = (caller: string): number => byCaller.get(caller) ?? 0;
  return {
    all: () => all, of,
    add(caller: string, change: 1 | -1): void {
      all += change;
      const left = of(caller) + change;
      if (left === 0) byCaller.delete(caller);
      else byCaller.set(caller, left);
    },
  };
}
