import assert from 'node:assert/strict';
import { once } from 'node:events';
import fs from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, describe, it, test } from 'node:test';
import { brotliCompressSync } from 'node:zlib';
import { freePort } from '../../server/test/free-port.ts';
import { lacking } from '../../server/test/needs.ts';
import { startGateway } from './nginx.ts';

const lacks = lacking('nginx');
if (lacks === false) await runStories();
else test('the gateway', { skip: lacks }, () => undefined);

interface Seen {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: http.IncomingHttpHeaders;
}

/** Starts a fake application whose responses the test controls. */
async function startDouble(name: string) {
  const state = {
    status: 200,
    body: JSON.stringify({ from: name }),
    seen: [] as Seen[],
    onRequest: undefined as
      | ((request: http.IncomingMessage, reply: http.ServerResponse) => void)
      | undefined,
  };
  const server = http
    .createServer((request, reply) => {
      state.seen.push({ method: request.method, url: request.url, headers: request.headers });
      if (state.onRequest !== undefined) return state.onRequest(request, reply);
      request.resume();
      request.on('end', () =>
        reply
          .writeHead(state.status, {
            'content-type': 'application/json; charset=utf-8',
            'x-frame-options': 'SAMEORIGIN',
            'content-security-policy': "default-src 'none'",
          })
          .end(state.body),
      );
    })
    .listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    state,
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

async function runStories(): Promise<void> {
  const api = await startDouble('api');
  const web = await startDouble('web');
  const gone = `127.0.0.1:${await freePort()}`;
  const gateway = await startGateway({ api: [api.address, gone], web: [web.address] });
  const alone = await startGateway({ api: [api.address], web: [web.address] });
  const dead = await startGateway({ api: [gone], web: [gone] });
  after(async () => {
    await Promise.all([gateway.stop(), alone.stop(), dead.stop()]);
    api.stop();
    web.stop();
  });
  const ask = (path: string, init: RequestInit = {}, base = gateway.address): Promise<Response> =>
    fetch(`${base}${path}`, init);
  const paths = [
    '/',
    '/produtor/cotacoes/1',
    '/fornecedor',
    '/admin/painel',
    '/api/v1/supplier/orders',
    '/api/admin/producers',
    '/health/ready',
    '/api/v1/notifications/stream',
    '/qualquer/coisa',
  ];
  const methods = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];
  const bodyOf = (method: string): RequestInit =>
    ['POST', 'PUT', 'PATCH'].includes(method)
      ? { method, body: '{"a":1}', headers: { 'content-type': 'application/json' } }
      : { method };

  async function assertPage(reply: Response, status: number, method: string): Promise<void> {
    assert.equal(reply.status, status);
    assert.equal(reply.headers.get('content-type'), 'text/html');
    assert.equal(reply.headers.get('cache-control'), 'no-store');
    assert.equal(reply.headers.get('retry-after'), '120');
    assert.match(
      reply.headers.get('content-security-policy') ?? '',
      /^default-src 'none'; style-src 'sha256-/,
    );
    const html = await reply.text();
    if (method !== 'HEAD') assert.match(html, /2 a 5 minutos/);
  }

  describe('the maintenance page', () => {
    for (const status of [502, 503, 504]) {
      it(`replaces every ${status} of the application, with the same status, for any request`, async () => {
        api.state.status = web.state.status = status;
        for (const path of paths)
          for (const method of methods)
            await assertPage(await ask(path, bodyOf(method), alone.address), status, method);
        api.state.status = web.state.status = 200;
      });
    }
    it('is shown when no process replies at all', async () => {
      for (const path of paths)
        for (const method of methods)
          await assertPage(await ask(path, bodyOf(method), dead.address), 502, method);
    });
    it('cannot be requested by its own path, whether the service runs or not', async () => {
      fs.writeFileSync(dead.flag, '');
      for (const base of [gateway.address, dead.address]) {
        for (const path of [
          '/__maintenance.html',
          '/__maintenance.html?x=1',
          '//__maintenance.html',
          '/x/../__maintenance.html',
          '/%5F%5Fmaintenance.html',
        ]) {
          for (const method of ['GET', 'HEAD', 'POST']) {
            const reply = await ask(path, { method }, base);
            assert.equal(reply.status, 404, `${method} ${path}`);
            assert.doesNotMatch(await reply.text(), /minutos/);
          }
        }
      }
      fs.rmSync(dead.flag);
    });
    it('loads nothing, reloads itself every ten seconds, and states how long the maintenance takes', async () => {
      const html = await (await ask('/', {}, dead.address)).text();
      assert.doesNotMatch(html, /\b(?:src|href)=|url\((?!#)|https?:/);
      assert.match(html, /setTimeout\(\(\) => location\.replace\(location\.href\), 10000\)/);
      assert.match(html, /<noscript><meta http-equiv="refresh" content="10"><\/noscript>/);
      assert.match(html, /lang="pt-BR"/);
    });
    it('is shown to all callers while the flag file exists, without a request to the application', async () => {
      fs.writeFileSync(gateway.flag, '');
      const before = api.state.seen.length + web.state.seen.length;
      for (const path of paths) await assertPage(await ask(path), 503, 'GET');
      assert.equal(api.state.seen.length + web.state.seen.length, before);
      fs.rmSync(gateway.flag);
      assert.equal((await ask('/api/v1/plans')).status, 200);
    });
  });

  describe('the gateway in normal operation', () => {
    it('passes replies on as the application sent them', async () => {
      for (const status of [200, 400, 401, 403, 404, 409, 415, 422, 429, 500]) {
        api.state.status = status;
        api.state.body = JSON.stringify({ error: 'uma frase', code: `c${status}` });
        const reply = await ask('/api/v1/x');
        assert.equal(reply.status, status);
        assert.deepEqual(await reply.json(), { error: 'uma frase', code: `c${status}` });
      }
      api.state.status = 200;
    });
    it('routes requests to the API or to the portals by their path', async () => {
      api.state.body = '"api"';
      web.state.body = '"web"';
      for (const path of [
        '/api/v1/login',
        '/api/admin/producers',
        '/api/docs',
        '/health/live',
        '/c/x',
      ])
        assert.equal(await (await ask(path)).json(), 'api', path);
      for (const path of ['/', '/produtor', '/apinha', '/healthy'])
        assert.equal(await (await ask(path)).json(), 'web', path);
    });
    it('does not expose paths for operators and developers', async () => {
      for (const path of ['/metrics', '/dev/mails', '/dev/mails/1'])
        assert.equal((await ask(path)).status, 404, path);
    });
    it("forwards one request id, the client's true address and the host", async () => {
      const reply = await ask('/api/v1/x', {
        headers: { 'x-forwarded-for': '8.8.8.8', 'x-request-id': 'forged-by-the-client' },
      });
      await reply.text();
      const seen = api.state.seen.at(-1)?.headers ?? {};
      assert.equal(seen['x-forwarded-for'], '127.0.0.1');
      assert.match(String(seen['x-request-id']), /^[\da-f]{32}$/);
      assert.equal(seen.host, new URL(gateway.address).host);
      assert.equal((await gateway.logged(seen['x-request-id']))['path'], '/api/v1/x');
    });
    it('forwards headers that clients or signatures rely on unchanged, except for the client address', async () => {
      const relied = {
        authorization: 'Bearer abc',
        'content-type': 'application/json',
        'idempotency-key': 'uma-vez',
        'if-match': '"7"',
        'if-none-match': 'W/"7"',
        'last-event-id': '42',
        range: 'bytes=0-9',
        'x-signature': 'ts=1,v1=ab',
        'accept-language': 'pt-BR',
        'user-agent': 'teste',
      };
      for (const path of [
        '/api/v1/x',
        '/api/v1/webhooks/mercadopago?data.id=1&type=payment',
        '/produtor',
      ]) {
        const sent = {
          ...relied,
          'x-request-id': 'the-senders-own',
          'x-forwarded-for': '8.8.8.8',
          'x-forwarded-proto': 'gopher',
          'x-gateway-request-id': 'forged',
        };
        await (await ask(path, { method: 'POST', body: '{}', headers: sent })).text();
        const seen = (path === '/produtor' ? web : api).state.seen.at(-1);
        assert.equal(seen?.url, path);
        for (const [name, value] of Object.entries(relied))
          assert.equal(seen.headers[name], value, `${path} ${name}`);
        assert.deepEqual(
          [seen.headers['x-forwarded-for'], seen.headers['x-forwarded-proto']],
          ['127.0.0.1', 'http'],
        );
        const logged = await gateway.logged(seen.headers['x-gateway-request-id']);
        assert.equal(logged['path'], path.split('?')[0]);
        assert.equal(
          seen.headers['x-request-id'] === 'the-senders-own',
          path.includes('/webhooks/'),
          'the signature of a notification is over it',
        );
      }
    });
    it('sends each security header once', async () => {
      const { headers } = await ask('/api/v1/x');
      assert.equal(headers.get('x-frame-options'), 'DENY');
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('content-security-policy'), "default-src 'none'");
      assert.equal(headers.get('server'), 'nginx');
    });
    it('uses the next process when one has stopped, for writes too', async () => {
      for (let n = 0; n < 50; n += 1)
        assert.equal((await ask('/api/v1/x', bodyOf('POST'))).status, 200);
    });
    it('repeats a read elsewhere after a 502 of a stopping process, which gets no more requests', async () => {
      const leaving = await startDouble('leaving');
      leaving.state.status = 502;
      const both = await startGateway({ api: [leaving.address, api.address], web: [web.address] });
      for (let n = 0; n < 20; n += 1)
        assert.equal((await ask('/api/v1/x', {}, both.address)).status, 200);
      assert.equal(leaving.state.seen.length, 1);
      await both.stop();
      leaving.stop();
    });
    it('asks for what the client accepts, passes what is compressed, and compresses nothing itself', async () => {
      const compressed = brotliCompressSync(JSON.stringify({ from: 'api' }));
      const token = JSON.stringify({ token: 'a'.repeat(5_000) });
      const type = { 'content-type': 'application/json; charset=utf-8' };
      api.state.onRequest = ({ url, headers }, reply) => {
        assert.equal(headers['accept-encoding'], 'gzip, br');
        if (url === '/api/v1/login') reply.writeHead(200, type).end(token);
        else reply.writeHead(200, { ...type, 'content-encoding': 'br' }).end(compressed);
      };
      const raw = async (path: string): Promise<[unknown, Buffer]> => {
        const request = http.get(alone.address + path, {
          headers: { 'accept-encoding': 'gzip, br' },
        });
        const [reply] = (await once(request, 'response')) as [http.IncomingMessage];
        const chunks: Buffer[] = [];
        for await (const chunk of reply) chunks.push(chunk as Buffer);
        return [reply.headers['content-encoding'], Buffer.concat(chunks)];
      };
      assert.deepEqual(await raw('/api/v1/x'), ['br', compressed]);
      assert.deepEqual(await raw('/api/v1/login'), [undefined, Buffer.from(token)]);
      api.state.onRequest = undefined;
    });
    it('passes the event stream on without buffering', async () => {
      let stream: http.ServerResponse | undefined;
      api.state.onRequest = (_request, reply) => {
        stream = reply.writeHead(200, { 'content-type': 'text/event-stream' });
        reply.write('data: um\n\n');
      };
      const reader = (await ask('/api/v1/notifications/stream')).body?.getReader();
      const read = async (): Promise<string> =>
        new TextDecoder().decode((await reader?.read())?.value);
      assert.equal(await read(), 'data: um\n\n', 'the stream is still open');
      stream?.write('data: dois\n\n');
      assert.equal(await read(), 'data: dois\n\n');
      await reader?.cancel();
      api.state.onRequest = undefined;
    });
    it("accepts an upload of 20 MiB, and refuses larger ones in the service's words", async () => {
      const upload = (size: number) =>
        ask('/api/v1/x', { method: 'POST', body: Buffer.alloc(size) });
      const took = await upload(20 * 1024 * 1024);
      assert.equal(took.status, 200);
      await took.text();
      // The size is announced, and refused before the body is sent.
      const request = http.request(`${gateway.address}/api/v1/x`, {
        method: 'POST',
        headers: { 'content-length': 22 * 1024 * 1024 },
      });
      request.flushHeaders();
      const [refused] = (await once(request, 'response')) as [http.IncomingMessage];
      assert.equal(refused.statusCode, 413);
      const body = JSON.parse(Buffer.concat(await refused.toArray()).toString()) as {
        code: string;
        request_id: string;
      };
      assert.equal(body.code, 'body_too_large');
      assert.match(body.request_id, /^[\da-f]{32}$/);
      request.destroy();
    });
  });
}
