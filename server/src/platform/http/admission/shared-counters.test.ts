import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import Fastify from 'fastify';
import { pino } from 'pino';
import { createRedis, withoutRedis } from '../../../../test/redis.ts';
import { until } from '../../../../test/until.ts';
import { RuleError } from '../../errors.ts';
import { createRateLimiter } from './rate-limiter.ts';
import { connectSharedCounters, type RedisPatience } from './shared-counters.ts';

const LIMIT = 60;
/** No machine is so slow that a request gives up a Redis that replies. */
const PATIENT: RedisPatience = { longestWait: 120_000, retryPause: 0 };

/** Starts a process that counts requests per address in a Redis, and records its log. */
async function startProcess(url: string, patience = PATIENT) {
  const logged: string[] = [];
  const logger = pino(
    { level: 'info' },
    {
      write: (line: string) => {
        logged.push((JSON.parse(line) as { msg: string }).msg);
      },
    },
  );
  const connected = await connectSharedCounters(url, logger, patience);
  const seen = { queries: 0, reconnections: 0 };
  connected.redis.on('reconnecting', () => {
    seen.reconnections += 1;
  });
  const shared: typeof connected = {
    ...connected,
    attempt: (query) =>
      connected.attempt(() => {
        seen.queries += 1;
        return query();
      }),
  };
  const app = Fastify();
  const limiter = await createRateLimiter(app, { enabled: true, shared });
  app.get('/', async (request) => limiter.address(request));
  app.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof RuleError ? error.status : 500).send(),
  );
  await app.ready();
  const ask = async (address: string): Promise<number> =>
    (await app.inject({ url: '/', remoteAddress: address })).statusCode;
  return {
    logged,
    seen,
    ask,
    status: () => shared.redis.status,
    close: () => app.close(),
    until: (status: string): Promise<unknown> =>
      until(`Redis is ${status}`, () => shared.redis.status === status),
    /** Returns how many of the requests are allowed. */
    passes: async (address: string, requests: number): Promise<number> => {
      let passed = 0;
      for (let times = 0; times < requests; times += 1)
        if ((await ask(address)) === 200) passed += 1;
      return passed;
    },
  };
}

describe('request counters in Redis', { skip: withoutRedis }, () => {
  let redis: Awaited<ReturnType<typeof createRedis>>;
  let [one, other]: Awaited<ReturnType<typeof startProcess>>[] = [];
  before(async () => {
    redis = await createRedis();
    await redis.start();
    [one, other] = [await startProcess(redis.url), await startProcess(redis.url)];
    await Promise.all([one, other].map((process) => process.until('ready')));
  });
  after(async () => {
    await Promise.all([one?.close(), other?.close()]);
    await redis.remove();
  });
  const both = () => {
    assert.ok(one && other);
    return [one, other] as const;
  };

  it('are shared by all processes', async () => {
    const [a, b] = both();
    assert.deepEqual(
      [
        await a.passes('198.51.100.1', 40),
        await b.passes('198.51.100.1', 40),
        await a.ask('198.51.100.1'),
      ],
      [40, LIMIT - 40, 429],
    );
    assert.equal(await b.ask('198.51.100.2'), 200, 'another address is another count');
  });

  it('are replaced by counters per process while Redis hangs, after one request has waited', async (t) => {
    const hurried = await startProcess(redis.url, { longestWait: 50, retryPause: 600_000 });
    t.after(() => hurried.close());
    await hurried.until('ready');
    redis.freeze();
    try {
      const passed = await hurried.passes('198.51.100.3', LIMIT + 5);
      assert.deepEqual([passed, hurried.seen.queries], [LIMIT, 1], 'the limit holds all the same');
    } finally {
      redis.thaw();
    }
  });

  it('are replaced per process while Redis is down, and shared again later; both are logged once', async () => {
    const [a, b] = both();
    await a.ask('198.51.100.4');
    a.logged.length = 0;
    await redis.kill();
    assert.equal(await a.passes('198.51.100.5', LIMIT + 10), LIMIT);
    assert.equal(await b.ask('198.51.100.5'), 200, 'who counts alone knows nothing of the others');
    const before = a.seen.reconnections;
    await until('attempts to reconnect fail', () => a.seen.reconnections >= before + 2);
    await redis.start();
    await Promise.all([a.until('ready'), b.until('ready')]);
    assert.deepEqual(
      [await a.passes('198.51.100.6', 40), await b.passes('198.51.100.6', 40)],
      [40, LIMIT - 40],
    );
    assert.deepEqual(a.logged, [
      'redis unreachable, each process counts requests by itself',
      'redis reachable again, requests counted together',
    ]);
  });

  it('leave no connection behind when the process closes', async () => {
    const third = await startProcess(redis.url);
    await third.until('ready');
    await third.close();
    await third.until('end');
  });
});

describe('a process whose configured Redis is missing', () => {
  it('starts, counts requests by itself and closes', async () => {
    const alone = await startProcess('redis://127.0.0.1:1');
    assert.equal(await alone.passes('198.51.100.7', LIMIT + 5), LIMIT);
    assert.ok(alone.logged.length <= 1);
    await alone.close();
    await alone.until('end');
  });
});
