import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import { buildProducer } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { eraseAccount } from './erase-account.fixture.ts';

const ERASURES = 5;

const service = await startService({ rateLimit: true });
const people = await Promise.all(Array.from({ length: ERASURES }, () => buildProducer(service)));

describe('erasures that take long', () => {
  it('run one after the other, each on one connection', async () => {
    const watcher = new pg.Client({ connectionString: service.databaseUrl });
    await watcher.connect();
    await watcher.query(`CREATE FUNCTION take_long() RETURNS trigger LANGUAGE plpgsql AS $$
      BEGIN PERFORM pg_sleep(0.2); RETURN NULL; END $$`);
    await watcher.query(`CREATE TRIGGER take_long AFTER DELETE ON idempotency_keys
      EXECUTE FUNCTION take_long()`);
    const progress = { erased: 0 };
    const erasures = Promise.all(
      people.map((person) =>
        eraseAccount(service, person).finally(() => {
          progress.erased += 1;
        }),
      ),
    );
    const atOnce = new Set<number>();
    while (progress.erased < ERASURES) {
      const { rows } = await watcher.query(
        `SELECT 1 FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event = 'PgSleep'`,
      );
      atOnce.add(rows.length);
    }
    await erasures;
    await watcher.end();
    assert.deepEqual(atOnce, new Set([0, 1]));
  });
});
