import type { Actor, HttpRequest } from '../../auth/request.ts';
import { RuleError } from '../../errors.ts';
import { AUTHORIZATION_MS } from './authorization.ts';
import { createFairQueue, QueueFullError, type QueueBounds } from '../../fair-queue.ts';
import type { ErrorCode } from '../../texts/error-texts.ts';

/**
 * Runs a caller's expensive work when the queue reaches it; throws one of the two errors when there
 * is no room to wait. Work that writes passes `assertAlive`, which throws 401: it is called where
 * the wait was longer than an authorization remains valid.
 */
export type CallerQueue = <T>(
  request: HttpRequest<Actor>,
  work: () => Promise<T>,
  assertAlive?: () => Promise<void>,
) => Promise<T>;

interface Rules {
  /** Thrown when the person already has their share running or waiting. */
  readonly own: ErrorCode;
  /** Thrown when the shared queue is full. */
  readonly all: ErrorCode;
  readonly retryAfter: number;
  /** Work that only reads is not begun where its client has gone by then. */
  readonly onlyReads?: true;
}

/**
 * Creates a queue that serves persons round-robin. Neither waiting nor running work needs a slot of
 * the concurrency limiter: the queue bounds both.
 */
export function createCallerQueue(
  bounds: QueueBounds,
  { own, all, retryAfter, onlyReads }: Rules,
): CallerQueue {
  const queue = createFairQueue(bounds);
  return async (request, work, assertAlive) => {
    const askedAt = performance.now();
    const begin: typeof work = async () => {
      if (onlyReads === true && request.isGone()) throw new RuleError('overloaded');
      if (performance.now() - askedAt > AUTHORIZATION_MS) await assertAlive?.();
      return work();
    };
    const run = (): ReturnType<typeof work> => queue.run(request.caller.userId, begin);
    try {
      return await request.withoutSlot(run, { reacquire: false });
    } catch (error) {
      throw error instanceof QueueFullError
        ? new RuleError(error.whose === 'own' ? own : all, { retry_after: retryAfter })
        : error;
    }
  };
}
