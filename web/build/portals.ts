import path from 'node:path';

/** The three portals by the name of their entry, with the path each is served at. */
export const portals = { producer: '/produtor', supplier: '/fornecedor', admin: '/admin' } as const;
export type PortalName = keyof typeof portals;
export const portalNames: readonly PortalName[] = ['producer', 'supplier', 'admin'];

/** How long a portal waits for a page, in milliseconds, before it opens the stored one. */
export const PAGE_PATIENCE = 4_000;

/** How long a file of a portal may take to load, in milliseconds, before its request fails. */
export const LONGEST_FILE = 60_000;

export const webRoot = path.resolve(import.meta.dirname, '..');
export const distRoot = path.join(webRoot, 'dist');
