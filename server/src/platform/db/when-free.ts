import type { Caller } from '../auth/caller.ts';
import { isLocked } from './database-errors.ts';

const TRIES = 30;
const PAUSE = 100;

/** What a transaction does not wait for is held by another one: PostgreSQL's own code for a row that is. */
export class HeldElsewhere extends Error {
  override readonly name = 'HeldElsewhere';
  readonly code = '55P03';
}

/**
 * Runs a transaction that takes locks out of their order and therefore waits for none of them: what is held ends the
 * try, and the next one comes 100 ms later, thirty times at most. The caller holds no place meanwhile.
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
