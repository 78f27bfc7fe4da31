import path from 'node:path';
import react from '@vitejs/plugin-react';
import type { InlineConfig } from 'vite';
import { endpointTablePlugin } from './endpoint-table.ts';
import { portals, webRoot, type PortalName } from './portals.ts';

/**
 * Returns the Vite configuration of one portal: its own entry and output folder, nothing shared
 * with the other portals.
 */
export function portal(name: PortalName, outDir: string): InlineConfig {
  return {
    root: webRoot,
    base: `${portals[name]}/`,
    configFile: false,
    logLevel: 'warn',
    clearScreen: false,
    publicDir: path.join(webRoot, 'public'),
    plugins: [react(), endpointTablePlugin(name)],
    resolve: {
      alias: [
        // React has had the hook itself since version 18: its replacement stays out of the bundle.
        {
          find: /^use-sync-external-store\/shim\/with-selector(\.js)?$/,
          replacement: 'use-sync-external-store/with-selector.js',
        },
      ],
    },
    build: {
      outDir,
      emptyOutDir: true,
      target: 'es2023',
      manifest: 'manifest.json',
      modulePreload: { polyfill: false },
      // A data: URL would load script or font from outside the policy's 'self'.
      assetsInlineLimit: 0,
      reportCompressedSize: false,
      chunkSizeWarningLimit: 600,
      rolldownOptions: {
        input: path.join(webRoot, `${name}.html`),
        // One chunk for the first load is about 9 KB smaller than the dozen that sharing with later
        // pages would produce.
        output: {
          codeSplitting: { groups: [{ name: 'first', tags: ['$initial'] }] },
          // The first chunk names all others, and hashes do not compress: a letter less is some 200 bytes.
          chunkFileNames: 'assets/[name]-[hash:7].js',
        },
      },
    },
  };
}
