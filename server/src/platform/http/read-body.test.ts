import assert from 'node:assert/strict';
import { once } from 'node:events';
import net from 'node:net';
import { after, describe, it } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import Fastify from 'fastify';
import { createBodyMemory, type BodyMemory } from './admission/body-memory.ts';
import { handleErrors } from './error-handler.ts';
import { until } from '../../../test/until.ts';
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
const authorization = { isHeld: false, connections: new Array<net.Socket>() };
let bodies = 0;
const app = Fastify();
handleErrors(app);
app.addHook('onRequest', async ({ raw }) => {
  authorization.connections.push(raw.socket);
  while (authorization.isHeld) await pause(5);
});
app.addContentTypeParser('text/plain', (request, payload, done) => {
  readBody(request, payload, { maxBytes: 100, memory }, (error, body) => {
    bodies += 1;
    done(error, body.toString());
  });
});
app.post('/thing', async (request) => ({ body: request.body }));
await app.listen({ host: '127.0.0.1', port: 0 });
after(() => app.close());
const { port } = app.server.address() as net.AddressInfo; // it listens on a port

async function begin(framing: string, piece: string) {
  const socket = net.connect(port, '127.0.0.1').on('error', () => undefined);
  after(() => socket.destroy()); // or a failed test would leave the server waiting for it
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString();
  });
  await once(socket, 'connect');
  const head = ['POST /thing HTTP/1.1', 'host: x', 'content-type: text/plain', framing, '', ''];
  socket.write(head.join('\r\n') + piece);
  return { socket, answer: () => answer };
}

describe('reading a body', () => {
  it('returns it completely, in however many pieces it arrives', async () => {
    const { socket, answer } = await begin('content-length: 6', 'a');
    await until('a body is arriving', () => tracked.size === 1);
    for (const piece of 'bcdef') {
      socket.write(piece);
      await pause(10);
    }
    await until('a reply', () => answer() !== '');
    assert.match(answer(), /^HTTP\/1\.1 200 [^]*\{"body":"abcdef"\}/);
    assert.equal(tracked.size, 0);
    socket.destroy();
  });

  it('refuses one that is too long, whether or not its length is announced', async () => {
    const long = `65\r\n${'x'.repeat(101)}\r\n`;
    const refused = [
      ['content-length: 101', ''],
      ['transfer-encoding: chunked', long],
    ] as const;
    for (const [framing, piece] of refused) {
      const { socket, answer } = await begin(framing, piece);
      await until('a reply', () => answer() !== '');
      assert.match(answer(), /^HTTP\/1\.1 413 [^]*"code":"body_too_large"/);
      assert.equal(tracked.size, 0);
      socket.destroy();
    }
  });

  it('keeps no entry for a sender that disconnected, during the arrival or the authorization', async () => {
    const arriving = await begin('content-length: 6', 'a');
    await until('a body is arriving', () => tracked.size === 1);
    arriving.socket.destroy();
    await until('no body is arriving', () => tracked.size === 0);

    const [connections, read] = [authorization.connections.length, bodies];
    authorization.isHeld = true;
    const { socket } = await begin('content-length: 6', 'a');
    await until('the authorization', () => authorization.connections.length > connections);
    socket.destroy();
    await until('the disconnection', () => authorization.connections.at(-1)?.destroyed === true);
    authorization.isHeld = false;
    await until('the body has been read', () => bodies > read);
    assert.equal(tracked.size, 0);
  });
});
