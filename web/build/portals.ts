import path from 'node:path';

/** The three portals by the name of their entry, with the path each is served at. */
export const portals = { producer: '/produtor', supplier: '/fornecedor', admin: '/admin' } as const;
export type PortalName = keyof typeof portals;
export const portalNames: readonly PortalName[] = ['producer', 'supplier', 'admin'];

export const webRoot = path.resolve(import.meta.dirname, '..');
export const distRoot = path.join(webRoot, 'dist');
