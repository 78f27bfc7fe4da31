import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';

type Handler = (request: IncomingMessage, reply: ServerResponse) => void;

/**
 * Makes a gateway go elsewhere before the door closes: for some seconds reads are answered 502, which it asks another
 * process instead and takes as the sign to send this one nothing more; what writes is still done. Each answer is the
 * last on its connection. Without other processes the gateway shows its page, as it would a moment later.
 */
export async function drain(server: Server, seconds: number): Promise<void> {
  if (seconds === 0) return;
  const handlers = server.listeners('request') as Handler[]; // what a request listener is
  server.removeAllListeners('request');
  server.on('request', (request, reply) => {
    reply.setHeader('connection', 'close');
    if (request.method === 'GET' || request.method === 'HEAD') reply.writeHead(502, { 'cache-control': 'no-store' }).end();
    else for (const handle of handlers) handle.call(server, request, reply);
  });
  await pause(seconds * 1000);
}
