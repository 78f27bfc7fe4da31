import { setTimeout as wait } from 'node:timers/promises';
import { RuleError } from '../errors.ts';

/** How many wait at once, in the whole process and of one address; each holds a socket and a few objects. */
export interface Seats { readonly most: number; readonly each: number }

const PENALTIES: Seats = { most: 256, each: 16 };
const COME_BACK = 5;

export interface WaitingRoom {
  /** Resolves after so many ms; throws `overloaded` at once where the room is full. `caller` is an address's key. */
  wait(milliseconds: number, caller: string): Promise<void>;
  /** How many wait just now. */
  readonly waiting: () => number;
}

/** Where callers sit penalties out: without a place in the crowd, a connection or anything else that others need. */
export function createWaitingRoom({ limits, seats = PENALTIES }: { limits: boolean; seats?: Seats }): WaitingRoom {
  const inside = new Map<string, number>();
  let all = 0;
  return {
    waiting: () => all,
    async wait(milliseconds, caller) {
      if (milliseconds <= 0) return;
      const own = inside.get(caller) ?? 0;
      if (limits && (all >= seats.most || own >= seats.each)) throw new RuleError('overloaded', { retry_after: COME_BACK });
      all += 1;
      inside.set(caller, own + 1);
      await wait(milliseconds);
      all -= 1;
      const left = (inside.get(caller) ?? 1) - 1;
      if (left === 0) inside.delete(caller);
      else inside.set(caller, left);
    },
  };
}
