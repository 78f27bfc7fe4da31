import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import { hashToken } from '@lavra/server/platform/http/admission/access-control';
import { fileForm, somePdf } from '../files.ts';
import { buildOrder } from '../orders.ts';
import { buildProducer, buildSupplier } from '../people.ts';
import { startService } from '../service.ts';
import { until } from '../until.ts';

const service = await startService({ rateLimit: true });
const [producer, supplier] = [await buildProducer(service), await buildSupplier(service)];
const order = await buildOrder(service, { producerId: producer.producerId });
const port = Number(new URL(await service.app.http.listen({ port: 0, host: '127.0.0.1' })).port);
const ORDERS = '/api/v1/producer/orders';
const MIB = 1024 * 1024;

interface Line {
  readonly socket: net.Socket;
  readonly received: () => string;
  readonly closed: Promise<unknown>;
}

/** Opens a connection, and sends the headers of a POST. */
async function post(path: string, headers: readonly string[], token?: string): Promise<Line> {
  const socket = net.connect({ port, host: '127.0.0.1', allowHalfOpen: true });
  let received = '';
  socket.on('data', (data) => {
    received += data.toString('utf8');
  });
  const line: Line = {
    socket,
    received: () => received,
    closed: new Promise((resolve) => {
      socket.once('close', resolve);
    }),
  };
  await once(socket, 'connect');
  const authorization = token === undefined ? [] : [`Authorization: Bearer ${token}`];
  socket.write(
    [
      `POST ${path} HTTP/1.1`,
      'Host: lavra',
      'Content-Type: application/json',
      ...authorization,
      ...headers,
      '',
      '',
    ].join('\r\n'),
  );
  return line;
}

/** The requests that the service has begun to handle, by the port of their client. */
const begun = new Set<number | undefined>();
service.app.http.server.on('request', ({ socket }) => begun.add(socket.remotePort));
const untilBegun = (sockets: readonly net.Socket[]): Promise<unknown> =>
  until('the requests have begun', () => sockets.every(({ localPort }) => begun.has(localPort)));

const statusOf = ({ received }: Line): number => Number(received().split(' ')[1]);

describe('a caller without access', () => {
  it('is refused before the first byte of the body arrives', async () => {
    for (const [path, token, status] of [
      [ORDERS, undefined, 401],
      [ORDERS, 'x'.repeat(43), 401],
      [ORDERS, supplier.token, 403],
      [`/api/v1/orders/${order.uuid}/attachments`, undefined, 401],
      ['/api/v1/nowhere', undefined, 404],
    ] as const) {
      for (const length of [
        'Content-Length: 100',
        `Content-Length: ${5 * MIB}`,
        `Content-Length: ${100 * MIB}`,
        'Transfer-Encoding: chunked',
      ]) {
        const line = await post(path, [length], token);
        await until(`${path}, ${length}`, () => line.received().includes('"request_id"'));
        assert.equal(statusOf(line), status, `${path}, ${length}`);
        line.socket.destroy();
      }
    }
  });

  it('may finish a body of moderate length, and reuse the connection', async () => {
    const line = await post(ORDERS, [`Content-Length: ${5 * MIB}`]);
    await until('an answer', () => line.received().includes('"request_id"'));
    assert.doesNotMatch(line.received(), /connection: close/i);
    line.socket.write('x'.repeat(5 * MIB));
    line.socket.write('GET /health/live HTTP/1.1\r\nHost: lavra\r\n\r\n');
    await until('a second answer', () => line.received().includes('HTTP/1.1 200'));
    line.socket.destroy();
  });

  const closing: Readonly<Record<string, readonly string[]>> = {
    'a body without an end': ['Transfer-Encoding: chunked'],
    'a body that is far too large': [`Content-Length: ${100 * MIB}`],
    'a last request': ['Connection: close', `Content-Length: ${3 * MIB}`],
  };
  for (const [what, headers] of Object.entries(closing)) {
    it(`${what}: a client that keeps sending gets the reply, and the connection ends without a reset`, async () => {
      const line = await post(ORDERS, headers);
      line.socket.pause(); // sends without reading
      const errors: Error[] = [];
      line.socket.on('error', (error) => {
        errors.push(error);
      });
      for (let sent = 0; sent < 3; sent += 1) {
        const piece = 'x'.repeat(MIB);
        line.socket.write(
          headers.join().includes('chunked') ? `${MIB.toString(16)}\r\n${piece}\r\n` : piece,
        );
        await pause(20); // some of it is on its way before the rest
      }
      line.socket.resume();
      line.socket.end();
      await line.closed;
      assert.deepEqual(errors, []);
      assert.match(line.received(), /^HTTP\/1\.1 401 [^]*"code":"unauthenticated"/);
      assert.match(line.received(), /connection: close/i);
    });
  }

  it('is disconnected after 16 MiB', async () => {
    const line = await post(ORDERS, ['Transfer-Encoding: chunked']);
    line.socket.on('error', () => {}); // it is reset then
    const piece = `${MIB.toString(16)}\r\n${'x'.repeat(MIB)}\r\n`;
    await until('the disconnection', () => {
      if (!line.socket.destroyed) line.socket.write(piece);
      return line.socket.destroyed;
    });
    assert.ok(
      line.socket.bytesWritten > 3 * MIB,
      'what comes shortly after the answer is let through',
    );
  });
});

