import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import Fastify from 'fastify';
import { createCrowd } from './crowd.ts';
import { keepDoor } from './door.ts';
import { handleErrors } from './error-handler.ts';

const crowd = createCrowd({ limits: false });
const app = Fastify();
handleErrors(app);
const door = keepDoor(app.server, crowd);
app.all('/api/v1/thing', async () => {
  crowd.enter('request', 'somebody')();
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
async function crowded(work: () => Promise<void>): Promise<void> {
  const leaving: (() => void)[] = [];
  while (!crowd.isFull()) leaving.push(crowd.enter('request', 'others'));
  await work().finally(() => {
    for (const leave of leaving) leave();
  });
}

describe('the door', () => {
  it('is open while there is a place', async () => {
    for (const method of ['GET', 'POST'])
      assert.deepEqual(JSON.parse((await ask(method)).body), { done: true });
    assert.equal(door.turnedAway(), 0);
  });

  it('turns reads away while there is none, in the words that are used inside, and is open again afterwards', async () => {
    await crowded(async () => {
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
      assert.equal(door.turnedAway(), 2);
    });
    assert.equal((await ask('GET')).status, 200);
  });

  it('lets through what tells of the service itself', async () => {
    await crowded(async () => {
      assert.equal((await ask('GET', '/health/live')).status, 200);
    });
  });
});
