import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { meetRequests } from '../platform/http/meet-requests.ts';

/**
 * Makes a gateway go elsewhere before the door closes: for some seconds reads are answered 502, which it asks another
 * process instead and takes as the sign to send this one nothing more; what writes is still done. Each answer is the
 * last on its connection. Without other processes the gateway shows its page, as it would a moment later.
 */
export async function drain(server: Server, seconds: number): Promise<void> {
  if (seconds === 0) return;
  meetRequests(server, (request, reply, pass) => {
    reply.setHeader('connection', 'close');
    if (request.method === 'GET' || request.method === 'HEAD')
      reply.writeHead(502, { 'cache-control': 'no-store' }).end();
    else pass();
  });
  await pause(seconds * 1000);
}
