import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import type { OpenApiDocument } from '@lavra/contract/openapi/document';
import { acceptedEncoding } from '../platform/http/accepted-encoding.ts';

const documentUrl = '/api/openapi.json';
const pageUrl = '/api/docs';
const scriptUrl = '/api/docs/reference.js';

/**
 * Disables everything by which the page could contact other servers: telemetry, fonts, proxy,
 * sharing and assistants.
 */
const pageOptions = {
  url: documentUrl,
  localization: { locale: 'pt' },
  telemetry: false,
  withDefaultFonts: false,
  showDeveloperTools: 'never',
  hideClientButton: true,
  agent: { disabled: true },
  mcp: { disabled: true },
  documentDownloadType: 'json',
};

/**
 * Scripts are loaded from this server only. Inline styles are allowed: the script writes style
 * elements and attributes that carry neither a nonce nor fixed text.
 */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'unsafe-inline'",
  "connect-src 'self'",
  "img-src 'self' data: blob:",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Serves the OpenAPI document as JSON at /api/openapi.json and as a page at /api/docs; both are
 * built at the first request.
 */
export function mountDocs(app: FastifyInstance, build: () => OpenApiDocument): void {
  let json: string | undefined;
  let script: ReturnType<typeof pageScript> | undefined;

  app.get(documentUrl, (_request, reply) =>
    reply
      .header('cache-control', 'no-cache')
      .type('application/json; charset=utf-8')
      .send((json ??= JSON.stringify(build()))),
  );
  app.get(pageUrl, (_request, reply) =>
    reply
      .header('content-security-policy', policy)
      .header('cache-control', 'no-cache')
      .type('text/html; charset=utf-8')
      .send(pageHtml),
  );
  app.get(scriptUrl, async (request, reply) => {
    const { plain, zipped } = await (script ??= pageScript());
    void reply
      .header('cache-control', 'public, max-age=3600')
      .header('vary', 'accept-encoding')
      .type('text/javascript; charset=utf-8');
    if (acceptedEncoding(request.headers['accept-encoding'], ['gzip']) === undefined)
      return reply.send(plain);
    return reply.header('content-encoding', 'gzip').send(zipped);
  });
}

/**
 * Returns the script of Scalar's API reference, four megabytes that are read at the first request.
 * The package's plugin brings a page with inline code, which would need a laxer policy; so only the
 * script is taken from it.
 */
async function pageScript(): Promise<{ plain: string; zipped: Buffer }> {
  const { default: reference } = await import('@scalar/fastify-api-reference');
  const plugin = Fastify();
  await plugin.register(reference, { routePrefix: '/', configuration: { url: documentUrl } });
  const { body } = await plugin.inject('/js/scalar.js');
  await plugin.close();
  return { plain: body, zipped: await promisify(gzip)(body) };
}

/** The script reads its options from the element before it, so the page itself contains no code. */
const pageHtml = `<!doctype html>
<html lang="pt-BR">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Lavra – API</title>
</head>
<body>
<script id="api-reference" type="application/json" data-configuration="${JSON.stringify(pageOptions).replaceAll('"', '&quot;')}"></script>
<script src="${scriptUrl}"></script>
</body>
</html>
`;
