import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import { pino } from 'pino';
import { startService } from '../../../test/service.ts';
import { until } from '../../../test/until.ts';
import { ensureFirstAdmin } from '../../features/accounts/accounts-feature.ts';
import { operationChannel } from './operations.ts';
import { startTracing, traceIdOf } from './tracing.ts';
import { statementNameOf } from './statement-name.ts';

interface SentSpan {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly status: { readonly code?: number };
  readonly attributes: readonly { readonly key: string; readonly value: object }[];
}

/** Starts what stands for an OpenTelemetry collector: it keeps what it is sent. */
async function startCollector() {
  const bodies: string[] = [];
  const keys: unknown[] = [];
  const server = http.createServer((request, reply) => {
    let body = '';
    request.setEncoding('utf8');
    request.on('data', (part: string) => (body += part));
    request.on('end', () => {
      bodies.push(body);
      keys.push(request.headers['x-key']);
      reply.writeHead(200, { 'content-type': 'application/json' }).end('{}');
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  after(() => server.close());
  const { port } = server.address() as AddressInfo; // a TCP server's
  return { bodies, keys, url: `http://127.0.0.1:${port}` };
}

const spansIn = (bodies: readonly string[]): SentSpan[] =>
  bodies.flatMap((body) => {
    const { resourceSpans } = JSON.parse(body) as {
      resourceSpans: { scopeSpans: { spans: SentSpan[] }[] }[];
    };
    return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans));
  });

const attributesOf = ({ attributes }: SentSpan) =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));

const service = await startService({
  tracesUrl: 'http://127.0.0.1:1',
  tracesRatio: 1,
  portals: false,
});
const first = { email: 'primeira@teste.example', password: 'Escolhida2026', name: 'Primeira' };
await ensureFirstAdmin(service.app.platform, first);
const origin = await service.app.http.listen({ host: '127.0.0.1', port: 0 });
const requestId = '0af7651916cd43dd8448eb211c80319c';

/** Sends a request over a connection of its own; the service's outbound guard bars `fetch`. */
async function ask(path: string, body?: object): Promise<number> {
  const request = http.request(`${origin}${path}`, {
    agent: false,
    method: body === undefined ? 'GET' : 'POST',
    headers:
      body === undefined ? {} : { 'content-type': 'application/json', 'x-request-id': requestId },
  });
  request.end(body === undefined ? undefined : JSON.stringify(body));
  const [reply] = (await once(request, 'response')) as [http.IncomingMessage];
  reply.resume();
  await once(reply, 'end');
  return reply.statusCode ?? 0;
}

/** Signs in, which reads a body and writes in a transaction. */
const signIn = (password: string) =>
  ask('/api/v1/login', { email: first.email, password, user_type: 'admin' });

/** Draws traces while some work runs; returns the spans that arrived, and the texts they came in. */
async function drawn(ratio: number, work: () => Promise<unknown>) {
  const { bodies, keys, url } = await startCollector();
  const tracing = await startTracing({
    endpoint: url,
    ratio,
    version: '1',
    logger: service.app.platform.logger,
  });
  const open = new Set<unknown>();
  const start = (operation: unknown): unknown => open.add(operation);
  const end = (operation: unknown): unknown => open.delete(operation);
  operationChannel.start.subscribe(start);
  operationChannel.asyncEnd.subscribe(end);
  await work();
  // The operation of a request ends when its connection has the whole reply.
  await until('all operations have ended', () => open.size === 0);
  operationChannel.start.unsubscribe(start);
  operationChannel.asyncEnd.unsubscribe(end);
  await tracing.stop();
  return { spans: spansIn(bodies), text: bodies.join(''), keys };
}

