import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { after, describe, it, type MockTracker } from 'node:test';
import Fastify from 'fastify';
import { until } from '../../../test/until.ts';
import { handleErrors } from './error-handler.ts';
import { abortStalledBodies, type StallLimit } from './stalled-bodies.ts';

/** Starts a server with a limit for stalled bodies; returns its port. */
async function listen(
  limit?: StallLimit,
  onConnection: (socket: net.Socket) => void = () => {},
): Promise<number> {
  const app = Fastify();
  app.server.on('connection', onConnection);
  abortStalledBodies(app, limit);
  handleErrors(app);
  app.post('/thing', async (request) => ({ length: JSON.stringify(request.body).length }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  after(() => app.close());
  return (app.server.address() as net.AddressInfo).port; // it listens on a port
}

const LIMIT: StallLimit = { milliseconds: 200, bytes: 10 };
const arrived = new Map<number | undefined, net.Socket>();
const port = await listen(LIMIT, (socket) => arrived.set(socket.remotePort, socket));
const usualPort = await listen();

/** Sends headers that announce a body, whose pieces follow. */
async function announce(length: number) {
  const socket = net.connect(port, '127.0.0.1');
  after(() => socket.destroy());
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString();
  });
  socket.on('error', () => {}); // cut off while it sends
  await once(socket, 'connect');
  const { localPort } = socket;
  await until('the service has the connection', () => arrived.has(localPort));
  const served = arrived.get(localPort);
  let sent = 0;
  /** Returns when the service has received it. */
  const write = async (text: string): Promise<void> => {
    socket.write(text);
    sent += text.length;
    await until(`${sent} bytes arrive`, () => (served?.bytesRead ?? 0) >= sent);
  };
  await write(
    `POST /thing HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${length}\r\n\r\n`,
  );
  return { write, answer: () => answer };
}

/** The time during which the bytes of a body are counted passes when a test says so. */
function passing(mock: MockTracker): () => void {
  mock.timers.enable({ apis: ['setInterval'] });
  return () => mock.timers.tick(LIMIT.milliseconds);
}

describe('a body that makes no progress', () => {
  it('is ended with a 408 in the service’s words, whether it stops or drips', async ({ mock }) => {
    const pass = passing(mock);
    for (const drop of ['', 'x']) {
      const body = await announce(1_000);
      await body.write('"0123456789');
      pass();
      await body.write(drop);
      assert.equal(body.answer(), '');
      pass();
      await until('the refusal', () => body.answer().includes('request_id'));
      assert.match(body.answer(), /^HTTP\/1\.1 408 [^]*"code":"request_timeout"/);
    }
  });

  it('is distinguished from a slow and steady one', async ({ mock }) => {
    const pass = passing(mock);
    const body = await announce(102);
    await body.write('"');
    for (let times = 0; times < 10; times += 1) {
      await body.write('x'.repeat(10));
      pass();
    }
    await body.write('"');
    await until('the reply', () => body.answer().includes('}'));
    assert.match(body.answer(), /^HTTP\/1\.1 200 [^]*\{"length":102\}/);
  });
});

describe('a body that is too large', () => {
  it('is refused early and read to its end, and the connection stays usable', async () => {
    const socket = net.connect(usualPort, '127.0.0.1');
    after(() => socket.destroy());
    const answers: string[] = [];
    socket.on('data', (chunk: Buffer) => {
      answers.push(chunk.toString());
    });
    const post = (body: string): string =>
      `POST /thing HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`;
    const [large, small] = [`"${'x'.repeat(5_000_000)}"`, '"x"'];
    socket.write(post(large));
    await once(socket, 'data');
    assert.match(answers.join(''), /^HTTP\/1\.1 413 [^]*"code":"body_too_large"/);
    socket.write(large);
    socket.write(post(small) + small);
    await once(socket, 'data');
    assert.match(answers.slice(1).join(''), /^HTTP\/1\.1 200 [^]*\{"length":3\}/);
    socket.destroy();
  });
});
