import assert from 'node:assert/strict';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { startEmbeddedPostgres } from '../embedded-postgres/embedded-postgres.ts';
import { makeScratch } from '../embedded-postgres/test-support.ts';
import { until } from '../../../test/until.ts';
import { createClock } from '../clock/clock.ts';
import { createCommand, systemActor } from './command.ts';
import { isReadOnlyServer, isUnavailable } from './database-errors.ts';
import { onConnection } from './on-connection.ts';
import { createPool } from './pool.ts';

const settings = {
  waitMs: 60_000,
  size: 2,
  timezone: 'America/Sao_Paulo',
  name: 'standby test',
  logger: pino({ level: 'silent' }),
};

describe('a pool whose address leads to a standby', () => {
  it('takes no connection and reports the database as unavailable, until the standby is promoted', async (t) => {
    const dataDir = join(makeScratch(t), 'postgres');
    const start = () =>
      startEmbeddedPostgres({ dataDir, durability: 'off', settings: { wal_level: 'replica' } });
    const primary = await start();
    await onConnection(primary.url, (client) => client.query('CREATE TABLE crops (id bigint)'));
    await primary.stop();

    writeFileSync(join(primary.dataDir, 'standby.signal'), '');
    const standby = await start();
    t.after(standby.stop);
    const pool = createPool({ ...settings, url: standby.url });
    t.after(() => pool.end());
    const insert = () => pool.query('INSERT INTO crops VALUES (1) RETURNING id');
    await assert.rejects(insert, isUnavailable);
    await assert.rejects(pool.query('SELECT 1'), isUnavailable);
    assert.equal(pool.totalCount, 0);
    await assert.rejects(
      onConnection(standby.url, (client) => client.query('INSERT INTO crops VALUES (2)')),
      (error) => isUnavailable(error) && (error as { code?: string }).code === '25006',
    );

    const reads = createPool({ ...settings, url: standby.url, standby: true });
    t.after(() => reads.end());
    const command = createCommand({ pool: reads, clock: createClock(), strict: false });
    await reads.query('SELECT 1');
    assert.equal(reads.totalCount, 1, 'a connection that is taken and stays');
    await assert.rejects(
      command(systemActor, async ({ db }) => {
        await sql`INSERT INTO crops VALUES (3)`.execute(db.q);
      }),
      isReadOnlyServer,
    );
    assert.equal(reads.totalCount, 0, 'the connection that led to a standby is dropped');

    await onConnection(standby.url, (client) => client.query('SELECT pg_promote()'));
    await until('it is a primary', async () => {
      const { rows } = await onConnection(standby.url, (client) =>
        client.query<{ standby: boolean }>('SELECT pg_is_in_recovery() AS standby'),
      );
      return rows[0]?.standby === false;
    });
    assert.deepEqual((await insert()).rows, [{ id: 1 }]);
  });
});
