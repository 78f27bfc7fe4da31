import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { ErrorReply } from '@lavra/contract/kit/error-reply';
import { errorSentence, errorStatus } from '../texts/error-texts.ts';
import type { Crowd } from './crowd.ts';
import { meetRequests } from './meet-requests.ts';
import { requestIdOf } from './request-id.ts';

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
    refuse(request, reply);
  });
  return { turnedAway: () => turnedAway };
}

const isReadOfApi = ({ method, url = '' }: IncomingMessage): boolean => (method === 'GET' || method === 'HEAD') && (url.startsWith('/api/v1/') || url.startsWith('/api/admin/'));

/** The same words as inside. */
function refuse(request: IncomingMessage, reply: ServerResponse): void {
  const id = requestIdOf(request);
  const body = JSON.stringify({ error: errorSentence('overloaded'), code: 'overloaded', request_id: id } satisfies ErrorReply);
  reply.writeHead(errorStatus('overloaded'), {
    'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body), 'retry-after': '1', 'cache-control': 'no-store', 'x-content-type-options': 'nosniff', 'x-request-id': id,
  }).end(body);
}
