import type { Crowd, CrowdKind } from './crowd.ts';

/** What a place is held as: a kind, by a caller, and of strangers by their wider network. */
export interface Held {
  readonly kind: CrowdKind;
  readonly caller: string;
  readonly network?: string | undefined;
}

/** A request's place in the crowd. */
export interface Place {
  /** Takes a place of another kind instead; throws `overloaded` where there is none. */
  readonly move: (to: Held) => void;
  /**
   * Leaves the place while `work` only waits, for time or for its turn, and takes one again afterwards: throws `overloaded`
   * where there is none by then. What answers right after its wait needs none (`back: false`).
   */
  readonly aside: <T>(work: () => Promise<T>, options?: { readonly back?: boolean }) => Promise<T>;
  /** May be called again. */
  readonly leave: () => void;
}

/** Throws `overloaded` where the crowd has no such place. */
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
