import type { Caller } from './caller.ts';

// What is asked, and by whom. A use case that reads takes the caller alone; one that writes takes the
// request, since its transaction records where a change came from; one that waits without a slot
// takes an `HttpRequest`.

/** As whom a change is recorded. */
export type Actor = Pick<Caller, 'userId' | 'userType'>;

/** Where a transaction comes from. `caller` is undefined where there is no token, or no person. */
export interface Request<C extends Actor | undefined = Actor | undefined> {
  /** The id of the request in logs, events and the audit log. */
  readonly id: string;
  /** Empty where there is no network between: a job, a scheduled task. */
  readonly ip: string;
  readonly userAgent: string | null;
  /** Present when the request carries an `Idempotency-Key`. */
  readonly idempotency?: IdempotencyClaim;
  readonly caller: C;
}

export interface IdempotencyClaim {
  readonly route: string;
  readonly key: string;
  readonly bodyHash: Buffer;
}

/** A request by HTTP, which holds a slot of the concurrency limiter while its handler runs. */
export interface HttpRequest<C extends Actor | undefined = Actor | undefined> extends Request<C> {
  readonly withoutSlot: WithoutSlot;
  /** Whether the client closed its connection, and so reads no reply. */
  readonly isGone: () => boolean;
  /**
   * Releases the slot likewise for a delay of so many ms, of a bounded number of requests: throws
   * `overloaded` when too many wait.
   */
  readonly pause: (
    milliseconds: number,
    options?: { readonly reacquire?: boolean },
  ) => Promise<void>;
}

/**
 * Releases a request's slot while `work` only waits, for time or for its turn, and acquires one
 * again afterwards: throws `overloaded` when there is none by then. A request that replies right
 * after the wait needs none (`reacquire: false`).
 */
export type WithoutSlot = <T>(
  work: () => Promise<T>,
  options?: { readonly reacquire?: boolean },
) => Promise<T>;

/**
 * Returns the request without its claim, for the second of its transactions: the key belongs to the
 * first, whose reply is stored under it.
 */
export const afterClaim = <C extends Actor | undefined>({
  id,
  ip,
  userAgent,
  caller,
}: Request<C>): Request<C> => ({ id, ip, userAgent, caller });
