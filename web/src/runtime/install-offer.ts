import { useSyncExternalStore } from 'react';

/**
 * Chromium's `beforeinstallprompt` event, fired when the portal can be installed; `prompt` makes
 * the browser ask the user.
 */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}
/**
 * How this device installs the portal: by the browser's own prompt, or by hand where there is none
 * (iPhone).
 */
export type InstallOffer = { readonly ask: () => Promise<void> } | 'by_hand';

const VISITED = 'lavra.visited';
const visitsOf = (portal: string): string => `lavra.${portal}.visits`;
const refusalOf = (portal: string): string => `lavra.${portal}.install-hint`;

let offer: InstallOffer | undefined;
const listeners = new Set<() => void>();
const setOffer = (next: InstallOffer | undefined): void => {
  offer = next;
  for (const listener of listeners) listener();
};

/**
 * Counts the visit, and keeps the browser's install prompt until it is used. Called once, at the
 * start.
 */
export function watchInstall(portal: string): void {
  if (sessionStorage.getItem(VISITED) === null) {
    sessionStorage.setItem(VISITED, portal);
    localStorage.setItem(
      visitsOf(portal),
      String(Number(localStorage.getItem(visitsOf(portal)) ?? 0) + 1),
    );
  }
  // set by Safari on iOS only
  if ((navigator as { standalone?: boolean }).standalone === false) offer = 'by_hand';
  globalThis.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    setOffer({
      ask: async () => {
        setOffer(undefined);
        await (event as InstallEvent).prompt();
      },
    });
  });
  globalThis.addEventListener('appinstalled', () => setOffer(undefined));
}

/** Returns the install offer for a returning user who has not refused it. */
export function useInstallOffer(portal: string): InstallOffer | undefined {
  const current = useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => offer,
  );
  const comesAgain = Number(localStorage.getItem(visitsOf(portal)) ?? 0) >= 2;
  return comesAgain && localStorage.getItem(refusalOf(portal)) === null ? current : undefined;
}

/** Records that the install offer is not to be shown on this device again. */
export function refuseInstall(portal: string): void {
  localStorage.setItem(refusalOf(portal), 'no');
  setOffer(undefined);
}
