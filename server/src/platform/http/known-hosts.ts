import type { Server } from 'node:http';
import { meetRequests, refuseEarly } from './meet-requests.ts';

/** Whether a name or an address, as in HOST or without its port, is this machine's own: reached from nowhere else. */
export const isLoopback = (host: string): boolean =>
  /^(localhost|[\w.-]+\.localhost|127(\.\d{1,3}){3}|::1|::ffff:127(\.\d{1,3}){3})$/i.test(host);

/** The name in a `Host` header: in lower case, without port, brackets and the dot of a full name; undefined when it is none. */
export function hostNameOf(header: string): string | undefined {
  const [, address, name] =
    /^(?:\[([\da-f:.]+)\]|([\w.-]+?)\.?)(?::\d{1,5})?$/i.exec(header.trim()) ?? [];
  return (address ?? name)?.toLowerCase();
}

/**
 * Whether a request came by a name that is this machine's own or PUBLIC_URL's. A page from elsewhere whose name was made
 * to point here (DNS rebinding) is read by a browser as ours, yet says its own name. What has no `Host` is no browser.
 */
export function isKnownHost(header: string | undefined, publicUrl: string | undefined): boolean {
  if (header === undefined || header === '') return true;
  const name = hostNameOf(header);
  if (name === undefined) return false;
  return (
    isLoopback(name) || (publicUrl !== undefined && name === hostNameOf(new URL(publicUrl).host))
  );
}

/** From now on the whole server answers requests by known names alone; others get a 421 before anything is looked at. */
export function keepToKnownHosts(server: Server, publicUrl: string | undefined): void {
  meetRequests(server, (request, reply, pass) => {
    if (isKnownHost(request.headers.host, publicUrl)) return pass();
    return refuseEarly(request, reply, { code: 'unknown_host' });
  });
}
