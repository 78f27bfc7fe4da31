import assert from 'node:assert/strict';
import { after, it } from 'node:test';
import Fastify from 'fastify';
import { pino } from 'pino';
import { createRedis, withoutRedis } from '../../../../test/redis.ts';
import { until } from '../../../../test/until.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { connectSharedCounters } from './shared-counters.ts';

it('a Redis that hangs delays no request', { skip: withoutRedis }, async () => {
  const redis = await createRedis();
  after(() => redis.remove());
  await redis.start();
  const shared = await connectSharedCounters(redis.url, pino({ level: 'silent' }));
  const app = Fastify();
  after(() => app.close());
  const limiter = await createRateLimiter(app, { enabled: true, shared });
  app.get('/', async (request) => limiter.address(request));
  await until('Redis is connected', () => shared.redis.status === 'ready');
  redis.freeze();
  after(() => redis.thaw());
  const took: number[] = [];
  for (let times = 0; times < 30; times += 1) {
    const began = performance.now();
    assert.equal((await app.inject('/')).statusCode, 200);
    took.push(performance.now() - began);
  }
  assert.ok(Math.max(...took) < 250, `one request took ${Math.max(...took).toFixed(0)} ms`);
  assert.ok(took.filter((ms) => ms > 40).length <= 3, 'few requests wait for Redis');
});
