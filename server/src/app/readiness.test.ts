import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import fastify from 'fastify';
import { pino } from 'pino';
import { until } from '../../test/until.ts';
import { startEmbeddedPostgres } from '../platform/embedded-postgres/embedded-postgres.ts';
import { makeScratch } from '../platform/embedded-postgres/test-support.ts';
import { databaseOver } from '../platform/db/database.ts';
import { onConnection } from '../platform/db/on-connection.ts';
import { createPool } from '../platform/db/pool.ts';
import { mountReadiness } from './readiness.ts';

describe('readiness', () => {
  it('says what is needed and why it is not there, of a standby until it is promoted, at little cost', async (t) => {
    const dataDir = join(makeScratch(t), 'postgres');
    const start = () =>
      startEmbeddedPostgres({ dataDir, durability: 'off', settings: { wal_level: 'replica' } });
    const first = await start();
    await first.stop();
    writeFileSync(join(first.dataDir, 'standby.signal'), '');
    const server = await start();
    t.after(server.stop);

    /** Asks a service whose pool is made like this. */
    const serve = (url: string, more: { standby?: boolean; size?: number } = {}) => {
      const pool = createPool({
        url,
        size: 2,
        waitMs: more.size === 1 ? 50 : 60_000,
        timezone: 'America/Sao_Paulo',
        name: 'readiness test',
        logger: pino({ level: 'silent' }),
        ...more,
      });
      t.after(() => pool.end());
      const app = fastify();
      let arrived = 0;
      app.addHook('preHandler', async () => {
        arrived += 1;
      });
      mountReadiness(app, { db: databaseOver(pool) });
      const ask = async () => {
        const { statusCode, body } = await app.inject('/health/ready');
        return [statusCode, JSON.parse(body) as object];
      };
      return { ask, pool, arrived: () => arrived };
    };
    const needs = (reason: string) => [503, { status: 'unavailable', needs: 'database', reason }];

    const { ask } = serve(server.url);
    assert.deepEqual(await ask(), needs('standby'), 'a new connection is refused');
    const pooled = serve(server.url, { standby: true });
    assert.deepEqual(await pooled.ask(), needs('standby'), 'an open one is asked');
    assert.deepEqual(await serve('postgres://lavra@127.0.0.1:1/lavra').ask(), needs('unreachable'));
    assert.deepEqual(await serve(server.url.replace('/lavra?', '/other?')).ask(), needs('refused'));

    await onConnection(server.url, (client) => client.query('SELECT pg_promote()'));
    await until('it is a primary', async () => (await ask())[0] === 200);
    assert.deepEqual(await ask(), [200, { status: 'ok' }]);
    const busy = serve(server.url, { size: 1 });
    const held = await busy.pool.connect();
    assert.deepEqual(await busy.ask(), needs('no_connection'));
    held.release();
    assert.deepEqual(await busy.ask(), [200, { status: 'ok' }]);

    const crowd = serve(server.url);
    const others = await Promise.all([crowd.pool.connect(), crowd.pool.connect()]);
    const asked = Array.from({ length: 50 }, () => crowd.ask());
    await until('all of them wait', () => crowd.arrived() === 50);
    assert.equal(crowd.pool.waitingCount, 1, 'those who ask at once wait for one connection');
    for (const client of others) client.release();
    for (const answer of await Promise.all(asked))
      assert.deepEqual(answer, [200, { status: 'ok' }]);
  });
});
