import { isIPv6 } from 'node:net';
import type { Config } from './config.ts';

/** Where people reach the service, for links in mail: as configured, or where it listens. Without a slash at its end. */
export function publicUrlOf({
  publicUrl,
  host,
  port,
}: Pick<Config, 'publicUrl' | 'host' | 'port'>): string {
  return publicUrl ?? `http://${isIPv6(host) ? `[${host}]` : host}:${port}`;
}
