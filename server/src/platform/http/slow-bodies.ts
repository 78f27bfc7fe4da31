import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { answerClientError } from './client-errors.ts';

export interface Patience {
  /** A body that grew by fewer bytes than this in so many ms makes no progress. */
  readonly milliseconds: number;
  readonly bytes: number;
}

/** Four KiB in 15 s: far less than the slowest telephone line. */
const PATIENCE: Patience = { milliseconds: 15_000, bytes: 4 * 1024 };

/** Cuts off bodies that make no progress, with a 408; one that arrives slowly but steadily is waited for. */
export function cutStalledBodies(app: FastifyInstance, patience: Patience = PATIENCE): void {
  app.addHook('onRequest', async ({ raw }) => { if (bringsBody(raw)) watch(raw, patience); });
}

const bringsBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function watch(message: IncomingMessage, { milliseconds, bytes }: Patience): void {
  const { socket } = message;
  let seen = socket.bytesRead;
  const timer = setInterval(() => {
    if (message.complete || message.destroyed) return clearInterval(timer);
    if (socket.bytesRead - seen < bytes) {
      clearInterval(timer);
      answerClientError(Object.assign(new Error('the body makes no progress'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' }), socket);
    }
    seen = socket.bytesRead;
  }, milliseconds).unref();
  message.once('close', () => clearInterval(timer));
}
