import type { IncomingMessage, Server } from 'node:http';
import type { ConcurrencyLimiter } from './concurrency-limiter.ts';
import { interceptRequests, rejectEarly } from '../intercept-requests.ts';

export interface LoadShedder {
  /** Returns the number of requests rejected since the start. */
  readonly rejected: () => number;
}

/**
 * Sheds load: while every slot is taken, API reads are rejected before they reach Fastify. A
 * rejection inside Fastify costs about a quarter of a reply, and a process that receives many times
 * its capacity would do nothing else. Requests with a body are rejected inside, where bodies are
 * limited.
 */
export function shedLoad(server: Server, limiter: ConcurrencyLimiter): LoadShedder {
  let count = 0;
  interceptRequests(server, (request, reply, pass) => {
    if (!limiter.isFull() || !isReadOfApi(request)) return pass();
    count += 1;
    rejectEarly(request, reply, { code: 'overloaded', headers: { 'retry-after': '1' } });
  });
  return { rejected: () => count };
}

const isReadOfApi = ({ method, url = '' }: IncomingMessage): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  (url.startsWith('/api/v1/') || url.startsWith('/api/admin/'));
