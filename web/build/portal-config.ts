import path from 'node:path';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';
import { endpointTablePlugin } from './endpoint-table.ts';
import { portals, webRoot, type PortalName } from './portals.ts';

/** How one portal is built: its own entry, its own folder, nothing of another's. */
export function portal(name: PortalName, outDir: string): InlineConfig {
  return {
    root: webRoot,
    base: `${portals[name]}/`,
    configFile: false,
    logLevel: 'warn',
    clearScreen: false,
    publicDir: path.join(webRoot, 'public'),
    plugins: [react(), endpointTablePlugin(name)],
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      manifest: 'manifest.json',
      modulePreload: { polyfill: false },
      // A data: URL would be script or font outside the policy's 'self'.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 600,
      rolldownOptions: {
        input: path.join(webRoot, `${name}.html`),
        // The first load in one piece packs some 9 KB smaller than in the dozen that its sharing with later pages would make of it.
        output: { codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] } },
      },
    },
  };
}
