import { createContext, use, useSyncExternalStore } from 'react';
import type { Session } from '../session/session.ts';
import type { ConnectivityState } from './connectivity.ts';
import type { Portal } from './portal.ts';

export const PortalContext = createContext<Portal | undefined>(undefined);

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
