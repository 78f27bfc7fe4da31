import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { after, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify from 'fastify';
import { handleErrors } from './error-handler.ts';
import { abortStalledBodies, type StallLimit } from './stalled-bodies.ts';

/** Starts a server with a limit for stalled bodies; returns its port. */
async function listen(limit?: StallLimit): Promise<number> {
  const app = Fastify();
  abortStalledBodies(app, limit);
  handleErrors(app);
  app.post('/thing', async (request) => ({ length: JSON.stringify(request.body).length }));
  await app.listen({ host: '127.0.0.1', port: 0 });
  after(() => app.close());
  return (app.server.address() as net.AddressInfo).port; // it listens on a port
}

const port = await listen({ milliseconds: 200, bytes: 10 });
const usualPort = await listen();

/**
 * Sends headers that announce `announced` bytes, then the pieces with a pause of `gap` ms after
 * each; returns the whole reply.
 */
async function send(announced: number, pieces: readonly string[], gap: number): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString();
  });
  socket.on('error', () => {}); // cut off while it sends
  socket.write(
    `POST /thing HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${announced}\r\n\r\n`,
  );
  const closed = once(socket, 'close');
  for (const piece of pieces) {
    if (socket.writable) socket.write(piece);
    await pause(gap);
  }
  await closed;
  return answer;
}

describe('a body that makes no progress', () => {
  it('is ended with a 408 in the service’s words, whether it stops or drips', async () => {
    for (const pieces of [[], ['"'], Array.from({ length: 40 }, () => 'x')]) {
      const answer = await send(1_000, pieces, 50);
      assert.match(answer, /^HTTP\/1\.1 408 /);
      assert.match(answer, /"code":"request_timeout"/);
    }
  });

  it('is distinguished from a slow and steady one', async () => {
    const pieces = ['"', ...Array.from({ length: 20 }, () => 'x'.repeat(20)), '"'];
    const answer = await send(402, pieces, 50); // five times as long as a stalled body may take
    assert.match(answer, /^HTTP\/1\.1 200 [^]*\{"length":402\}/);
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
