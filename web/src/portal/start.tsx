import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterLoad } from '../ui/after-load.ts';
import { loadFont } from '../ui/font.ts';
import { cssVariables, theme } from '../ui/theme.ts';
import { PortalContext } from './context.tsx';
import type { PortalDefinition } from './definition.ts';
import { watchInstall } from './install-offer.ts';
import { askReady } from './reach.ts';
import { createPortalRouter } from './router.tsx';
import { createPortal } from './runtime.ts';

/** Brings a portal up in its page. */
export function startPortal(definition: PortalDefinition): void {
  const portal = createPortal(definition);
  const router = createPortalRouter(portal);
  const place = document.querySelector('#portal');
  if (place === null) throw new Error('The page has no place for the portal.');
  createRoot(place).render(
    <StrictMode>
      <MantineProvider
        deduplicateCssVariables={false}
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        colorSchemeManager={localStorageColorSchemeManager({ key: 'lavra.color-scheme' })}
      >
        <QueryClientProvider client={portal.queries}>
          <PortalContext value={portal}>
            <RouterProvider router={router} />
          </PortalContext>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
  loadFont();
  watchInstall(definition.name);
  afterLoad(() => keepShell(definition));
  reloadForNewRelease();
}

/** Keeps the portal's pages and files on the device. Without it everything works, but not without a network. */
function keepShell({ base }: PortalDefinition): void {
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer }; // absent outside secure contexts
  serviceWorker
    ?.register(`${base}/sw.js`, { scope: base, updateViaCache: 'none' })
    .catch(() => undefined);
}

const RELOADED = 'lavra.reloaded-for-release';

/** A part that is gone while the service answers means that a newer release is served: one reload brings it. What was being filled in is kept. */
function reloadForNewRelease(): void {
  globalThis.addEventListener('vite:preloadError', () => {
    void reloadWhenServed();
  });
}

async function reloadWhenServed(): Promise<void> {
  const last = Number(sessionStorage.getItem(RELOADED) ?? 0);
  if (Date.now() - last < 60_000 || !(await askReady())) return;
  sessionStorage.setItem(RELOADED, String(Date.now()));
  location.reload();
}
