import type { IncomingMessage } from 'node:http';
import { randomUUIDv7 } from 'node:crypto';

/** The gateway's request id where it sends a sane one, otherwise a new one. */
export function requestIdOf(request: Pick<IncomingMessage, 'headers'>): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && /^[\w-]{8,64}$/.test(given) ? given : randomUUIDv7();
}
