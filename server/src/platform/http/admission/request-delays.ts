import type { Clock } from '../../clock/clock.ts';
import { RuleError } from '../../errors.ts';
import { networkShare, type Origin } from '../address-key.ts';

/**
 * How many requests may wait at once: `most` in the whole process, `each` per address; a wider
 * network may have half of `most`. Each holds a socket and a few objects.
 */
export interface DelayLimits {
  readonly most: number;
  readonly each: number;
}

const USUAL_LIMITS: DelayLimits = { most: 256, each: 16 };
/** Seconds after which a refused caller may retry. */
const RETRY_AFTER = 5;

export interface RequestDelays {
  /** Resolves after so many ms; throws `overloaded` at once when too many requests wait. */
  wait(milliseconds: number, caller: Origin): Promise<void>;
  /** Returns the number of delayed requests. */
  readonly active: () => number;
}

/**
 * Delays requests while they hold no slot, no database connection and no other resource that other
 * requests need.
 */
export function createRequestDelays({
  clock,
  limits,
  bounds = USUAL_LIMITS,
}: {
  clock: Pick<Clock, 'pause'>;
  limits: boolean;
  bounds?: DelayLimits;
}): RequestDelays {
  const byName = new Map<string, number>();
  let all = 0;
  const of = (name: string): number => byName.get(name) ?? 0;
  const count = (names: readonly string[], change: 1 | -1): void => {
    all += change;
    for (const name of names) {
      const now = of(name) + change;
      if (now === 0) byName.delete(name);
      else byName.set(name, now);
    }
  };
  return {
    active: () => all,
    async wait(milliseconds, { key, network }) {
      if (milliseconds <= 0) return;
      const isFull =
        all >= bounds.most ||
        of(key) >= bounds.each ||
        (network !== undefined && of(network) >= bounds.most * networkShare.part);
      if (limits && isFull) throw new RuleError('overloaded', { retry_after: RETRY_AFTER });
      const names = network === undefined ? [key] : [key, network];
      count(names, 1);
      await clock.pause(milliseconds);
      count(names, -1);
    },
  };
}
