import type { IncomingMessage, Server } from 'node:http';
import type { Crowd } from './crowd.ts';
import { meetRequests, refuseEarly } from './meet-requests.ts';

export interface Door {
  /** Returns the number of requests rejected since the start. */
  readonly turnedAway: () => number;
}

/**
 * Sheds load: while every slot is taken, API reads are rejected before they reach Fastify. A
 * rejection inside Fastify costs about a quarter of a reply, and a process that receives many times
 * its capacity would do nothing else. Requests with a body are rejected inside, where bodies are
 * limited.
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