describe('a slowly arriving body', () => {
  it('takes no slot from other requests', async () => {
    const body = JSON.stringify({ description: 'Insumos da safra', deadline_date: '2036-12-15' });
    const lines = await Promise.all(
      Array.from({ length: 200 }, () =>
        post(ORDERS, [`Content-Length: ${body.length}`], producer.token),
      ),
    );
    await untilBegun(lines.map(({ socket }) => socket));
    assert.equal((await service.call('GET', ORDERS, { token: producer.token })).status, 200);
    const [first, ...rest] = lines;
    for (const line of rest) line.socket.destroy();
    first?.socket.write(body);
    await until('an order', () => first?.received().includes('"uuid"') === true);
    first?.socket.destroy();
    assert.equal((await service.call('GET', ORDERS, { token: producer.token })).status, 200);
  });

  const form = fileForm({ content: somePdf('devagar') });
  const slow: Readonly<
    Record<string, readonly [path: string, payload: string | Buffer, headers: readonly string[]]>
  > = {
    JSON: [ORDERS, '{"description":"Insumos","deadline_date":"2036-12-15"}', []],
    'a form': [
      `/api/v1/orders/${order.uuid}/attachments`,
      form.payload,
      [`Content-Type: ${form.headers['content-type'] ?? ''}`],
    ],
  };
  for (const [what, [path, payload, headers]] of Object.entries(slow)) {
    it(`has no effect when its token became invalid meanwhile: ${what}`, async ({ mock }) => {
      const token = await service.tokenFor(producer.userId);
      const socket = net.connect(port, '127.0.0.1');
      let received = '';
      socket.on('data', (data) => {
        received += data.toString('utf8');
      });
      const type = headers.length > 0 ? headers : ['Content-Type: application/json'];
      socket.write(
        [
          `POST ${path} HTTP/1.1`,
          'Host: lavra',
          ...type,
          `Authorization: Bearer ${token}`,
          `Content-Length: ${payload.length}`,
          '',
          '',
        ].join('\r\n'),
      );
      await untilBegun([socket]);
      await pause(50); // it is being authorized
      await service.db.q
        .updateTable('sessions')
        .set({ revoked_at: service.app.platform.clock.now() })
        .where('token_hash', '=', hashToken(token))
        .execute();
      const now = performance.now.bind(performance);
      mock.method(performance, 'now', () => now() + 2_500); // an authorization is valid for a second
      socket.write(payload);
      await until(
        'an answer',
        () => received.includes('"request_id"') || received.includes('"uuid"'),
      );
      socket.destroy();
      assert.match(received, /^HTTP\/1\.1 401 /);
    });
  }
});
