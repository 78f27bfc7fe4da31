import type { IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http';
import type { ErrorReply } from '@lavra/contract/kit/error-reply';
import { errorSentence, errorStatus, type ErrorCode } from '../texts/error-texts.ts';
import { requestIdOf } from './request-id.ts';

type Handler = (request: IncomingMessage, reply: ServerResponse) => void;

/**
 * Calls `intercept` for each request before the current listeners; `pass` hands the request on to
 * them.
 */
export function interceptRequests(
  server: Server,
  intercept: (request: IncomingMessage, reply: ServerResponse, pass: () => void) => void,
): void {
  const handlers = server.listeners('request') as Handler[]; // the type of a request listener
  server.removeAllListeners('request');
  server.on('request', (request, reply) =>
    intercept(request, reply, () => {
      for (const handle of handlers) handle.call(server, request, reply);
    }),
  );
}

/** Returns the headers of a refusal that Fastify does not send. */
export const refusalHeaders = (requestId: string, body: string) => ({
  'content-type': 'application/json; charset=utf-8',
  'content-length': Buffer.byteLength(body),
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  'x-request-id': requestId,
});

/** Rejects a request before it reaches Fastify, with the reply Fastify would have sent. */
export function rejectEarly(
  request: IncomingMessage,
  reply: ServerResponse,
  { code, headers = {} }: { code: ErrorCode; headers?: OutgoingHttpHeaders },
): void {
  const id = requestIdOf(request);
  const body = JSON.stringify({
    error: errorSentence(code),
    code,
    request_id: id,
  } satisfies ErrorReply);
  reply
    .writeHead(errorStatus(code), {
      ...headers,
      ...refusalHeaders(id, body),
    })
    .end(body);
}
