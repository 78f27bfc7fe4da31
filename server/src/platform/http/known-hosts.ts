import type { Server } from 'node:http';
import { interceptRequests, rejectEarly } from './intercept-requests.ts';

/**
 * Returns whether a name or an address, as in HOST or without its port, belongs to this machine and
 * cannot be reached from elsewhere.
 */
export const isLoopback = (host: string): boolean =>
  /^(localhost|[\w.-]+\.localhost|127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/i.test(host);

/**
 * Returns the name in a `Host` header, in lower case and without port, brackets and the trailing
 * dot of a fully qualified name; undefined when it holds none.
 */
function hostNameOf(header: string): string | undefined {
  const [, address, name] =
    /^(?:\[([\da-f:.]+)\]|([\w.-]+?)\.?)(?::\d{1,5})?$/i.exec(header.trim()) ?? [];
  return (address ?? name)?.toLowerCase();
}

/**
 * Returns whether a request used a name of this machine or of PUBLIC_URL. When a foreign page's
 * name was made to resolve to this machine (DNS rebinding), a browser treats the server as that
 * page's own, yet sends that name as `Host`. A request without `Host` does not come from a browser.
 */
export function isKnownHost(header: string | undefined, publicUrl: string | undefined): boolean {
  if (header === undefined || header === '') return true;
  const name = hostNameOf(header);
  if (name === undefined) return false;
  return (
    isLoopback(name) || (publicUrl !== undefined && name === hostNameOf(new URL(publicUrl).host))
  );
}

/**
 * Makes the whole server accept requests by known names only; others get a 421 before any other
 * processing.
 */
export function rejectUnknownHosts(server: Server, publicUrl: string | undefined): void {
  interceptRequests(server, (request, reply, pass) => {
    if (isKnownHost(request.headers.host, publicUrl)) return pass();
    return rejectEarly(request, reply, { code: 'unknown_host' });
  });
}
