import { instantOf } from '../text/dates.ts';
import type { SessionStore } from './session-store.ts';
import type { Session } from './session.ts';

const BEFORE_END = 5 * 60_000;
const LOOK_EVERY = 60_000;

/**
 * Renews the token five minutes before it expires while the portal is visible, so that no user at
 * work gets a 401.
 */
export function renewEarly(
  store: SessionStore,
  renew: (stale: Session) => Promise<string | undefined>,
): void {
  const look = (): void => {
    const session = store.get();
    if (session === undefined || document.visibilityState !== 'visible' || !navigator.onLine)
      return;
    const end = instantOf(session.expiresAt)?.getTime() ?? Infinity;
    // When the service is unreachable now, the next attempt is in a minute, or at the next 401.
    if (end - Date.now() < BEFORE_END) renew(session).catch(() => undefined);
  };
  setInterval(look, LOOK_EVERY);
  document.addEventListener('visibilitychange', look);
  look();
}
