import type { IncomingMessage } from 'node:http';
import { randomUUIDv7 } from 'node:crypto';

/**
 * Returns the gateway's request id where it is well-formed, otherwise a new one. The gateway's own
 * header comes first: in a payment provider's notification, `X-Request-Id` is the sender's and part
 * of what its signature covers.
 */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  return [headers['x-gateway-request-id'], headers['x-request-id']].find(isSane) ?? newId();
}

/** Returns 32 hexadecimal digits, as the gateway's ids are, and the ids of traces. */
const newId = (): string => randomUUIDv7().replaceAll('-', '');

const isSane = (given: string | string[] | undefined): given is string =>
  typeof given === 'string' && /^[\w-]{8,64}$/.test(given);
