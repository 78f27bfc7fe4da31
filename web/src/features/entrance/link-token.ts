import { useState } from 'react';

/**
 * Returns the token of a link that was sent by e-mail. The token is removed from the address at
 * once, so that it remains neither in the history nor in anything the page is sent to; after a
 * reload it is found only in this tab.
 */
export function useLinkToken(): string | undefined {
  const [token] = useState(() => {
    const url = new URL(location.href);
    const found = url.searchParams.get('token');
    const key = `lavra.link.${url.pathname}`;
    if (found === null) return sessionStorage.getItem(key) ?? undefined;
    sessionStorage.setItem(key, found);
    url.searchParams.delete('token');
    history.replaceState(history.state, '', url);
    return found;
  });
  return token;
}
