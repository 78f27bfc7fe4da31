import type { Caller } from '../../auth/caller.ts';
import { RuleError } from '../../errors.ts';
import { createFairQueue, QueueFullError, type QueueBounds } from '../../fair-queue.ts';
import type { ErrorCode } from '../../texts/error-texts.ts';

/**
 * Runs a caller's expensive work when that person's turn comes; throws one of the two errors when
 * there is no room to wait.
 */
export type CallerQueue = <T>(caller: Caller, work: () => Promise<T>) => Promise<T>;

interface Refusals {
  /** Thrown when the person already has their share running or waiting. */
  readonly own: ErrorCode;
  /** Thrown when the shared queue is full. */
  readonly all: ErrorCode;
  readonly retryAfter: number;
}

/**
 * Creates a queue that serves persons round-robin. Neither waiting nor running work needs a slot of
 * the concurrency limiter: the queue bounds both.
 */
export function createCallerQueue(
  bounds: QueueBounds,
  { own, all, retryAfter }: Refusals,
): CallerQueue {
  const queue = createFairQueue(bounds);
  return async (caller, work) => {
    const run = (): ReturnType<typeof work> => queue.run(caller.userId, work);
    try {
      return await (caller.withoutSlot === undefined
        ? run()
        : caller.withoutSlot(run, { reacquire: false }));
    } catch (error) {
      throw error instanceof QueueFullError
        ? new RuleError(error.whose === 'own' ? own : all, { retry_after: retryAfter })
        : error;
    }
  };
}
