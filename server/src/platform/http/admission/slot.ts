import type { WithoutSlot } from '../../auth/request.ts';
import type { ConcurrencyLimiter, SlotKind } from './concurrency-limiter.ts';

/** What a slot is counted by: a kind, a caller, and without a session the wider network. */
export interface SlotHolder {
  readonly kind: SlotKind;
  readonly caller: string;
  readonly network?: string | undefined;
}

/** A request's slot in the concurrency limiter. */
export interface Slot {
  /**
   * Exchanges the slot for one of another kind or caller; throws `overloaded` when there is none.
   */
  readonly exchange: (to: SlotHolder) => void;
  readonly withoutSlot: WithoutSlot;
  /** Releases the slot. May be called again. */
  readonly release: () => void;
}

/** Acquires a slot; throws `overloaded` when there is none. */
export function acquireSlot(limiter: ConcurrencyLimiter, first: SlotHolder): Slot {
  let holder = first;
  let releaseHeld: (() => void) | undefined = limiter.acquire(
    holder.kind,
    holder.caller,
    holder.network,
  );
  let isReleased = false;
  const release = (): void => {
    releaseHeld?.();
    releaseHeld = undefined;
  };
  const exchange = (to: SlotHolder): void => {
    if (releaseHeld !== undefined && holder.kind === to.kind && holder.caller === to.caller) return;
    const next = limiter.acquire(to.kind, to.caller, to.network);
    release();
    [holder, releaseHeld] = [to, next];
  };
  return {
    exchange,
    release: () => {
      isReleased = true;
      release();
    },
    async withoutSlot(work, { reacquire = true } = {}) {
      release();
      const result = await work();
      if (reacquire && !isReleased) exchange(holder);
      return result;
    },
  };
}
