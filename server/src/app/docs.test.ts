import { strict as assert } from 'node:assert';
import { after, before, describe, it } from 'node:test';
import Fastify, { type FastifyInstance } from 'fastify';
import { endpoints } from '@lavra/contract/endpoints';
import { buildOpenApi } from '@lavra/contract/openapi/build-openapi';
import { mountDocs } from './docs.ts';

const document = buildOpenApi(endpoints, { version: '1.2.3' });

describe('the documentation of the API', () => {
  let app: FastifyInstance;
  before(() => {
    app = Fastify();
    app.addHook('onRequest', async (_request, reply) => {
      reply.raw.setHeader('content-security-policy', "default-src 'none'");
    });
    mountDocs(app, () => document);
  });
  after(() => app.close());

  it('serves the OpenAPI document, revalidated on each request', async () => {
    const reply = await app.inject('/api/openapi.json');
    assert.equal(reply.statusCode, 200);
    assert.match(String(reply.headers['content-type']), /^application\/json/);
    assert.equal(reply.headers['cache-control'], 'no-cache');
    assert.deepEqual(reply.json(), document);
    assert.equal(reply.headers['content-security-policy'], "default-src 'none'");
  });

  it('serves a page without resources from other hosts and without inline code', async () => {
    const reply = await app.inject('/api/docs');
    assert.equal(reply.statusCode, 200);
    assert.match(String(reply.headers['content-type']), /^text\/html/);
    assert.match(reply.body, /<title>Lavra – API<\/title>/);
    assert.doesNotMatch(reply.body, /https?:|"\/\//);
    assert.deepEqual(
      [...reply.body.matchAll(/<script[^>]*>([^<]*)<\/script>/g)].map(([, code]) => code),
      ['', ''],
    );
  });

  it('lets the page connect only to this server', async () => {
    const { headers } = await app.inject('/api/docs');
    const policy = new Map(
      String(headers['content-security-policy'])
        .split('; ')
        .map((rule) => {
          const [name = '', ...sources] = rule.split(' ');
          return [name, sources];
        }),
    );
    assert.deepEqual(policy.get('default-src'), ["'none'"]);
    assert.deepEqual(policy.get('script-src'), ["'self'"]);
    assert.deepEqual(policy.get('connect-src'), ["'self'"]);
    const allowed = new Set(["'none'", "'self'", "'unsafe-inline'", 'data:', 'blob:']);
    assert.deepEqual(
      [...policy.values()].flat().filter((source) => !allowed.has(source)),
      [],
    );
  });

  it('disables features that contact other hosts', async () => {
    const { body } = await app.inject('/api/docs');
    const options = JSON.parse(
      (/data-configuration="([^"]*)"/.exec(body)?.[1] ?? '').replaceAll('&quot;', '"'),
    ) as Record<string, unknown>;
    assert.equal(options['url'], '/api/openapi.json');
    assert.equal(options['telemetry'], false);
    assert.equal(options['withDefaultFonts'], false);
    assert.deepEqual(options['agent'], { disabled: true });
    assert.equal('proxyUrl' in options, false);
  });

  it('serves the script that the page names, and puts its options where the script reads them', async () => {
    const { body } = await app.inject('/api/docs');
    const url = /<script src="([^"]+)">/.exec(body)?.[1] ?? '';
    const plain = await app.inject(url);
    assert.equal(plain.statusCode, 200);
    assert.match(String(plain.headers['content-type']), /^text\/javascript/);
    assert.match(plain.body, /#api-reference\[data-configuration\]/);
    const zipped = await app.inject({ url, headers: { 'accept-encoding': 'gzip' } });
    assert.equal(zipped.headers['content-encoding'], 'gzip');
    assert.ok(zipped.rawPayload.length < plain.rawPayload.length / 2);
  });
});
