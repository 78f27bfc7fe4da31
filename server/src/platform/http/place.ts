import type { Crowd, CrowdKind } from './crowd.ts';

/** A request's place in the crowd. */
export interface Place {
  /** Takes a place of another kind instead; throws `overloaded` where there is none. */
  readonly move: (kind: CrowdKind, caller: string) => void;
  /**
   * Leaves the place while `work` only waits, for time or for its turn, and takes one again afterwards: throws `overloaded`
   * where there is none by then. What answers right after its wait needs none (`back: false`).
   */
  readonly aside: <T>(work: () => Promise<T>, options?: { readonly back?: boolean }) => Promise<T>;
  /** May be called again. */
  readonly leave: () => void;
}

/** Throws `overloaded` where the crowd has no such place. */
export function takePlace(crowd: Crowd, kind: CrowdKind, caller: string): Place {
  let held = { kind, caller };
  let leaveCrowd: (() => void) | undefined = crowd.enter(kind, caller);
  let over = false;
  const leave = (): void => {
    leaveCrowd?.();
    leaveCrowd = undefined;
  };
  const move = (to: CrowdKind, as: string): void => {
    if (leaveCrowd !== undefined && held.kind === to && held.caller === as) return;
    const next = crowd.enter(to, as);
    leave();
    [held, leaveCrowd] = [{ kind: to, caller: as }, next];
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
      if (back && !over) move(held.kind, held.caller);
      return result;
    },
  };
}
