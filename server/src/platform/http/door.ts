import type { IncomingMessage, Server } from 'node:http';
import type { Crowd } from './crowd.ts';
import { meetRequests, refuseEarly } from './meet-requests.ts';

export interface Door {
  /** How many were turned away since the start. */
  readonly turnedAway: () => number;
}

/**
 * While every place is taken, reads of the API are turned away before Fastify is asked. Saying no inside costs about a
 * quarter of an answer, and a process that is asked for many times what it can do would do nothing else any more. What brings a
 * body is refused inside, where bodies are bounded.
 */
export function keepDoor(server: Server, crowd: Crowd): Door {
  let turnedAway = 0;
  meetRequests(server, (request, reply, pass) => {
    if (!crowd.isFull() || !isReadOfApi(request)) return pass();
    turnedAway += 1;
    refuseEarly(request, reply, { code: 'overloaded', headers: { 'retry-after': '1' } });
  });
  return { turnedAway: () => turnedAway };
}

const isReadOfApi = ({ method, url = '' }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  (url.startsWith('/api/v1/') || url.startsWith('/api/admin/'));
