import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { countLockWaits } from '../../../test/lock-waits.ts';
import { buildOrder } from '../../../test/orders.ts';
import { buildProducer, buildSupplier } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { until } from '../../../test/until.ts';

const POOL = 4;
const SEARCHES = 12;

const service = await startService({ rateLimit: true, databasePoolSize: POOL });
const { producerId } = await buildProducer(service);
await buildOrder(service, { producerId });
const [searcher, other] = [await buildSupplier(service), await buildSupplier(service)];
const ask = async ({ token }: { token: string }, query = ''): Promise<number> =>
  (await service.call('GET', `/api/v1/supplier/orders${query}`, { token })).status;

describe('a supplier whose searches take long', () => {
  it('leaves connections to those who only read', async () => {
    for (const person of [searcher, other]) assert.equal(await ask(person), 200);
    const holder = new pg.Client({ connectionString: service.databaseUrl });
    await holder.connect();
    await holder.query('BEGIN');
    await holder.query('LOCK TABLE products IN ACCESS EXCLUSIVE MODE');
    const searches = Array.from({ length: SEARCHES }, () => ask(searcher, '?q=ureia'));
    await until('a search waits', async () => (await countLockWaits(service.databaseUrl)) > 0);
    const replies = await Promise.all(Array.from({ length: 8 }, () => ask(other)));
    await holder.end();
    assert.deepEqual(new Set(replies), new Set([200]));
    assert.deepEqual(new Set(await Promise.all(searches)), new Set([200]));
  });
});
