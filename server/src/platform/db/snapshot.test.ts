import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { sql } from 'kysely';
import { pino } from 'pino';
import { startService } from '../../../test/service.ts';
import { until } from '../../../test/until.ts';
import { createPool } from './pool.ts';
import { openSnapshot } from './snapshot.ts';
import { col, params, statement } from './statement.ts';

const service = await startService();
const pool = createPool({
  waitMs: 60_000,
  url: service.databaseUrl,
  size: 1,
  timezone: 'America/Sao_Paulo',
  name: 'snapshots',
  logger: pino({ level: 'silent' }),
});
after(() => pool.end());

const numbers = statement({
  name: 'snapshot-numbers',
  params: params<{ last: number; pause: number }>(),
  columns: { n: col.int },
  text: 'SELECT g.n, pg_sleep(:pause::float8)::text FROM generate_series(1, :last::int) AS g(n) ORDER BY g.n',
});
const opened = async () =>
  openSnapshot(await pool.connect(), { onLost: (error) => assert.fail(error) });
const busy = async (): Promise<number> =>
  (
    await sql`SELECT 1 FROM pg_stat_activity WHERE application_name = 'snapshots'`.execute(
      service.db.q,
    )
  ).rows.length;

describe('a snapshot', () => {
  it('returns every row once, in batches of at most 25, and none when there is none', async () => {
    for (const last of [0, 1, 24, 25, 26, 1000]) {
      const snapshot = await opened();
      const seen: number[] = [];
      for await (const rows of await snapshot.open(numbers, { last, pause: 0 })) {
        assert.ok(rows.length <= 25);
        seen.push(...rows.map(({ n }) => n));
      }
      snapshot.close();
      assert.deepEqual(
        seen,
        Array.from({ length: last }, (_, index) => index + 1),
      );
    }
  });

  it('cancels its query when it is closed, and reads no further', async () => {
    const snapshot = await opened();
    const rows = (await snapshot.open(numbers, { last: 1, pause: 600 }))[Symbol.asyncIterator]();
    const reading = assert.rejects(rows.next());
    await until('the query runs', async () => (await busy()) === 1);
    snapshot.close();
    snapshot.close();
    await reading;
    await until('PostgreSQL has noticed', async () => (await busy()) === 0);
    await assert.rejects(async () =>
      (await snapshot.open(numbers, { last: 1, pause: 0 }))[Symbol.asyncIterator]().next(),
    );
  });

  it('is read-only', async () => {
    const snapshot = await opened();
    const write = statement({
      name: 'snapshot-write',
      params: params<object>(),
      columns: {},
      text: `SELECT nextval(pg_get_serial_sequence('users', 'id'))`,
    });
    const rows = (await snapshot.open(write, {}))[Symbol.asyncIterator]();
    await assert.rejects(rows.next(), { code: '25006' });
    snapshot.close();
  });
});
