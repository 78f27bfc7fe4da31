import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import http from 'node:http';
import { Readable } from 'node:stream';
import { after, describe, it } from 'node:test';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import Fastify, { type FastifyInstance } from 'fastify';
import { compressReplies } from './compress-replies.ts';
import { tagReplies } from './etag.ts';

const apps: FastifyInstance[] = [];
after(() => Promise.all(apps.map((app) => app.close())));

const rows = JSON.stringify(
  Array.from({ length: 400 }, (_, id) => ({ id, name: 'Ureia 45% N', unit: 'Tonelada' })),
);
const huge = JSON.stringify(randomBytes(4_000_000).toString('hex'));
const JSON_TYPE = 'application/json; charset=utf-8';

function replying(options?: { maxPending: number }): FastifyInstance {
  const app = Fastify();
  apps.push(app);
  tagReplies(app);
  compressReplies(app, options);
  app.get('/rows', (_request, reply) => reply.type(JSON_TYPE).send(rows));
  app.get('/versioned', (_request, reply) =>
    reply.header('etag', '"7"').type(JSON_TYPE).send(rows),
  );
  app.get('/medium', (_request, reply) => reply.type(JSON_TYPE).send(rows.slice(0, 10_000)));
  app.get('/small', (_request, reply) => reply.type(JSON_TYPE).send('{"a":1}'));
  app.get('/pdf', (_request, reply) => reply.type('application/pdf').send(randomBytes(5_000)));
  app.get('/refused', (_request, reply) => reply.code(422).type(JSON_TYPE).send(rows));
  app.get('/huge', (_request, reply) => reply.type(JSON_TYPE).send(huge));
  app.get('/csv', (_request, reply) =>
    reply.type('text/csv').send(Readable.from(['a;b\r\n', ...Array(500).fill('1;2\r\n')])),
  );
  app.get<{ Querystring: { lines: string } }>('/broken-csv', ({ query }, reply) =>
    reply.type('text/csv').send(
      Readable.from(
        (function* () {
          for (let line = 0; line < Number(query.lines); line += 1)
            yield randomBytes(5_000).toString('hex');
          throw new Error('the database is gone');
        })(),
      ),
    ),
  );
  app.get('/events', (_request, reply) =>
    reply.type('text/event-stream').send(Readable.from(['data: 1\n\n'])),
  );
  app.post('/token', { config: { uncompressed: true } }, (_request, reply) =>
    reply.type(JSON_TYPE).send(rows),
  );
  return app;
}
const app = replying();
const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { 'accept-encoding': 'gzip, deflate, br', ...headers } });

describe('a large reply of text', () => {
  it('is gzip up to 16 KiB, for less CPU, and brotli above', async () => {
    assert.equal((await get('/medium')).headers['content-encoding'], 'gzip');
    const only = await get('/medium', { 'accept-encoding': 'br' });
    assert.equal(brotliDecompressSync(only.rawPayload).toString(), rows.slice(0, 10_000));
    assert.equal((await get('/rows')).headers['content-encoding'], 'br');
  });

  it('is sent as brotli, as gzip, or as it is, by what its client accepts', async () => {
    const best = await get('/rows');
    assert.equal(best.headers['content-encoding'], 'br');
    assert.equal(brotliDecompressSync(best.rawPayload).toString(), rows);
    assert.equal(best.headers['content-length'], String(best.rawPayload.length));
    const older = await get('/rows', { 'accept-encoding': 'gzip;q=1.0, br;q=0' });
    assert.equal(older.headers['content-encoding'], 'gzip');
    assert.equal(gunzipSync(older.rawPayload).toString(), rows);
    for (const accepted of ['identity', '*', 'gzip;q=0, br; q=0.0']) {
      const plain = await get('/rows', { 'accept-encoding': accepted });
      assert.deepEqual([plain.headers['content-encoding'], plain.body], [undefined, rows]);
      assert.equal(plain.headers['vary'], 'accept-encoding');
    }
  });

  it('that is generated while it is sent is compressed as it comes', async () => {
    const { headers, rawPayload } = await get('/csv');
    assert.equal(headers['content-encoding'], 'br');
    assert.equal(brotliDecompressSync(rawPayload).toString().split('\r\n').length, 502);
  });

  it('that fails is an error as it is, and one that breaks off does not look complete', async () => {
    const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
    const ended = (lines: number): Promise<unknown> =>
      new Promise((resolve, reject) => {
        const { port, hostname: host } = address;
        const headers = { 'accept-encoding': 'br' };
        http
          .get({ port, host, path: `/broken-csv?lines=${lines}`, headers }, (response) => {
            const { statusCode, headers: sent } = response;
            response.resume().on('error', () => resolve('cut'));
            response.on('end', () => resolve([statusCode, sent['content-encoding']]));
          })
          .on('error', reject);
      });
    assert.deepEqual(await ended(0), [500, undefined]);
    assert.equal(await ended(2_000), 'cut');
  });

  it('is compressed on another thread than the one that serves requests', async () => {
    const [own, all] = [process.threadCpuUsage(), process.cpuUsage()];
    const { headers } = await get('/huge');
    const [spent, inAll] = [process.threadCpuUsage(own), process.cpuUsage(all)];
    assert.equal(headers['content-encoding'], 'br');
    assert.ok(spent.user < inAll.user / 2, `${spent.user} of ${inAll.user} µs on this thread`);
  });

  it('goes out uncompressed while too many others are being compressed', async () => {
    const busy = replying({ maxPending: 0 });
    const { headers, body } = await busy.inject({
      url: '/rows',
      headers: { 'accept-encoding': 'br' },
    });
    assert.deepEqual([headers['content-encoding'], body], [undefined, rows]);
  });
});

describe('a reply that is not compressed', () => {
  it('is small, a refusal, a file of another kind, an event stream, or holds a new token', async () => {
    for (const url of ['/small', '/refused', '/pdf', '/events'])
      assert.equal((await get(url)).headers['content-encoding'], undefined, url);
    const issued = await app.inject({
      method: 'POST',
      url: '/token',
      headers: { 'accept-encoding': 'br' },
    });
    assert.deepEqual([issued.headers['content-encoding'], issued.body], [undefined, rows]);
  });
});

describe('a read', () => {
  it('is 304 without a body for a caller that has the same content, in any encoding', async () => {
    const { headers } = await get('/rows');
    assert.match(String(headers['etag']), /^W\/"[\w-]{27}"$/);
    for (const accepted of ['br', 'gzip', 'identity']) {
      const again = await get('/rows', {
        'accept-encoding': accepted,
        'if-none-match': `"x", ${String(headers['etag'])}`,
      });
      assert.deepEqual(
        [again.statusCode, again.body, again.headers['etag'], again.headers['content-type']],
        [304, '', headers['etag'], undefined],
      );
    }
    assert.equal((await get('/rows', { 'if-none-match': '"other"' })).statusCode, 200);
  });

  it('of a versioned object keeps the version as its tag, and is always sent', async () => {
    assert.equal((await get('/versioned')).headers['etag'], '"7"');
    // The version says nothing about the rest of the reply.
    assert.equal((await get('/versioned', { 'if-none-match': '"7"' })).statusCode, 200);
  });

  it('has a tag only where its content is text that was sent', async () => {
    for (const url of ['/pdf', '/csv', '/refused', '/events'])
      assert.equal((await get(url)).headers['etag'], undefined, url);
    const head = await app.inject({ method: 'HEAD', url: '/rows' });
    assert.deepEqual(
      [head.headers['etag'], head.headers['content-length']],
      [(await get('/rows')).headers['etag'], String(rows.length)],
    );
  });
});
