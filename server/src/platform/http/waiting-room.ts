import { setTimeout as wait } from 'node:timers/promises';
import { RuleError } from '../errors.ts';
import { networkShare, type Origin } from './address-key.ts';

/**
 * How many requests may wait at once: `most` in the whole process, `each` per address; a wider
 * network may have half of `most`. Each holds a socket and a few objects.
 */
export interface Seats {
  readonly most: number;
  readonly each: number;
}

const PENALTIES: Seats = { most: 256, each: 16 };
const COME_BACK = 5;

export interface WaitingRoom {
  /** Resolves after so many ms; throws `overloaded` at once when the room is full. */
  wait(milliseconds: number, caller: Origin): Promise<void>;
  /** Returns the number of waiting requests. */
  readonly waiting: () => number;
}

/**
 * Where delayed requests wait: without a slot, a database connection or any other resource that
 * other requests need.
 */
export function createWaitingRoom({
  limits,
  seats = PENALTIES,
}: {
  limits: boolean;
  seats?: Seats;
}): WaitingRoom {
  const inside = new Map<string, number>();
  let all = 0;
  const of = (name: string): number => inside.get(name) ?? 0;
  const seat = (names: readonly string[], change: 1 | -1): void => {
    all += change;
    for (const name of names) {
      const now = of(name) + change;
      if (now === 0) inside.delete(name);
      else inside.set(name, now);
    }
  };
  return {
    waiting: () => all,
    async wait(milliseconds, { key, network }) {
      if (milliseconds <= 0) return;
      const isFull =
        all >= seats.most ||
        of(key) >= seats.each ||
        (network !== undefined && of(network) >= seats.most * networkShare.part);
      if (limits && isFull) throw new RuleError('overloaded', { retry_after: COME_BACK });
      const names = network === undefined ? [key] : [key, network];
      seat(names, 1);
      await wait(milliseconds);
      seat(names, -1);
    },
  };
}
