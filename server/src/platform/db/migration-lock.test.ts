import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describe, it } from 'node:test';
import { ZONE } from '../../../test/cluster.ts';
import { startService } from '../../../test/service.ts';
import { until } from '../../../test/until.ts';
import { appliedMigrations, migrate, migrationsFolder } from './migrate.ts';
import { withMigrationLock } from './migration-lock.ts';
import { onConnection } from './on-connection.ts';

const service = await startService();
const url = service.databaseUrl;
const query = (text: string) =>
  onConnection(url, async (client) => (await client.query<Record<string, unknown>>(text)).rows);

/** Starts to hold the lock; returns when it is held. */
async function hold(of = url): Promise<{ release: () => void; ended: Promise<void> }> {
  const [held, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const ended = withMigrationLock(of, () => {
    held.resolve();
    return released.promise;
  });
  await Promise.race([held.promise, ended]);
  return { release: released.resolve, ended };
}

/** Waits until another process has asked for the lock in vain, twice. */
async function untilRefusedTwice(): Promise<void> {
  const moments = new Set<unknown>();
  await until('the lock is refused twice', async () => {
    for (const { at } of await query(
      `SELECT a.query_start::text AS at FROM pg_stat_activity a
      WHERE a.datname = current_database() AND a.query = 'ROLLBACK' AND a.application_name = ''`,
    ))
      moments.add(at);
    return moments.size >= 2;
  });
}

/** Ends the connection of the lock's holder, and waits until it is gone. */
const END_OF_HOLDER = `SELECT pg_terminate_backend(l.pid, 60000) FROM pg_locks l
  WHERE l.locktype = 'advisory' AND l.granted AND l.pid <> pg_backend_pid()
    AND l.database = (SELECT d.oid FROM pg_database d WHERE d.datname = current_database())`;

describe('the migration lock', () => {
  it('is held by one process; the next has it when the first is done', async () => {
    const first = await hold();
    let second = false;
    const next = withMigrationLock(url, () => {
      second = true;
      return Promise.resolve('done');
    });
    await untilRefusedTwice();
    assert.equal(second, false);
    first.release();
    await first.ended;
    assert.equal(await next, 'done');
  });

  it('lets its holder build an index concurrently while another process waits', async () => {
    const first = await hold();
    const next = withMigrationLock(url, () => Promise.resolve());
    await untilRefusedTwice();
    await query('CREATE TABLE lock_probes (id bigint)');
    // A waiting statement would keep a snapshot, and the index would wait for that without end.
    await onConnection(url, async (client) => {
      await client.query(`SET statement_timeout = '5s'`);
      await client.query('CREATE INDEX CONCURRENTLY lock_probes_by_id ON lock_probes (id)');
    });
    first.release();
    await Promise.all([first.ended, next]);
  });

  it('outlasts a role that ends idle transactions', async () => {
    const impatient = new URL(url.replace('@/', '@localhost/'));
    impatient.searchParams.set('options', '-c idle_in_transaction_session_timeout=200ms');
    const first = await hold(impatient.href.replace('@localhost/', '@/'));
    await query('SELECT pg_sleep(0.7)'); // longer than the role permits
    first.release();
    await first.ended;
  });

  it('is free as soon as its holder’s connection is lost, as with a change of primary', async () => {
    const first = await hold();
    await query(END_OF_HOLDER);
    assert.equal(await withMigrationLock(url, () => Promise.resolve('free')), 'free');
    first.release();
    await assert.rejects(first.ended);
  });

  it('ends the migrations before the next one when it is lost in the middle', async () => {
    const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-lock-'));
    fs.cpSync(migrationsFolder, folder, { recursive: true });
    fs.writeFileSync(path.join(folder, '9998_loses_the_lock.sql'), END_OF_HOLDER);
    fs.writeFileSync(path.join(folder, '9999_next.sql'), 'CREATE TABLE next (id bigint)');
    const migrated = withMigrationLock(url, (assertLocked) =>
      migrate(url, { folder, timezone: ZONE, assertLocked }),
    );
    await assert.rejects(migrated, /the migration lock was lost/);
    const applied = await onConnection(url, appliedMigrations);
    assert.equal(applied.at(-1), '9998_loses_the_lock');
    fs.rmSync(folder, { recursive: true });
  });
});
