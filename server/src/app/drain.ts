import type { Server } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { interceptRequests } from '../platform/http/intercept-requests.ts';

/**
 * Makes a gateway use other processes before this one stops listening. For so many seconds reads
 * are answered with 502, upon which the gateway retries them on another process and sends this one
 * nothing more; writes are still processed. Each reply is the last on its connection. Without other
 * processes the gateway shows its own page, as it would a moment later.
 */
export async function drain(server: Server, seconds: number): Promise<void> {
  if (seconds === 0) return;
  interceptRequests(server, (request, reply, pass) => {
    reply.setHeader('connection', 'close');
    if (request.method === 'GET' || request.method === 'HEAD')
      reply.writeHead(502, { 'cache-control': 'no-store' }).end();
    else pass();
  });
  await pause(seconds * 1000);
}
