import type { Crowd, CrowdKind } from './crowd.ts';

/** What a slot is counted by: a kind, a caller, and without a session the wider network. */
export interface Held {
  readonly kind: CrowdKind;
  readonly caller: string;
  readonly network?: string | undefined;
}

/** A request's slot in the concurrency limiter. */
export interface Place {
  /**
   * Exchanges the slot for one of another kind or caller; throws `overloaded` when there is none.
   */
  readonly move: (to: Held) => void;
  /**
   * Releases the slot while `work` only waits, for time or for its turn, and acquires one again
   * afterwards: throws `overloaded` when there is none by then. A request that replies right after
   * the wait needs none (`back: false`).
   */
  readonly aside: <T>(work: () => Promise<T>, options?: { readonly back?: boolean }) => Promise<T>;
  /** Releases the slot. May be called again. */
  readonly leave: () => void;
}

/** Acquires a slot; throws `overloaded` when there is none. */
export function takePlace(crowd: Crowd, first: Held): Place {
  let held = first;
  let leaveCrowd: (() => void) | undefined = crowd.enter(held.kind, held.caller, held.network);
  let over = false;
  const leave = (): void => {
    leaveCrowd?.();
    leaveCrowd = undefined;
  };
  const move = (to: Held): void => {
    if (leaveCrowd !== undefined && held.kind === to.kind && held.caller === to.caller) return;
    const next = crowd.enter(to.kind, to.caller, to.network);
    leave();
    [held, leaveCrowd] = [to, next];
  };
  return {
    move,
    leave: () => {
      over = true;
      leave();
    },
    async aside(work, { back = true } = {}) {
      leave();
      const result = await work();
      if (back && !over) move(held);
      return result;
    },
  };
}
