import type { HttpRequest } from '../auth/request.ts';
import { isLocked } from './database-errors.ts';

const MAX_ATTEMPTS = 30;
const PAUSE_MS = 100;

/**
 * A lock that a transaction does not wait for is held by another one; carries PostgreSQL's code
 * `lock_not_available`.
 */
export class LockNotAvailable extends Error {
  override readonly name = 'LockNotAvailable';
  readonly code = '55P03';
}

/**
 * Runs a transaction that takes locks out of order and therefore waits for none of them: a lock
 * held elsewhere ends the attempt, and the next one follows after 100 ms, thirty times at most. The
 * request holds no slot meanwhile.
 */
export async function retryWhileLocked<R>(
  { pause }: Pick<HttpRequest, 'pause'>,
  work: () => Promise<R>,
): Promise<R> {
  for (let attempts = 1; ; attempts += 1) {
    try {
      return await work();
    } catch (error) {
      if (!isLocked(error) || attempts === MAX_ATTEMPTS) throw error;
      await pause(PAUSE_MS);
    }
  }
}
