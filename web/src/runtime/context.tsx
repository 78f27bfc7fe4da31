import { createContext, use, useMemo, useSyncExternalStore, type ReactNode } from 'react';
import type { Session } from '../session/session.ts';
import type { ConnectivityState } from './connectivity.ts';
import type { Portal } from './portal.ts';

const PortalContext = createContext<Portal | undefined>(undefined);

/**
 * Provides a portal to its screens. What a screen asks goes out as the user whose screen it is: what
 * is left to ask when another has signed in meanwhile is refused, not asked in the other's name.
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
  const own = useMemo(
    () => (userId === undefined ? portal : { ...portal, api: portal.apiOf(userId) }),
    [portal, userId],
  );
  return <PortalContext value={own}>{children}</PortalContext>;
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
