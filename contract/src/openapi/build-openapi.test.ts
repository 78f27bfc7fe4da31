import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import path from 'node:path';
import { describe, it } from 'node:test';
import { Validator } from '@seriousme/openapi-schema-validator';
import { Type } from 'typebox';
import { endpoints } from '../endpoints.ts';
import { endpoint, fileTypes, isEventsReply, isFileReply, statusesOf } from '../kit/endpoint.ts';
import { object } from '../kit/schema.ts';
import { otherPathsOf } from '../other-paths.ts';
import { buildOpenApi, documentPath } from './build-openapi.ts';
import { responseOf, type Operation } from './document.ts';
import { specificRefusals } from './error-examples.ts';

const document = buildOpenApi(endpoints, { version: '1.0.0' });
const everyOperation = Object.values(document.paths).flatMap((item) => Object.values(item));
const operationAt = (method: string, url: string): Operation =>
  document.paths[documentPath(url)]?.[method.toLowerCase()] ??
  assert.fail(`${method} ${url} is not documented`);
const headersOf = ({ parameters = [] }: Operation): string[] =>
  parameters.filter((parameter) => parameter.in === 'header').map(({ name }) => name);

describe('the OpenAPI document', () => {
  it('is valid OpenAPI 3.1', async () => {
    const outcome = await new Validator().validate({ ...structuredClone(document) });
    assert.deepEqual(outcome.errors ?? [], []);
    assert.ok(outcome.valid);
  });

  it('consists of plain JSON and is the same each time it is built', () => {
    const text = JSON.stringify(document);
    assert.deepEqual(JSON.parse(text), document);
    assert.equal(JSON.stringify(buildOpenApi(endpoints, { version: '1.0.0' })), text);
    assert.ok(!text.includes('"~'), 'marks of the schema library are left out');
  });

  it('equals the committed file', () => {
    execFileSync(
      process.execPath,
      [path.resolve(import.meta.dirname, '../../../tools/write-openapi.ts'), '--check'],
      { stdio: 'pipe' },
    );
  });

  it('lists every endpoint under each of its paths, and nothing else', () => {
    const urls = endpoints.flatMap((spec) =>
      [spec.path, ...otherPathsOf(spec.id)].map((url) => ({ spec, url })),
    );
    for (const { spec, url } of urls)
      assert.equal(operationAt(spec.method, url).summary, spec.summary);
    assert.equal(everyOperation.length, urls.length);
  });

  it('gives each operation a unique id', () => {
    assert.equal(
      new Set(everyOperation.map(({ operationId }) => operationId)).size,
      everyOperation.length,
    );
  });

  it('declares each path parameter', () => {
    for (const [url, item] of Object.entries(document.paths)) {
      const names = [...url.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      for (const { parameters = [] } of Object.values(item)) {
        assert.deepEqual(
          parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => name),
          names,
          url,
        );
      }
    }
  });

  it('shows every status that an endpoint may return, each with an example', () => {
    for (const spec of endpoints) {
      for (const url of [spec.path, ...otherPathsOf(spec.id)]) {
        const { responses } = operationAt(spec.method, url);
        assert.deepEqual(Object.keys(responses).map(Number), statusesOf(spec));
        for (const [status, response] of Object.entries(responses)) {
          const { content } = responseOf(document, response);
          if (status === '200' && isFileReply(spec.reply))
            assert.deepEqual(Object.keys(content), fileTypes(spec.reply));
          else if (status === '200' && isEventsReply(spec.reply))
            assert.deepEqual(Object.keys(content), [spec.reply.events]);
          else assert.ok('example' in (content['application/json'] ?? {}), `${spec.id} ${status}`);
        }
      }
    }
  });

  it('declares Retry-After on every reply that asks the caller to wait', () => {
    for (const { operationId, responses } of everyOperation) {
      for (const status of ['429', '503']) {
        const response = responses[status] ?? assert.fail(`${operationId} without ${status}`);
        assert.ok(responseOf(document, response).headers?.['Retry-After'], operationId);
      }
    }
  });

  it('shares the error replies of its operations, each under its own status alone', () => {
    const statusesOfReply = new Map<string, Set<string>>();
    for (const { operationId, responses } of everyOperation) {
      for (const [status, response] of Object.entries(responses)) {
        if (status === '200') continue;
        assert.ok('$ref' in response, `${operationId} ${status}`);
        const known = statusesOfReply.get(response.$ref) ?? new Set();
        statusesOfReply.set(response.$ref, known.add(status));
      }
    }
    assert.deepEqual(
      [...statusesOfReply.keys()].toSorted(),
      Object.keys(document.components.responses).map((name) => `#/components/responses/${name}`),
    );
    for (const [reference, statuses] of statusesOfReply) assert.equal(statuses.size, 1, reference);
  });

  it('marks exactly the legacy paths as deprecated', () => {
    for (const [url, item] of Object.entries(document.paths)) {
      for (const operation of Object.values(item))
        assert.equal(operation.deprecated === true, url.includes('/fornecedor/'), url);
    }
  });

  it('requires a token on every endpoint that is not public', () => {
    assert.deepEqual(document.security, [{ bearer: [] }]);
    for (const spec of endpoints)
      assert.deepEqual(
        operationAt(spec.method, spec.path).security,
        spec.access === 'public' ? [] : undefined,
      );
  });

  it('states which profiles may call each endpoint', () => {
    assert.match(
      operationAt('POST', '/api/v1/proposals/:proposal/accept').description,
      /Produtor, com a permissão `proposals\.edit`/,
    );
    assert.match(
      operationAt('GET', '/api/v1/proposals/:proposal').description,
      /Fornecedor ou Produtor/,
    );
    assert.match(operationAt('POST', '/api/v1/login').description, /qualquer pessoa, sem sessão/);
  });

  it('offers Idempotency-Key on POST with a session, If-Match on writes of versioned records, ETag with their replies', () => {
    const accept = operationAt('POST', '/api/v1/proposals/:proposal/accept');
    assert.deepEqual(headersOf(accept), ['Idempotency-Key', 'If-Match']);
    const accepted = accept.responses['200'] ?? assert.fail('200 is not documented');
    assert.ok(responseOf(document, accepted).headers?.['ETag']);
    assert.deepEqual(headersOf(operationAt('POST', '/api/v1/login')), []);
    assert.deepEqual(headersOf(operationAt('PUT', '/api/v1/producer/orders/:order')), ['If-Match']);
    assert.deepEqual(headersOf(operationAt('GET', '/api/v1/producer/orders/:order')), []);
  });

  it('marks a body as optional exactly where the endpoint accepts none', () => {
    assert.equal(
      operationAt('POST', '/api/v1/proposals/:proposal/reject').requestBody?.required,
      false,
    );
    assert.equal(operationAt('POST', '/api/v1/login').requestBody?.required, true);
    assert.equal(operationAt('POST', '/api/v1/logout').requestBody, undefined);
  });

  it('has custom error texts only for statuses that the endpoint declares', () => {
    const declared = new Set(
      endpoints.flatMap((spec) => statusesOf(spec).map((status) => `${spec.id} ${status}`)),
    );
    assert.deepEqual(
      Object.keys(specificRefusals).filter((key) => !declared.has(key)),
      [],
    );
  });

  it('cannot be built when a path is declared twice', () => {
    const twice = endpoint({
      id: 'twice',
      method: 'GET',
      path: '/twice',
      summary: 'Duas vezes',
      tag: 'Teste',
      origin: 'own',
      access: 'public',
      reply: object({ ok: Type.Boolean() }),
    });
    assert.throws(
      () => buildOpenApi([twice, twice], { version: '1.0.0' }),
      /GET \/twice is declared twice/,
    );
  });
});
