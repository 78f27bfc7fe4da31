import type { IncomingMessage, ServerResponse } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { answerClientError } from './client-errors.ts';

export interface Patience {
  /** A body that grew by fewer bytes than this in so many ms makes no progress. */
  readonly milliseconds: number;
  readonly bytes: number;
}

/** Four KiB in 15 s: far less than the slowest telephone line. */
const PATIENCE: Patience = { milliseconds: 15_000, bytes: 4 * 1024 };

/** What a refused client may still send. */
const LINGER = 16 * 1024 * 1024;

/**
 * Cuts off bodies that make no progress, with a 408; one that arrives slowly but steadily is waited for. Of one that was
 * refused as too large the rest is read and dropped, within reason: a connection closed upon a client that still sends
 * is reset, and the refusal lost on the way.
 */
export function cutStalledBodies(app: FastifyInstance, patience: Patience = PATIENCE): void {
  app.addHook('onRequest', async ({ raw }, reply) => { if (bringsBody(raw)) watch(raw, reply.raw, patience); });
  app.addHook('onSend', async ({ headers }, reply) => {
    if (reply.statusCode === 413 && Number(headers['content-length']) <= LINGER) reply.removeHeader('connection');
  });
}

const bringsBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function watch(message: IncomingMessage, answer: ServerResponse, { milliseconds, bytes }: Patience): void {
  const { socket } = message;
  let seen = socket.bytesRead;
  const timer = setInterval(() => {
    if (message.complete || message.destroyed) return clearInterval(timer);
    if (socket.bytesRead - seen < bytes) {
      clearInterval(timer);
      if (answer.headersSent) socket.destroy();
      else answerClientError(Object.assign(new Error('the body makes no progress'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
    }
    seen = socket.bytesRead;
  }, milliseconds).unref();
  message.once('close', () => clearInterval(timer));
}
