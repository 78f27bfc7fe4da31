import { isIPv6, type AddressInfo } from 'node:net';
import type { Config } from './config.ts';

/**
 * Returns the URL under which users reach the service, for links in mail: as configured, or where
 * it listens. No trailing slash. `listening` is the address of the process's server once it
 * listens: its port is the configured one, or with `PORT=0` the one that the system chose.
 */
export function publicUrlOf(
  { publicUrl, host, port }: Pick<Config, 'publicUrl' | 'host' | 'port'>,
  listening?: AddressInfo | string | null,
): string {
  const open = typeof listening === 'object' ? listening?.port : undefined;
  return publicUrl ?? `http://${isIPv6(host) ? `[${host}]` : host}:${open ?? port}`;
}
