import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { replyToClientError } from './client-errors.ts';

export interface StallLimit {
  /** A body that grew by fewer than `bytes` in `milliseconds` counts as stalled. */
  readonly milliseconds: number;
  readonly bytes: number;
}

/** 4 KiB in 15 s: far less than the slowest telephone line. */
const USUAL_LIMIT: StallLimit = { milliseconds: 15_000, bytes: 4 * 1024 };

/**
 * How many bytes of a body are still read after its reply has been sent, and for how many ms when
 * the connection is to be closed.
 */
const DISCARD_LIMIT = { bytes: 16 * 1024 * 1024, milliseconds: 30_000 } as const;

/**
 * Ends stalled bodies with a 408; a body that arrives slowly but steadily is waited for. Also
 * delivers replies sent before the body has arrived (errors, mostly) to a client that is still
 * sending: the rest is read and dropped, up to a limit. Closing the connection at once would reset
 * it, and the reply would be lost.
 */
export function abortStalledBodies(app: FastifyInstance, limit: StallLimit = USUAL_LIMIT): void {
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (!closing.has(raw.socket)) return;
    raw.resume();
    reply.hijack();
  });
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (hasBody(raw)) watch(raw, reply.raw, limit);
  });
  app.addHook('onSend', async ({ raw }, reply) => {
    if (!raw.complete && hasBody(raw)) discardRest(raw, reply);
  });
}

/**
 * Reads the rest of a body. When its length is known and within the limit the connection stays
 * open; otherwise the limit is read and the connection closed.
 */
function discardRest(message: IncomingMessage, reply: FastifyReply): void {
  message.resume();
  const isAcceptable = Number(message.headers['content-length'] ?? Infinity) <= DISCARD_LIMIT.bytes;
  if (isAcceptable && reply.raw.shouldKeepAlive) reply.removeHeader('connection');
  else {
    reply.header('connection', 'close');
    closeAfterReading(message.socket);
  }
}

/**
 * Connections whose last reply has been sent: further requests on them are read but not processed.
 */
const closing = new WeakSet<Socket>();

/**
 * Replaces Node's handling, which destroys a connection after its last reply, by ending it and
 * reading on until the client ends it too.
 */
function closeAfterReading(socket: Socket): void {
  closing.add(socket);
  socket.destroySoon = () => {
    const [bytes, began] = [socket.bytesRead, performance.now()];
    const timer = setInterval(() => {
      if (
        socket.bytesRead - bytes > DISCARD_LIMIT.bytes ||
        performance.now() - began > DISCARD_LIMIT.milliseconds
      )
        socket.destroy();
    }, 250).unref();
    socket.once('close', () => clearInterval(timer));
    socket.end();
  };
}

const hasBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function watch(
  message: IncomingMessage,
  reply: ServerResponse,
  { milliseconds, bytes }: StallLimit,
): void {
  const { socket } = message;
  let seen = socket.bytesRead;
  const timer = setInterval(() => {
    if (message.complete || message.destroyed) return clearInterval(timer);
    if (socket.bytesRead - seen < bytes) {
      clearInterval(timer);
      if (reply.headersSent) socket.destroy();
      else
        replyToClientError(
          Object.assign(new Error('request body stalled'), {
            code: 'ERR_HTTP_REQUEST_TIMEOUT',
          }),
          socket,
        );
    }
    seen = socket.bytesRead;
  }, milliseconds).unref();
  message.once('close', () => clearInterval(timer));
}
