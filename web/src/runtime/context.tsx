import { createContext, use, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import type { ReactNode } from 'react';
import type { Session } from '../session/session.ts';
import type { ConnectivityState } from './connectivity.ts';
import type { Portal } from './portal.ts';

const PortalContext = createContext<Portal | undefined>(undefined);

/**
 * Provides a portal to its screens, all of which belong to the first user who signs in: what they ask
 * goes out in this user's name alone. Once another user is signed in, nothing is shown until the
 * portal's start page has been loaded anew, so that neither input nor a late answer reaches the other.
 */
export function PortalProvider({
  portal,
  children,
}: {
  readonly portal: Portal;
  readonly children: ReactNode;
}) {
  const { session } = portal;
  const userId = useSyncExternalStore(session.subscribe, session.get)?.user.id;
  const [owner, setOwner] = useState(userId);
  if (owner === undefined && userId !== undefined) setOwner(userId);
  const own = useMemo(
    () => (owner === undefined ? portal : { ...portal, api: portal.apiOf(owner) }),
    [portal, owner],
  );
  const isOfAnother = owner !== undefined && userId !== undefined && userId !== owner;
  const { base } = portal.definition;
  useEffect(() => {
    // The screens are gone by now, and with them what would ask whether to leave.
    if (isOfAnother) location.replace(`${base}/`);
  }, [isOfAnother, base]);
  return isOfAnother ? null : <PortalContext value={own}>{children}</PortalContext>;
}

/** Returns the portal this screen belongs to. */
export function usePortal(): Portal {
  const portal = use(PortalContext);
  if (portal === undefined) throw new Error('A screen stands outside its portal.');
  return portal;
}

/**
 * Returns the session, or undefined when no user is signed in; follows changes made in other tabs.
 */
export function useSession(): Session | undefined {
  const { session } = usePortal();
  return useSyncExternalStore(session.subscribe, session.get);
}

/** Returns whether the service is reachable. */
export function useConnectivity(): ConnectivityState {
  const { connectivity } = usePortal();
  return useSyncExternalStore(connectivity.subscribe, connectivity.get);
}

/** Returns true when the session has the permission `module.action`. */
export function useMay(permission: string): boolean {
  return useSession()?.permissions.includes(permission) ?? false;
}
