import { useState } from 'react';

/**
 * The token of a link that came by e-mail. It leaves the address at once, so that it stays neither in the history nor
 * in anything the page is sent to; a reload finds it in this tab alone.
 */
export function useLinkToken(): string | undefined {
  const [token] = useState(() => {
    const url = new URL(location.href);
    const found = url.searchParams.get('token');
    const place = `lavra.link.${url.pathname}`;
    if (found === null) return sessionStorage.getItem(place) ?? undefined;
    sessionStorage.setItem(place, found);
    url.searchParams.delete('token');
    history.replaceState(history.state, '', url);
    return found;
  });
  return token;
}
