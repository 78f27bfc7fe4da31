import { AsyncLocalStorage } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { interceptRequests } from './intercept-requests.ts';
import { requestIdOf } from './request-id.ts';
import { traced } from '../tracing/operations.ts';

/** Makes an operation of every request, from its head to the end of its reply. */
export function traceRequests(http: FastifyInstance): void {
  const contexts = new WeakMap<IncomingMessage, ReturnType<typeof AsyncLocalStorage.snapshot>>();
  interceptRequests(http.server, (request, reply, pass) => {
    const operation = {
      kind: 'request',
      name: request.method ?? 'GET',
      requestId: requestIdOf(request),
    } as const;
    void traced(operation, () => {
      contexts.set(request, AsyncLocalStorage.snapshot());
      pass();
      return endOf(reply);
    });
  });
  // A body's last part arrives in the context of its connection, not of its request.
  http.addHook('preValidation', (request, _reply, done) => {
    const runInContext = contexts.get(request.raw);
    if (runInContext === undefined) done();
    else runInContext(done);
  });
}

/** Returns the status of a reply once it was sent, or its client has gone. */
const endOf = (reply: ServerResponse): Promise<number> =>
  new Promise((resolve) => {
    reply.once('close', () => resolve(reply.statusCode));
  });
