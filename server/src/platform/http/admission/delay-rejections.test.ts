import assert from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import Fastify from 'fastify';
import { until } from '../../../../test/until.ts';
import { hashToken } from './access-control.ts';
import { delayRejections } from './delay-rejections.ts';

const token = 'a-token-that-was-seen-alive-here';
/** The delays asked for, in ms; they end when the test releases them. */
const asked: number[] = [];
let gate = Promise.withResolvers<void>();
beforeEach(() => {
  asked.length = 0;
  gate = Promise.withResolvers();
});

const app = Fastify();
delayRejections(app, {
  authenticator: { personOf: (hash) => (hash.equals(hashToken(token)) ? 1 : undefined) },
  clock: {
    pause: (milliseconds) => {
      asked.push(milliseconds);
      return gate.promise;
    },
  },
});
app.get('/429', async (_request, reply) => reply.code(429).send('no'));
app.get('/200', async () => 'yes');
after(() => app.close());

const statusOf = async (
  url: string,
  {
    remoteAddress = '192.0.2.1',
    headers = {},
  }: { remoteAddress?: string; headers?: Record<string, string> } = {},
): Promise<number> => (await app.inject({ url, remoteAddress, headers })).statusCode;

describe('a 429 to a caller who is not signed in', () => {
  it('is delayed by a second, while other replies and those to signed-in callers are not', async () => {
    let replied = false;
    const delayed = statusOf('/429').finally(() => {
      replied = true;
    });
    await until('the delay begins', () => asked.length === 1);
    assert.deepEqual(
      [
        await statusOf('/200'),
        await statusOf('/429', { headers: { authorization: `Bearer ${token}` } }),
      ],
      [200, 429],
    );
    assert.deepEqual([replied, asked], [false, [1_000]]);
    gate.resolve();
    assert.equal(await delayed, 429);
  });

  it('is not delayed when 256 replies to one address are delayed already', async () => {
    const held = Array.from({ length: 256 }, (_, n) =>
      statusOf('/429', { remoteAddress: `2001:db8::${(n + 1).toString(16)}` }),
    );
    await until('256 delays begin', () => asked.length === 256);
    assert.equal(await statusOf('/429', { remoteAddress: '2001:db8::ffff' }), 429);
    assert.equal(asked.length, 256);
    gate.resolve();
    assert.deepEqual([...new Set(await Promise.all(held))], [429]);
  });
});
