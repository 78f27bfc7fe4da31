import type { IncomingMessage } from 'node:http';
import { randomUUIDv7 } from 'node:crypto';

/**
 * The gateway's request id where it sends a sane one, otherwise a new one. The gateway's own header comes first: of a
 * payment provider's notification `X-Request-Id` is the sender's, which its signature covers.
 */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  return [headers['x-gateway-request-id'], headers['x-request-id']].find(isSane) ?? randomUUIDv7();
}

const isSane = (given: string | string[] | undefined): given is string =>
  typeof given === 'string' && /^[\w-]{8,64}$/.test(given);
