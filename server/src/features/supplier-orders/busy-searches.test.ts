import assert from 'node:assert/strict';
import http from 'node:http';
import { describe, it } from 'node:test';
import { promisify } from 'node:util';
import pg from 'pg';
import { countLockWaits } from '../../../test/lock-waits.ts';
import { buildOrder } from '../../../test/orders.ts';
import { buildProducer, buildSupplier } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { until } from '../../../test/until.ts';
import { statementChannel } from '../../platform/db/database.ts';

const POOL = 4;
const SEARCHES = 12;

const service = await startService({ rateLimit: true, databasePoolSize: POOL });
const { producerId } = await buildProducer(service);
await buildOrder(service, { producerId });
const [searcher, other] = [await buildSupplier(service), await buildSupplier(service)];
const ask = async ({ token }: { token: string }, query = ''): Promise<number> =>
  (await service.call('GET', `/api/v1/supplier/orders${query}`, { token })).status;

for (const person of [searcher, other]) assert.equal(await ask(person), 200);

/** Holds up all reads of products until the returned function is called. */
async function holdSearches(): Promise<() => Promise<void>> {
  const holder = new pg.Client({ connectionString: service.databaseUrl });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE products IN ACCESS EXCLUSIVE MODE');
  return () => holder.end();
}
const untilOneWaits = (): Promise<unknown> =>
  until('a search waits', async () => (await countLockWaits(service.databaseUrl)) > 0);

/** Returns the statements that are sent meanwhile. */
async function textsOf(work: () => Promise<unknown>): Promise<string[]> {
  const texts: string[] = [];
  const listen = (message: unknown): void => {
    texts.push(String(message));
  };
  statementChannel.subscribe(listen);
  await work().finally(() => statementChannel.unsubscribe(listen));
  return texts;
}

describe('a supplier whose searches take long', () => {
  it('leaves connections to those who only read', async () => {
    const release = await holdSearches();
    const searches = Array.from({ length: SEARCHES }, () => ask(searcher, '?q=ureia'));
    await untilOneWaits();
    const replies = await Promise.all(Array.from({ length: 8 }, () => ask(other)));
    await release();
    assert.deepEqual(new Set(replies), new Set([200]));
    assert.deepEqual(new Set(await Promise.all(searches)), new Set([200]));
  });

  it('lets a write with a parameter of that name pass', async () => {
    const release = await holdSearches();
    const search = ask(searcher, '?q=ureia');
    await untilOneWaits();
    const { status } = await service.call('PUT', '/api/v1/user/profile?q=ureia', {
      token: other.token,
      body: { name: 'Revenda do Norte' },
    });
    await release();
    assert.deepEqual([status, await search], [200, 200]);
  });

  it('who looks up many names lets another search between two of them', async () => {
    const release = await holdSearches();
    const done: string[] = [];
    const look = service
      .call('GET', `/api/v1/product-lookup?${'names=ureia&'.repeat(20)}`, { token: searcher.token })
      .then(() => done.push('twenty names'));
    await untilOneWaits();
    const search = ask(other, '?q=ureia').then(() => done.push('one text'));
    assert.equal(await ask(other), 200); // by now the other one waits, too
    await release();
    await Promise.all([look, search]);
    assert.deepEqual(done, ['one text', 'twenty names']);
  });

  it('has none of them run once the client has gone', async () => {
    const [text = ''] = await textsOf(() => ask(searcher, '?q=ureia'));
    const { server } = service.app.http;
    const port = Number(
      new URL(await service.app.http.listen({ port: 0, host: '127.0.0.1' })).port,
    );
    const seen = { requests: 0 };
    server.on('request', () => {
      seen.requests += 1;
    });
    const release = await holdSearches();
    const first = ask(other, '?q=ureia');
    await untilOneWaits();
    const gone = Array.from({ length: 5 }, () =>
      http
        .get({
          port,
          path: '/api/v1/supplier/orders?q=ureia',
          headers: { authorization: `Bearer ${searcher.token}` },
          agent: false,
        })
        .on('error', () => {}),
    );
    await until('they are there', () => Promise.resolve(seen.requests === gone.length));
    for (const request of gone) request.destroy();
    await until(
      'they are gone',
      async () => (await promisify(server.getConnections.bind(server))()) === 0,
    );
    const texts = await textsOf(async () => {
      await release();
      return Promise.all([first, ask(searcher, '?q=ureia')]);
    });
    assert.equal(texts.filter((one) => one === text).length, 1, 'only who stayed is served');
  });
});
