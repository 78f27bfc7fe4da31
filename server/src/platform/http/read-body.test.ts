import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { after, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify from 'fastify';
import { createBodyMemory, type BodyMemory } from './admission/body-memory.ts';
import { handleErrors } from './error-handler.ts';
import { readBody } from './read-body.ts';

/** Records which bodies are still arriving. */
function counted(inner: BodyMemory) {
  const tracked = new Set<object>();
  const memory: BodyMemory = {
    track: (sender, evict) => {
      const body = inner.track(sender, evict);
      tracked.add(body);
      return {
        grow: body.grow,
        end: () => {
          tracked.delete(body);
          body.end();
        },
      };
    },
  };
  return { memory, tracked };
}

const { memory, tracked } = counted(createBodyMemory());
const authorization = { ms: 0 };
const app = Fastify();
handleErrors(app);
app.addHook('onRequest', async () => {
  await pause(authorization.ms);
});
app.addContentTypeParser('text/plain', (request, payload, done) => {
  readBody(request, payload, { maxBytes: 100, memory }, (error, body) => {
    done(error, body.toString());
  });
});
app.post('/thing', async (request) => ({ body: request.body }));
await app.listen({ host: '127.0.0.1', port: 0 });
after(() => app.close());
const { port } = app.server.address() as net.AddressInfo; // it listens on a port

async function begin(framing: string, piece: string) {
  const socket = net.connect(port, '127.0.0.1').on('error', () => undefined);
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString();
  });
  await once(socket, 'connect');
  const head = ['POST /thing HTTP/1.1', 'host: x', 'content-type: text/plain', framing, '', ''];
  socket.write(head.join('\r\n') + piece);
  await pause(50);
  return { socket, answer: () => answer };
}

describe('reading a body', () => {
  it('returns it whole, in however many pieces it arrives', async () => {
    const { socket, answer } = await begin('content-length: 6', 'a');
    assert.equal(tracked.size, 1);
    for (const piece of 'bcdef') {
      socket.write(piece);
      await pause(10);
    }
    await pause(50);
    assert.match(answer(), /^HTTP\/1\.1 200 [^]*\{"body":"abcdef"\}/);
    assert.equal(tracked.size, 0);
    socket.destroy();
  });

  it('refuses one that is too long, announced or not', async () => {
    const long = `65\r\n${'x'.repeat(101)}\r\n`;
    const bodies = [
      ['content-length: 101', ''],
      ['transfer-encoding: chunked', long],
    ] as const;
    for (const [framing, piece] of bodies) {
      const { socket, answer } = await begin(framing, piece);
      assert.match(answer(), /^HTTP\/1\.1 413 [^]*"code":"body_too_large"/);
      assert.equal(tracked.size, 0);
      socket.destroy();
    }
  });

  it('tracks none whose sender disconnected, while it arrived or during authorization', async () => {
    for (const ms of [0, 150]) {
      authorization.ms = ms;
      const { socket } = await begin('content-length: 6', 'a');
      assert.equal(tracked.size, ms === 0 ? 1 : 0);
      socket.destroy();
      await pause(300);
      assert.equal(tracked.size, 0);
    }
  });
});
