import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { afterLoad } from '../ui/after-load.ts';
import { loadFont } from '../ui/font.ts';
import { cssVariables, theme } from '../ui/theme.ts';
import { PortalProvider } from '../runtime/context.tsx';
import type { PortalDefinition } from '../runtime/definition.ts';
import { watchInstall } from '../runtime/install-offer.ts';
import { askReady } from '../runtime/connectivity.ts';
import { createPortalRouter } from './router.tsx';
import { createPortal } from '../runtime/portal.ts';

/** Starts a portal in its page. */
export function startPortal(definition: PortalDefinition): void {
  const portal = createPortal(definition);
  const router = createPortalRouter(portal);
  const container = document.querySelector('#portal');
  if (container === null) throw new Error('The page has no place for the portal.');
  createRoot(container).render(
    <StrictMode>
      <MantineProvider
        deduplicateCssVariables={false}
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        colorSchemeManager={localStorageColorSchemeManager({ key: 'lavra.color-scheme' })}
      >
        <QueryClientProvider client={portal.queries}>
          <PortalProvider portal={portal}>
            <RouterProvider router={router} />
          </PortalProvider>
        </QueryClientProvider>
      </MantineProvider>
    </StrictMode>,
  );
  loadFont();
  watchInstall(definition.name);
  afterLoad(() => keepShell(definition));
  reloadForNewRelease();
}

/**
 * Registers the service worker, which stores the portal's pages and files on the device. Without it
 * everything but offline use works.
 */
function keepShell({ base }: PortalDefinition): void {
  // absent outside secure contexts
  const { serviceWorker } = navigator as { serviceWorker?: ServiceWorkerContainer };
  serviceWorker
    ?.register(`${base}/sw.js`, { scope: base, updateViaCache: 'none' })
    .catch(() => undefined);
}

const RELOADED = 'lavra.reloaded-for-release';

/**
 * Reloads the page once when a chunk is missing although the service responds: that means a newer
 * release is served. Unsent input is kept.
 */
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
