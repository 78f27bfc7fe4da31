import fs from 'node:fs';
import http, { type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { createServer, type ViteDevServer } from 'vite';
import { portal } from './portal-config.ts';
import { portalNames, portals, webRoot, type PortalName } from './portals.ts';

export interface DevPortals {
  readonly close: () => Promise<void>;
}

/**
 * Serves the three portals from their sources with hot module replacement (HMR), on one port of
 * this machine. Forwards every other request to the API at `api`, an origin such as
 * `http://127.0.0.1:3001`.
 */
export async function serveDevPortals({
  port,
  api,
}: {
  port: number;
  api: string;
}): Promise<DevPortals> {
  const server = http.createServer();
  const served = await Promise.all(
    portalNames.map(async (name) => ({ name, vite: await startVite(name, server) })),
  );
  server.on('request', (request, reply) => {
    const found = served.find(({ name }) => isBelow(portals[name], request.url ?? '/'));
    if (found === undefined) passOn(api, request, reply);
    else
      found.vite.middlewares(request, reply, () => {
        void sendPage(found.name, found.vite, request, reply);
      });
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, '127.0.0.1', resolve);
  });
  return {
    close: async () => {
      server.closeAllConnections();
      server.close();
      await Promise.all(served.map(({ vite }) => vite.close()));
    },
  };
}

function startVite(name: PortalName, server: http.Server): Promise<ViteDevServer> {
  const cacheDir = path.join(webRoot, '../node_modules/.cache/vite', name);
  const { build: _, ...config } = portal(name, '');
  return createServer({
    ...config,
    cacheDir,
    appType: 'custom',
    server: { middlewareMode: true, hmr: { server }, allowedHosts: true },
  });
}

const isBelow = (base: string, url: string): boolean => new RegExp(`^${base}(?:[/?]|$)`).test(url);

/**
 * Sends the portal's page for every address that the portal routes itself. A path that looks like a
 * file gets 404: files such as `sw.js` are produced only by builds.
 */
async function sendPage(
  name: PortalName,
  vite: ViteDevServer,
  { url = '/' }: IncomingMessage,
  reply: ServerResponse,
): Promise<void> {
  if (/\.\w+(?:$|\?)/.test(url)) {
    reply.writeHead(404).end();
    return;
  }
  try {
    const page = await vite.transformIndexHtml(
      url,
      fs.readFileSync(path.join(webRoot, `${name}.html`), 'utf8'),
    );
    reply
      .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
      .end(page);
  } catch (error) {
    reply
      .writeHead(500, { 'content-type': 'text/plain; charset=utf-8' })
      .end(error instanceof Error ? error.stack : String(error));
  }
}

function passOn(api: string, request: IncomingMessage, reply: ServerResponse): void {
  const onward = http.request(
    new URL(request.url ?? '/', api),
    { method: request.method, headers: request.headers },
    (answer) => {
      reply.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(reply);
    },
  );
  onward.on('error', () => {
    if (!reply.headersSent) reply.writeHead(502, { 'content-type': 'text/plain; charset=utf-8' });
    reply.end('The API is starting; ask again in a moment.');
  });
  reply.on('close', () => onward.destroy());
  request.pipe(onward);
}
