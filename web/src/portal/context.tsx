import { createContext, use, useSyncExternalStore } from 'react';
import type { Session } from '../session/session.ts';
import type { ReachState } from './reach.ts';
import type { Portal } from './runtime.ts';

export const PortalContext = createContext<Portal | undefined>(undefined);

/** The portal this screen belongs to. */
export function usePortal(): Portal {
  const portal = use(PortalContext);
  if (portal === undefined) throw new Error('A screen stands outside its portal.');
  return portal;
}

/** Who is signed in, if anybody; changes with every tab. */
export function useSession(): Session | undefined {
  const { session } = usePortal();
  return useSyncExternalStore(session.subscribe, session.get);
}

/** Whether the service is within reach. */
export function useReach(): ReachState {
  const { reach } = usePortal();
  return useSyncExternalStore(reach.subscribe, reach.get);
}

/** True when the session carries `module.action`. */
export function useMay(permission: string): boolean {
  return useSession()?.permissions.includes(permission) ?? false;
}
