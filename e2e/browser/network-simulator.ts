import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { after } from 'node:test';
import { PAGE_PATIENCE } from '../../web/build/portals.ts';
import { PATIENCE_MS } from '../../server/test/until.ts';

const maintenancePage = fs.readFileSync(
  path.resolve(import.meta.dirname, '../../deploy/gateway/maintenance.html'),
);

/**
 * A network simulator between a browser and the service. It can be cut, like a mobile network in
 * the countryside, and respond as the gateway does during maintenance.
 */
export interface NetworkSimulator {
  readonly address: string;
  be(state: 'up' | 'cut' | 'maintenance'): void;
  /** Serves the portals from another process than the API. */
  takePortalsFrom(address: string): void;
  /** Never answers requests of this path, as a network that is there and carries nothing. */
  leaveHanging(path: string): void;
}

export async function startNetworkSimulator(service: string): Promise<NetworkSimulator> {
  let state: 'up' | 'cut' | 'maintenance' = 'up';
  let portals = service;
  const hanging = new Set<string>();
  const server = http.createServer((request, reply) => {
    if (state === 'maintenance') {
      reply
        .writeHead(503, {
          'content-type': 'text/html',
          'cache-control': 'no-store',
          'retry-after': '120',
        })
        .end(maintenancePage);
      return;
    }
    if (hanging.has(request.url ?? '')) return;
    const base = /^\/(api|health)\//.test(request.url ?? '') ? service : portals;
    if (request.url?.endsWith('/sw.js') === true) {
      void serveWorker(new URL(request.url, base), reply);
      return;
    }
    const onward = http.request(
      new URL(request.url ?? '/', base),
      { method: request.method, headers: request.headers },
      (answer) => {
        reply.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(reply);
      },
    );
    onward.on('error', () => reply.destroy());
    reply.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  server.on('connection', (socket) => {
    if (state === 'cut') socket.destroy();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  after(() => {
    server.close();
    server.closeAllConnections();
  });
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, // it listens on a port
    be: (next) => {
      state = next;
      if (next === 'cut') server.closeAllConnections();
    },
    takePortalsFrom: (address) => {
      portals = address;
    },
    leaveHanging: (path) => {
      hanging.add(path);
    },
  };
}

/**
 * Serves a portal's worker with a patience that a busy machine does not exhaust, so that a page comes
 * from the network whenever there is one.
 */
async function serveWorker(address: URL, reply: http.ServerResponse): Promise<void> {
  const answer = await fetch(address, { headers: { 'accept-encoding': 'identity' } });
  const { 'content-length': _length, etag: _etag, ...headers } = Object.fromEntries(answer.headers);
  const [own, patient] = [PAGE_PATIENCE, PATIENCE_MS].map((ms) => `"patience":${ms}`);
  const code = (await answer.text()).replace(own ?? '', patient ?? '');
  reply.writeHead(answer.status, headers).end(code);
}
