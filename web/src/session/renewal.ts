import { ApiError } from '../api/api-error.ts';
import type { Session } from './session.ts';
import type { SessionStore } from './session-store.ts';

/** Exchanges a token for its successor through the service. */
export type Exchange = (token: string) => Promise<Pick<Session, 'token' | 'expiresAt'>>;
/** Runs `work` in one tab of a portal at a time. */
export type Lock = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Performs one renewal for any number of callers, in this tab and the others: a caller whose token
 * is no longer the stored one gets the stored one. A 401 ends the session; a missing response does
 * not, because it does not mean that the session is over.
 */
export function createRenewal({
  store,
  exchange,
  lock,
}: {
  store: SessionStore;
  exchange: Exchange;
  lock: Lock;
}): (stale: string) => Promise<string | undefined> {
  let running: Promise<string | undefined> | undefined;
  const renew = (stale: string): Promise<string | undefined> =>
    lock(async () => {
      const current = store.get()?.token;
      if (current !== stale) return current;
      try {
        const next = await exchange(stale);
        store.change(next);
        return next.token;
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 401) throw error;
        // Another tab may have ended it meanwhile, and said why.
        if (store.get() !== undefined) store.clear('expired');
        return undefined;
      }
    });
  return (stale) => {
    const current = store.get()?.token;
    if (current !== stale) return Promise.resolve(current);
    running ??= renew(stale).finally(() => {
      running = undefined;
    });
    return running;
  };
}
