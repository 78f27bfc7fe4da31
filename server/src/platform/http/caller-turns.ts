import type { Caller } from '../auth/caller.ts';
import { RuleError } from '../errors.ts';
import { createTurns, TurnsFullError, type TurnBounds } from '../fair-turns.ts';
import type { ErrorCode } from '../texts/error-texts.ts';

/** Runs costly work of a caller when the person's turn comes; throws one of the two refusals when there is no room to wait. */
export type CallerTurns = <T>(caller: Caller, work: () => Promise<T>) => Promise<T>;

interface Refusals {
  /** To one who has their share under way. */
  readonly own: ErrorCode;
  /** Where as many wait as may, whoever they are of. */
  readonly all: ErrorCode;
  readonly retryAfter: number;
}

/** Turns that go round persons. Who waits, and whose turn it is, needs no place in the crowd: there are few of them. */
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
