import { ApiError } from '../api/api-error.ts';
import type { Caller, TokenSource } from '../api/client.ts';
import type { Session } from './session.ts';
import type { SessionStore } from './session-store.ts';

/** Exchanges a token for its successor through the service. */
export type Exchange = (token: string) => Promise<Pick<Session, 'token' | 'expiresAt'>>;
/** Runs `work` in one tab of a portal at a time. */
export type Lock = <T>(work: () => Promise<T>) => Promise<T>;

/**
 * Performs one renewal for any number of callers, in this tab and the others: a caller whose token
 * is no longer the stored one gets the stored one, if it is the same user's. A 401 ends the session;
 * a missing response does not, because it does not mean that the session is over. A session that
 * began while the service was asked is left as it is.
 */
export function createRenewal({
  store,
  exchange,
  lock,
}: {
  readonly store: SessionStore;
  readonly exchange: Exchange;
  readonly lock: Lock;
}): TokenSource['renew'] {
  let running: { readonly of: string; readonly token: Promise<string | undefined> } | undefined;
  const isStored = ({ token }: Caller): boolean => store.get()?.token === token;
  const successorOf = ({ user }: Caller): string | undefined => {
    const current = store.get();
    return current?.user.id === user.id ? current.token : undefined;
  };
  const renew = (stale: Caller): Promise<string | undefined> =>
    lock(async () => {
      if (!isStored(stale)) return successorOf(stale);
      try {
        const next = await exchange(stale.token);
        if (isStored(stale)) store.change(next);
      } catch (error) {
        if (!(error instanceof ApiError) || error.status !== 401) throw error;
        // Another tab may have ended it meanwhile, and said why.
        if (isStored(stale)) store.clear('expired');
      }
      return successorOf(stale);
    });
  return (stale) => {
    if (!isStored(stale)) return Promise.resolve(successorOf(stale));
    if (running?.of !== stale.token) {
      const begun = {
        of: stale.token,
        token: renew(stale).finally(() => {
          if (running === begun) running = undefined;
        }),
      };
      running = begun;
    }
    return running.token;
  };
}
