import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import Fastify from 'fastify';
import { createConcurrencyLimiter } from './concurrency-limiter.ts';
import { shedLoad } from './load-shedding.ts';
import { handleErrors } from '../error-handler.ts';

const limiter = createConcurrencyLimiter({ limits: false });
const app = Fastify();
handleErrors(app);
const loadShedder = shedLoad(app.server, limiter);
app.all('/api/v1/thing', async () => {
  limiter.acquire('request', 'a caller')();
  return { done: true };
});
app.get('/health/live', async () => ({ status: 'ok' }));
const address = await app.listen({ host: '127.0.0.1', port: 0 });
after(() => app.close());

const ask = async (
  method: string,
  path = '/api/v1/thing',
  headers: Record<string, string> = {},
) => {
  const reply = await fetch(`${address}${path}`, { method, headers });
  return { status: reply.status, headers: reply.headers, body: await reply.text() };
};

/** Takes every slot while `work` runs. */
async function whileFull(work: () => Promise<void>): Promise<void> {
  const releases: (() => void)[] = [];
  while (!limiter.isFull()) releases.push(limiter.acquire('request', 'others'));
  await work().finally(() => {
    for (const release of releases) release();
  });
}

describe('load shedding', () => {
  it('passes requests on while a slot is free', async () => {
    for (const method of ['GET', 'POST'])
      assert.deepEqual(JSON.parse((await ask(method)).body), { done: true });
    assert.equal(loadShedder.rejected(), 0);
  });

  it('rejects reads while no slot is free, with the usual error reply, and passes them on afterwards', async () => {
    await whileFull(async () => {
      const [outside, inside] = [
        await ask('GET', '/api/v1/thing', { 'x-request-id': 'abcdefgh-1' }),
        await ask('POST'),
      ];
      assert.deepEqual([outside.status, inside.status], [429, 429]);
      assert.deepEqual(JSON.parse(outside.body), {
        ...(JSON.parse(inside.body) as object),
        request_id: 'abcdefgh-1',
      });
      for (const name of ['content-type', 'retry-after'])
        assert.equal(outside.headers.get(name), inside.headers.get(name), name);
      assert.deepEqual(
        [outside.headers.get('x-request-id'), outside.headers.get('cache-control')],
        ['abcdefgh-1', 'no-store'],
      );
      const head = await ask('HEAD');
      assert.deepEqual([head.status, head.body], [429, '']);
      assert.equal(loadShedder.rejected(), 2);
    });
    assert.equal((await ask('GET')).status, 200);
  });

  it('always passes health checks on', async () => {
    await whileFull(async () => {
      assert.equal((await ask('GET', '/health/live')).status, 200);
    });
  });
});
