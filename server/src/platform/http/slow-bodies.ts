import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { answerClientError } from './client-errors.ts';

export interface Patience {
  /** A body that grew by fewer bytes than this in so many ms makes no progress. */
  readonly milliseconds: number;
  readonly bytes: number;
}

/** Four KiB in 15 s: far less than the slowest telephone line. */
const PATIENCE: Patience = { milliseconds: 15_000, bytes: 4 * 1024 };

/** What may still come of a body whose answer has been given, in bytes, and for how long where the connection closes. */
const LINGER = { bytes: 16 * 1024 * 1024, milliseconds: 30_000 } as const;

/**
 * Cuts off bodies that make no progress, with a 408; one that arrives slowly but steadily is waited for. What is answered
 * before its body has come (a refusal, most of all) reaches a client that still sends: the rest is read and dropped,
 * within reason, for a connection closed upon it is reset, and the answer lost on the way.
 */
export function cutStalledBodies(app: FastifyInstance, patience: Patience = PATIENCE): void {
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (!closing.has(raw.socket)) return;
    raw.resume();
    reply.hijack();
  });
  app.addHook('onRequest', async ({ raw }, reply) => {
    if (bringsBody(raw)) watch(raw, reply.raw, patience);
  });
  app.addHook('onSend', async ({ raw }, reply) => {
    if (!raw.complete && bringsBody(raw)) letTheRestCome(raw, reply);
  });
}

/** A body of a bearable length that is known passes, and the connection goes on; of any other so much, and it ends. */
function letTheRestCome(message: IncomingMessage, reply: FastifyReply): void {
  message.resume();
  const bearable = Number(message.headers['content-length'] ?? Infinity) <= LINGER.bytes;
  if (bearable && reply.raw.shouldKeepAlive) reply.removeHeader('connection');
  else {
    reply.header('connection', 'close');
    closeGently(message.socket);
  }
}

/** Connections whose last answer is given: what still comes by them is read, and not carried out. */
const closing = new WeakSet<Socket>();

/** With its last answer Node destroys a connection; this one is only ended then, and read until its client ends it too. */
function closeGently(socket: Socket): void {
  closing.add(socket);
  socket.destroySoon = () => {
    const [bytes, began] = [socket.bytesRead, performance.now()];
    const timer = setInterval(() => {
      if (
        socket.bytesRead - bytes > LINGER.bytes ||
        performance.now() - began > LINGER.milliseconds
      )
        socket.destroy();
    }, 250).unref();
    socket.once('close', () => clearInterval(timer));
    socket.end();
  };
}

const bringsBody = ({ headers }: IncomingMessage): boolean =>
  headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function watch(
  message: IncomingMessage,
  answer: ServerResponse,
  { milliseconds, bytes }: Patience,
): void {
  const { socket } = message;
  let seen = socket.bytesRead;
  const timer = setInterval(() => {
    if (message.complete || message.destroyed) return clearInterval(timer);
    if (socket.bytesRead - seen < bytes) {
      clearInterval(timer);
      if (answer.headersSent) socket.destroy();
      else
        answerClientError(
          Object.assign(new Error('the body makes no progress'), {
            code: 'ERR_HTTP_REQUEST_TIMEOUT',
          }),
          socket,
        );
    }
    seen = socket.bytesRead;
  }, milliseconds).unref();
  message.once('close', () => clearInterval(timer));
}
