import { isIP } from 'node:net';
import { canonicalAddress } from './address-rules.ts';

/** A host as it is compared: lower case, without brackets or a dot at its end; addresses in their one spelling. */
export function plainHost(host: string): string {
  const name = host
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase();
  return isIP(name) === 0 ? name : canonicalAddress(name);
}

/** What names a port of a host in the list of exceptions. */
export const hostPort = (host: string, port: number): string => `${plainHost(host)} ${port}`;

/** Reads `mail.intern:25` or `[::1]:8080`; undefined when it is neither. */
export function parseHostPort(text: string): string | undefined {
  const [, host, port] = /^(\[[\da-f:.]+\]|[\w.-]+):(\d{1,5})$/i.exec(text.trim()) ?? [];
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) return undefined;
  return host.startsWith('[') && isIP(plainHost(host)) === 0
    ? undefined
    : hostPort(host, Number(port));
}
