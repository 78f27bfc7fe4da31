/** Where to go after entering: a page of this portal that was asked for, or its start. Never another place. */
export function wayBack(wanted: unknown): string {
  return typeof wanted === 'string' &&
    /^\/(?![/\\])[^\s\\]*$/.test(wanted) &&
    !wanted.startsWith('/entrar')
    ? wanted
    : '/';
}
