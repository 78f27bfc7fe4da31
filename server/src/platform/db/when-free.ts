import type { Caller } from '../auth/caller.ts';
import { isLocked } from './database-errors.ts';

const TRIES = 30;
const PAUSE = 100;

/**
 * A lock that a transaction does not wait for is held by another one; carries PostgreSQL's code for
 * a locked row.
 */
export class HeldElsewhere extends Error {
  override readonly name = 'HeldElsewhere';
  readonly code = '55P03';
}

/**
 * Runs a transaction that takes locks out of order and therefore waits for none of them: a lock
 * held elsewhere ends the attempt, and the next one follows after 100 ms, thirty times at most. The
 * caller holds no slot meanwhile.
 */
export async function whenFree<R>(
  { pause }: Pick<Caller, 'pause'>,
  work: () => Promise<R>,
): Promise<R> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isLocked(error) || tries === TRIES) throw error;
      await pause?.(PAUSE);
    }
  }
}