describe('a trace', () => {
  it('leads from the request over its endpoint and transaction to the statements, by their names', async () => {
    const { spans, text } = await drawn(1, async () => {
      assert.equal(await signIn(first.password), 200);
    });
    const root = spans.find(({ parentSpanId }) => parentSpanId === undefined);
    assert.ok(root !== undefined);
    assert.equal(root.name, 'POST /api/v1/login');
    assert.deepEqual(attributesOf(root), {
      'lavra.request_id': requestId,
      'http.request.method': 'POST',
      'http.route': '/api/v1/login',
      'http.response.status_code': 200,
    });
    assert.deepEqual([...new Set(spans.map(({ traceId }) => traceId))], [requestId]);
    const parentOf = ({ parentSpanId }: SentSpan) =>
      spans.find(({ spanId }) => spanId === parentSpanId);
    const endpoint = spans.find((span) => parentOf(span) === root && span.name === 'login');
    assert.ok(endpoint !== undefined, spans.map(({ name }) => name).join());
    const transaction = spans.find(({ name }) => name === 'transaction');
    assert.ok(transaction !== undefined && parentOf(transaction) === endpoint);
    const statements = spans.filter((span) => 'db.system.name' in attributesOf(span));
    assert.ok(statements.some((span) => parentOf(span) === transaction));
    for (const { name } of statements) assert.match(name, /^[\w.:-]+( [\w.]+)?$/);
    for (const secret of [first.email, first.password, 'Primeira'])
      assert.ok(!text.includes(secret));
  });

  it('has the code of a refusal, which is no failure', async () => {
    const { spans } = await drawn(1, async () => {
      assert.equal(await signIn('errada'), 401);
    });
    const refused = spans.find((span) => attributesOf(span)['error.type'] !== undefined);
    assert.equal(refused && attributesOf(refused)['error.type'], 'login_failed');
    assert.deepEqual(
      spans.filter(({ status }) => status.code === 2),
      [],
    );
  });

  it('is sent with the headers of the environment, such as a key of the collector', async (t) => {
    process.env['OTEL_EXPORTER_OTLP_HEADERS'] = 'x-key=segredo';
    t.after(() => delete process.env['OTEL_EXPORTER_OTLP_HEADERS']);
    const { keys } = await drawn(1, () => ask('/api/v1/geo/states'));
    assert.deepEqual([...new Set(keys)], ['segredo']);
  });

  it('is drawn of the part that is asked for', async () => {
    const some = () => Promise.all(Array.from({ length: 40 }, () => ask('/api/v1/geo/states')));
    assert.deepEqual((await drawn(0, some)).spans, []);
    const roots = (await drawn(0.5, some)).spans.filter(
      ({ parentSpanId }) => parentSpanId === undefined,
    );
    assert.ok(roots.length > 0 && roots.length < 40, `${roots.length} of 40`);
  });

  it('goes on where a worker carries on, under the request that caused it', async () => {
    const { spans } = await drawn(1, async () => {
      assert.equal(await ask('/api/v1/password/forgot', { email: first.email }), 200);
      await service.work();
    });
    const roots = spans.filter(({ parentSpanId }) => parentSpanId === undefined);
    const own = roots.filter(({ traceId }) => traceId === requestId).map(({ name }) => name);
    assert.ok(
      own.some((name) => name.startsWith('POST ')),
      own.join(),
    );
    assert.ok(
      own.some((name) => /^(event|job) /.test(name)),
      own.join(),
    );
  });
});

/**
 * Returns which of OpenTelemetry's libraries a service loads that is opened with these variables, by
 * whichever way it imports them.
 */
function librariesLoaded(env: Readonly<Record<string, string>>): string[] {
  const script = `
    const { registerHooks } = await import('node:module');
    const loaded = new Set();
    registerHooks({
      load(url, context, next) {
        loaded.add(/@opentelemetry[/]([^/]+)/.exec(url)?.[1]);
        return next(url, context);
      },
    });
    const { openInstallation } = await import('./server/src/app/installation.ts');
    const { configOf } = await import('./server/src/platform/config/config.ts');
    const installation = await openInstallation({ ...configOf(process.env), logLevel: 'silent' });
    await installation.close();
    loaded.delete(undefined);
    process.stdout.write(JSON.stringify([...loaded]));
    process.exit();`;
  const dataDir = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-traces-'));
  const { OTEL_EXPORTER_OTLP_ENDPOINT: _, ...inherited } = process.env;
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: new URL('../../../..', import.meta.url),
    env: { ...inherited, DATABASE_URL: service.databaseUrl, DATA_DIR: dataDir, ...env },
    encoding: 'utf8',
  });
  fs.rmSync(dataDir, { recursive: true });
  assert.match(stdout, /^\[/, stderr);
  return JSON.parse(stdout) as string[]; // written above
}

describe('without a collector', () => {
  it('none of the libraries is loaded but one that prom-client loads, and with one they are', () => {
    assert.deepEqual(librariesLoaded({}), ['api']);
    const loaded = librariesLoaded({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' });
    for (const library of ['sdk-trace', 'exporter-trace-otlp-http', 'resources'])
      assert.ok(loaded.includes(library), `${library} is not among ${loaded.join()}`);
  });

  it('a collector that is away costs no request anything', async () => {
    const lines: string[] = [];
    const tracing = await startTracing({
      endpoint: 'http://127.0.0.1:1',
      ratio: 1,
      version: '1',
      logger: pino({ base: null }, { write: (line) => lines.push(line) }),
    });
    assert.equal(await signIn(first.password), 200);
    await tracing.stop();
    assert.equal(lines.length <= 1, true, 'a row of failures is one line');
  });
});

describe('names', () => {
  it('of traces are the digits of request ids of their form', () => {
    assert.equal(
      traceIdOf('01890a5d-ac96-774b-bcce-b302099a8057'),
      '01890a5dac96774bbcceb302099a8057',
    );
    for (const other of [undefined, null, 'system', 'abc-12345678', '0'.repeat(32)])
      assert.equal(traceIdOf(other), undefined);
  });

  it('of statements without one are their verb and first table', () => {
    assert.equal(statementNameOf('order-list'), 'order-list');
    assert.equal(statementNameOf('select "id" from "orders" where "id" = $1'), 'select orders');
    assert.equal(statementNameOf('insert into "events" ("type") values ($1)'), 'insert events');
    assert.equal(statementNameOf('update "orders" as "o" set "status" = $1'), 'update orders');
    assert.equal(statementNameOf('WITH due AS (SELECT 1) SELECT 2'), 'with');
  });
});
