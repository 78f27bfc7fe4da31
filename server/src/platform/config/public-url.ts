import { isIPv6 } from 'node:net';
import type { Config } from './config.ts';

/**
 * Returns the URL under which users reach the service, for links in mail: as configured, or where
 * it listens. No trailing slash.
 */
export function publicUrlOf({
  publicUrl,
  host,
  port,
}: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  return publicUrl ?? `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
