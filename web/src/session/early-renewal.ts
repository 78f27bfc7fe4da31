import { instantOf } from '../text/dates.ts';
import type { SessionStore } from './session-store.ts';

const BEFORE_END = 5 * 60_000;
const LOOK_EVERY = 60_000;

/** Renews the token five minutes before it ends while the portal is in sight, so that nobody at work meets a 401. */
export function renewEarly(
  store: SessionStore,
  renew: (stale: string) => Promise<string | undefined>,
): void {
  const look = (): void => {
    const session = store.get();
    if (session === undefined || document.visibilityState !== 'visible' || !navigator.onLine)
      return;
    const end = instantOf(session.expiresAt)?.getTime() ?? Infinity;
    // Who is out of reach now asks again in a minute, or at the next 401.
    if (end - Date.now() < BEFORE_END) renew(session.token).catch(() => undefined);
  };
  setInterval(look, LOOK_EVERY);
  document.addEventListener('visibilitychange', look);
  look();
}
