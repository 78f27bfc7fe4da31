import { isIP } from 'node:net';
import { canonicalAddress } from './address-rules.ts';

/**
 * Returns a host in comparable form: lower case, without brackets or a trailing dot; addresses in
 * canonical form.
 */
export function plainHost(host: string): string {
  const name = host
    .replace(/^\[(.*)\]$/, '$1')
    .replace(/\.$/, '')
    .toLowerCase();
  return isIP(name) === 0 ? name : canonicalAddress(name);
}

/** Returns the key of a host's port in the list of exceptions. */
export const hostPort = (host: string, port: number): string => `${plainHost(host)} ${port}`;

/** Parses `mail.intern:25` or `[::1]:8080`; returns undefined when the text is neither. */
export function parseHostPort(text: string): string | undefined {
  const [, host, port] = /^(\[[\da-f:.]+\]|[\w.-]+):(\d{1,5})$/i.exec(text.trim()) ?? [];
  if (host === undefined || Number(port) < 1 || Number(port) > 65_535) return undefined;
  return host.startsWith('[') && isIP(plainHost(host)) === 0
    ? undefined
    : hostPort(host, Number(port));
}
