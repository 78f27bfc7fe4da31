import type { Caller } from '../auth/caller.ts';
import { RuleError } from '../errors.ts';
import { createTurns, TurnsFullError, type TurnBounds } from '../fair-turns.ts';
import type { ErrorCode } from '../texts/error-texts.ts';

/**
 * Runs a caller's expensive work when that person's turn comes; throws one of the two errors when
 * there is no room to wait.
 */
export type CallerTurns = <T>(caller: Caller, work: () => Promise<T>) => Promise<T>;

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
export function createCallerTurns(
  bounds: TurnBounds,
  { own, all, retryAfter }: Refusals,
): CallerTurns {
  const turns = createTurns(bounds);
  return async (caller, work) => {
    const run = (): ReturnType<typeof work> => turns.run(caller.userId, work);
    try {
      return await (caller.aside === undefined ? run() : caller.aside(run, { back: false }));
    } catch (error) {
      throw error instanceof TurnsFullError
        ? new RuleError(error.whose === 'own' ? own : all, { retry_after: retryAfter })
        : error;
    }
  };
}
