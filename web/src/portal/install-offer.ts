import { useSyncExternalStore } from 'react';

/** What Chromium gives to whom it lets install: the browser asks the person when `prompt` is called. */
interface InstallEvent extends Event {
  prompt(): Promise<unknown>;
}
/** How this device takes the portal in: by the browser's own question, or by hand where there is none (iPhone). */
export type InstallOffer = { readonly ask: () => Promise<void> } | 'by_hand';

const VISITED = 'lavra.visited';
const visitsOf = (portal: string): string => `lavra.${portal}.visits`;
const refusalOf = (portal: string): string => `lavra.${portal}.install-hint`;

let offer: InstallOffer | undefined;
const listeners = new Set<() => void>();
const become = (next: InstallOffer | undefined): void => {
  offer = next;
  for (const listener of listeners) listener();
};

/** Counts the visit, and remembers what the browser offers until somebody wants it. Called once, at the start. */
export function watchInstall(portal: string): void {
  if (sessionStorage.getItem(VISITED) === null) {
    sessionStorage.setItem(VISITED, portal);
    localStorage.setItem(
      visitsOf(portal),
      String(Number(localStorage.getItem(visitsOf(portal)) ?? 0) + 1),
    );
  }
  if ((navigator as { standalone?: boolean }).standalone === false) offer = 'by_hand'; // Safari on iOS alone says it
  globalThis.addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    become({
      ask: async () => {
        become(undefined);
        await (event as InstallEvent).prompt();
      },
    });
  });
  globalThis.addEventListener('appinstalled', () => become(undefined));
}

/** What is offered to somebody who comes again and has not said no. */
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

/** Remembers that this device wants to hear of it no more. */
export function refuseInstall(portal: string): void {
  localStorage.setItem(refusalOf(portal), 'no');
  become(undefined);
}
