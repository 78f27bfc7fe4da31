import assert from 'node:assert/strict';
import net, { type AddressInfo } from 'node:net';
import { describe, it } from 'node:test';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { buildSupplier } from '../people.ts';
import { startService } from '../service.ts';
import { until } from '../until.ts';

const service = await startService({ rateLimit: true });
await service.app.http.listen({ host: '127.0.0.1', port: 0 });
const { port } = service.app.http.server.address() as AddressInfo; // it listens on a port

const ANNOUNCED = 1_040_000;
const LONG = Buffer.alloc(1_000_000, ' ');

/** Sends the first megabyte of a body, then one KiB a second; returns what was received so far. */
function send(head: string) {
  const socket = net.connect(port, '127.0.0.1').on('error', () => undefined);
  let answer = '';
  socket.on('data', (chunk: Buffer) => {
    answer += chunk.toString();
  });
  const type = 'content-type: application/json';
  socket.write([head, 'host: x', type, `content-length: ${ANNOUNCED}`, '', ''].join('\r\n'));
  socket.write(LONG);
  const timer = setInterval(() => {
    socket.write(Buffer.alloc(1_024, ' '));
  }, 1_000);
  return {
    answer: () => answer,
    end: () => {
      clearInterval(timer);
      socket.destroy();
    },
  };
}

/** Waits until so many of the bodies are refused; returns those that are. */
async function untilRefused(bodies: readonly { answer: () => string }[], least: number) {
  const refused = () => bodies.filter((body) => body.answer().startsWith('HTTP/1.1 429 '));
  await until(`${least} of ${bodies.length} bodies are refused`, () => refused().length >= least);
  return refused();
}

const profile = (token: string): string =>
  `PUT /api/v1/user/profile HTTP/1.1\r\nauthorization: Bearer ${token}`;
setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void; // defined by the flag

const heldMegabytes = (): number => {
  collect();
  return process.memoryUsage().arrayBuffers / 1e6;
};

describe('very slow bodies', () => {
  it('hold a few megabytes per person over all sessions, and keep no other person out', async (t) => {
    const [slow, honest] = [await buildSupplier(service), await buildSupplier(service)];
    const sessions = await Promise.all([1, 2].map(() => service.tokenFor(slow.userId)));
    const before = heldMegabytes();
    const patient = send(profile(honest.token));
    const thirty = (token: string) => Array.from({ length: 30 }, () => send(profile(token)));
    const bodies = sessions.flatMap(thirty);
    t.after(() => {
      for (const body of [...bodies, patient]) body.end();
    });
    const refused = await untilRefused(bodies, 50);
    assert.match(refused[0]?.answer() ?? '', /retry-after: \d[^]*"code":"overloaded"/i);
    // What was received of a refused body is released a moment after its refusal.
    await until('less than 30 MB are held', () => heldMegabytes() - before < 30);
    const body = { name: 'Revenda' };
    const { token } = honest;
    const { status } = await service.call('PUT', '/api/v1/user/profile', { token, body });
    assert.deepEqual([status, patient.answer()], [200, '']);
  });

  it('hold as little per address where the caller is unknown', async (t) => {
    const bodies = Array.from({ length: 30 }, () => send('POST /api/v1/login HTTP/1.1'));
    t.after(() => {
      for (const body of bodies) body.end();
    });
    await untilRefused(bodies, 22);
    const body = { email: 'ninguem@exemplo.com', password: 'errada', user_type: 'fornecedor' };
    const answer = await service.call('POST', '/api/v1/login', { body });
    assert.equal(answer.status, 401);
  });
});
