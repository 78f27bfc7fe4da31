import assert from 'node:assert/strict';
import { subscribe } from 'node:diagnostics_channel';
import net from 'node:net';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileForm, somePdf } from '../../../test/files.ts';
import { buildOrder } from '../../../test/orders.ts';
import { buildProducer } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { until } from '../../../test/until.ts';

const service = await startService();
const producer = await buildProducer(service);
const order = await buildOrder(service, { producerId: producer.producerId });
const { port } = new URL(await service.app.http.listen({ port: 0, host: '127.0.0.1' }));
const path = `/api/v1/orders/${order.uuid}/attachments`;

/** Requests that a handler has begun and not finished. */
const handling = new Set<unknown>();
let begun = 0;
subscribe('tracing:fastify.request.handler:start', (context) => {
  begun += 1;
  handling.add(context);
});
subscribe('tracing:fastify.request.handler:asyncEnd', (context) => {
  handling.delete(context);
});
const settled = (): Promise<unknown> =>
  until('no handler waits for the rest of a body', () => handling.size === 0);

const form = fileForm({ content: somePdf('soquete', 300_000) });
const head = (headers: readonly string[], { token = producer.token } = {}): string =>
  [
    `POST ${path} HTTP/1.1`,
    'Host: lavra',
    `Authorization: Bearer ${token}`,
    `Content-Type: ${form.headers['content-type'] ?? ''}`,
    ...headers,
    '',
    '',
  ].join('\r\n');

/**
 * Writes the pieces to a connection, those after the first once its handler has begun where `begin`
 * says so; `leave` says how the sender closes it. Returns the data received until then.
 */
async function send(
  pieces: readonly (string | Buffer)[],
  leave: 'destroy' | 'end' | 'wait',
  begin: 'at some time' | 'first' = 'at some time',
): Promise<string> {
  const before = begun;
  const socket = net.connect(Number(port), '127.0.0.1');
  let received = '';
  socket.on('data', (data) => {
    received += data.toString('latin1');
  });
  const closed = new Promise<void>((resolve) => {
    socket.on('close', () => resolve());
  });
  socket.on('error', () => {}); // the other side may close first
  for (const piece of pieces) {
    socket.write(piece);
    if (begin === 'first') await until('its handler begins', () => begun > before);
    else await sleep(5); // in pieces of their own
  }
  if (leave === 'end') {
    socket.end();
    await until('no handler waits for the rest', () => handling.size === 0);
  }
  if (leave === 'wait') await until('a reply', () => received.includes('\r\n\r\n'));
  socket.destroy();
  await closed;
  return received;
}

const length = (size = form.payload.length): string => `Content-Length: ${size}`;
const kept = async () => ({
  attachments: await service.db.q.selectFrom('order_attachments').selectAll().execute(),
  files: await service.db.q.selectFrom('stored_files').select('sha256').execute(),
});

describe('an aborted upload', () => {
  it('leaves nothing behind, wherever and however it breaks off', async () => {
    for (const end of [0, 40, 200, 100_000, form.payload.length - 1]) {
      for (const leave of ['destroy', 'end'] as const) {
        for (const begin of ['at some time', 'first'] as const)
          await send([head([length()]), form.payload.subarray(0, end)], leave, begin);
      }
    }
    await send([head(['Transfer-Encoding: chunked']), '1000\r\nabc'], 'destroy', 'first');
    await settled();
    assert.deepEqual(await kept(), { attachments: [], files: [] });
  });

  it('does not prevent a later upload', async () => {
    const answer = await send(
      [head([length()]), form.payload.subarray(0, 1000), form.payload.subarray(1000)],
      'wait',
    );
    assert.match(answer, /^HTTP\/1\.1 200/);
    assert.equal((await kept()).attachments.length, 1);
  });
});

describe('an unauthorized upload', () => {
  it('is refused before its body has arrived', async () => {
    assert.match(
      await send(
        [head([length()], { token: 'x'.repeat(43) }), form.payload.subarray(0, 500)],
        'wait',
      ),
      /^HTTP\/1\.1 401/,
    );
    assert.match(
      await send([head([length(50_000_000)]), form.payload.subarray(0, 500)], 'wait'),
      /^HTTP\/1\.1 413/,
    );
    await settled();
  });

  it('is cut off at the limit when it does not state its size', async () => {
    const chunk = `100000\r\n${'x'.repeat(0x10_0000)}\r\n`;
    const begin = form.payload.subarray(0, 250);
    const answer = await send(
      [
        head(['Transfer-Encoding: chunked']),
        `${begin.length.toString(16)}\r\n`,
        begin,
        '\r\n',
        ...Array.from({ length: 12 }, () => chunk),
      ],
      'wait',
    );
    assert.match(answer, /^HTTP\/1\.1 413/);
    await settled();
    assert.equal((await kept()).attachments.length, 1);
  });
});
