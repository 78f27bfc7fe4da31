import fs from 'node:fs';
import path from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedEncoding } from '../platform/http/accepted-encoding.ts';
import type { Logger } from '../platform/log/logger.ts';
import { startBuilder, type Builder, type BuildState } from './portal-builder.ts';
import { readPortal, type PortalFile, type PortalFiles } from './portal-files.ts';

/** Where each portal is served, and its folder in a build. */
const portals = { '/produtor': 'producer', '/fornecedor': 'supplier', '/admin': 'admin' } as const;

/**
 * Scripts are loaded from this server only. Inline styles are allowed: the components write their
 * theme's variables into a style element. The pages contain no data, so a cache that stores one
 * stores nothing personal.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "font-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "manifest-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join('; ');

export interface PortalsOptions {
  readonly logger: Logger;
  /** In production each step is logged, as there is no console to watch. */
  readonly production: boolean;
  /** The time zone that the portals show: an IANA name. */
  readonly zone: string;
  readonly webRoot?: string;
}

/**
 * Serves the three portals and the page that links to them. Once the service listens, it looks for
 * existing builds, and rebuilds them when the sources have changed; until then the portals show a
 * page that waits for them by itself.
 */
export function mountPortals(
  http: FastifyInstance,
  {
    logger,
    production,
    zone,
    webRoot = path.resolve(import.meta.dirname, '../../../web'),
  }: PortalsOptions,
): void {
  const page = (name: string): string => fs.readFileSync(path.join(webRoot, name), 'utf8');
  let state: BuildState = 'checking';
  let files: Readonly<Record<string, PortalFiles>> = {};
  let builder: Builder | undefined;
  const began = performance.now();
  const say = (sentence: string): void => {
    if (production) logger.info(sentence);
    else process.stdout.write(`  ${sentence}\n`);
  };

  // `*` is no path, but the router matches it to this one.
  http.get('/', (request, reply) =>
    request.url === '*' ? reply.callNotFound() : sendPage(reply, page('chooser.html')),
  );
  for (const [base, name] of Object.entries(portals)) {
    const serve = (request: FastifyRequest, reply: FastifyReply): FastifyReply => {
      const portal = files[name];
      if (portal !== undefined)
        return sendFile(request, reply, { portal, base, wanted: pathBelow(base, request.url) });
      return sendPage(
        reply.code(503).header('retry-after', '2'),
        page(state === 'failed' ? 'broken.html' : 'waiting.html'),
      );
    };
    http.get(base, serve);
    http.get(`${base}/*`, serve);
  }

  for (const [url, { content, mediaType }] of brandFiles())
    http.get(url, (_request, reply) =>
      reply.header('cache-control', 'public, max-age=86400').type(mediaType).send(content),
    );

  http.addHook('onListen', () => {
    builder = startBuilder(webRoot, (next, output) => {
      if (next === 'building')
        say('Preparando os portais: acontece uma vez depois de cada mudança neles.');
      if (output !== undefined) logger.error({ output }, 'portal build failed');
      if (typeof next === 'object') {
        files = readPortals(next.folder, zone);
        if (state === 'building')
          say(`Portais prontos em ${((performance.now() - began) / 1000).toFixed(0)} s.`);
      }
      state = next;
    });
  });
  http.addHook('preClose', () => {
    builder?.stop();
  });
}

const readPortals = (folder: string, zone: string): Record<string, PortalFiles> =>
  Object.fromEntries(
    Object.values(portals).map((name) => [name, readPortal(path.join(folder, name), zone)]),
  );

/** Returns the pictures that belong to no portal, by their addresses. */
function brandFiles(): Map<string, { readonly content: Buffer; readonly mediaType: string }> {
  const read = (name: string): Buffer =>
    fs.readFileSync(path.resolve(import.meta.dirname, '../../../web/brand', name));
  return new Map([
    ['/favicon.ico', { content: read('favicon.ico'), mediaType: 'image/x-icon' }],
    // The picture of an order's public page in messengers.
    ['/marca/convite.png', { content: read('convite.png'), mediaType: 'image/png' }],
  ]);
}

function pathBelow(base: string, url: string): string {
  return (url.split('?')[0] ?? '').slice(base.length).replace(/^\//, '');
}

/**
 * Sends a file of the build, or the portal's page for every path that only the portal itself knows.
 */
function sendFile(
  request: FastifyRequest,
  reply: FastifyReply,
  { portal, base, wanted }: { portal: PortalFiles; base: string; wanted: string },
): FastifyReply {
  const file = portal.get(wanted);
  if (file === undefined && wanted.startsWith('assets/'))
    return reply
      .code(404)
      .type('text/plain; charset=utf-8')
      .send('Este arquivo não existe mais: recarregue a página.');
  const found = file ?? portal.get('index.html');
  if (found === undefined) throw new Error('a build without its page');
  void reply
    .header('cache-control', found.hashed ? 'public, max-age=31536000, immutable' : 'no-cache')
    .header('vary', 'accept-encoding');
  // Files with a hash in their name are parts of a page, which has the policy.
  if (!found.hashed) void reply.header('content-security-policy', policy);
  void reply.type(found.mediaType);
  // By default a service worker may only handle paths below its own folder; the portal's first page
  // is that folder's own name.
  if (wanted === 'sw.js') void reply.header('service-worker-allowed', base);
  return sendEncoded(request, reply, found);
}

function sendEncoded(
  request: FastifyRequest,
  reply: FastifyReply,
  { plain, br, gzip }: PortalFile,
): FastifyReply {
  const twins = { br, gzip };
  const offered = (['br', 'gzip'] as const).filter((name) => twins[name] !== undefined);
  const encoding = acceptedEncoding(request.headers['accept-encoding'], offered);
  if (encoding === undefined) return reply.send(plain);
  return reply.header('content-encoding', encoding).send(twins[encoding]);
}

function sendPage(reply: FastifyReply, html: string): FastifyReply {
  return reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-cache')
    .type('text/html; charset=utf-8')
    .send(html);
}
