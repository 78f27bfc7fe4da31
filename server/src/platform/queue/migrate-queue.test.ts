import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import { startService } from '../../../test/service.ts';
import { grantApplication } from '../db/application-role.ts';
import { createPool } from '../db/pool.ts';
import { createCommand } from '../db/command.ts';
import { databaseOver } from '../db/database.ts';
import { migrateQueue } from './migrate-queue.ts';
import { onEvent, probeKind, storeEvent } from './queue.fixture.ts';
import { openWorkerRuntime } from './worker-runtime.ts';

const service = await startService();
const { platform } = service.app;

/** Returns the URL of the same database for another role. */
const as = (role: string): string => {
  const url = new URL(service.databaseUrl.replace('@/', '@localhost/'));
  [url.username, url.password] = [role, 'clerk'];
  return url.href.replace('@localhost/', '@/');
};

describe('the schema of the queue', () => {
  it('can be migrated by several processes at once, and repeatedly', async () => {
    await Promise.all([migrateQueue(service.databaseUrl), migrateQueue(service.databaseUrl)]);
    await migrateQueue(service.databaseUrl);
  });

  it('belongs to the owner, and is usable for a role that owns nothing', async (t) => {
    const role = `clerk_${process.pid}`;
    const owner = createPool({
      waitMs: 60_000,
      url: service.databaseUrl,
      size: 1,
      timezone: platform.zone,
      name: 'owner',
      logger: pino({ level: 'silent' }),
    });
    t.after(async () => {
      await owner.query(`DROP OWNED BY ${role}`);
      await owner.query(`DROP ROLE ${role}`);
      await owner.end();
    });
    await owner.query(`CREATE ROLE ${role} LOGIN PASSWORD 'clerk'`);
    const pool = createPool({
      waitMs: 60_000,
      url: as(role),
      size: 2,
      timezone: platform.zone,
      name: 'clerk',
      logger: pino({ level: 'silent' }),
    });
    t.after(() => pool.end());
    await assert.rejects(pool.query('SELECT * FROM pgboss.job'), /permission denied/);
    await grantApplication(service.databaseUrl, as(role));

    const kind = probeKind('test.clerk');
    const clerk = {
      ...platform,
      db: databaseOver(pool),
      command: createCommand({ pool, clock: platform.clock, strict: true }),
    };
    const runtime = await openWorkerRuntime({
      waitMs: 60_000,
      platform: clerk,
      databaseUrl: as(role),
      work: { jobs: [kind], listeners: [onEvent('order.published', 'test.clerk')] },
    });
    t.after(() => runtime.close());
    await storeEvent(service, { type: 'order.published', data: { order_id: 1 } });
    await runtime.runUntilIdle();
    assert.equal(kind.runs.length, 1);
    await assert.rejects(pool.query('DROP TABLE pgboss.job_common'), /must be owner/);
  });
});
