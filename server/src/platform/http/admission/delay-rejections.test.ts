import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import Fastify from 'fastify';
import { hashToken } from './access-control.ts';
import { delayRejections } from './delay-rejections.ts';

const token = 'a-token-that-was-seen-alive-here';
const app = Fastify();
delayRejections(app, {
  authenticator: { personOf: (hash) => (hash.equals(hashToken(token)) ? 1 : undefined) },
});
app.get('/429', async (_request, reply) => reply.code(429).send('no'));
app.get('/200', async () => 'yes');
after(() => app.close());

async function took(
  url: string,
  {
    remoteAddress = '192.0.2.1',
    headers = {},
  }: { remoteAddress?: string; headers?: Record<string, string> } = {},
): Promise<number> {
  const start = performance.now();
  await app.inject({ url, remoteAddress, headers });
  return performance.now() - start;
}

describe('a 429 to a caller who is not signed in', () => {
  it('is delayed by a second, while other replies and those to signed-in callers are not', async () => {
    assert.ok((await took('/429')) >= 990);
    const quick = await Promise.all([
      took('/200'),
      took('/429', { headers: { authorization: `Bearer ${token}` } }),
    ]);
    assert.ok(Math.max(...quick) < 900, quick.join(', '));
  });

  it('is not delayed when 256 replies to one address are delayed already', async () => {
    const held = Array.from({ length: 256 }, (_, n) =>
      took('/429', { remoteAddress: `2001:db8::${(n + 1).toString(16)}` }),
    );
    const over = await took('/429', { remoteAddress: '2001:db8::ffff' });
    assert.ok(over < 900, `${over} ms`);
    assert.ok(Math.min(...(await Promise.all(held))) >= 990);
  });
});
