import { commonPaths } from '../../paths/common.ts';
/** Returns the search that keeps where to go, for a link between login and registration. */
export function keptWayBack(wanted: unknown): { readonly voltar?: string } {
  const path = wayBack(wanted);
  return path === '/' ? {} : { voltar: path };
}

/**
 * Returns where to go after the login: the requested page of this portal, or its start page. Never
 * an address outside the portal.
 */
export function wayBack(wanted: unknown): string {
  return typeof wanted === 'string' &&
    /^\/(?![/\\])[^\s\\]*$/.test(wanted) &&
    !wanted.startsWith(commonPaths.login)
    ? wanted
    : '/';
}
