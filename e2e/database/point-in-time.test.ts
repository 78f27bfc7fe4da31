import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it, test } from 'node:test';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { lacking } from '../../server/test/needs.ts';
import { until } from '../../server/test/until.ts';
import { clusterIn, createCluster, folderForPostgres, runPostgres } from './debian-postgres.ts';

// Runs the procedure of docs/runbook/recovery.md for an external PostgreSQL: its settings and its
// commands, in its order.

const lacks = lacking('postgresql');
if (lacks === false) runStory();
else test('point-in-time recovery', { skip: lacks }, () => undefined);

function runStory(): void {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-pitr-'));
  fs.chmodSync(folder, 0o755);
  const running = new Set<{ stop(): void }>();
  after(() => {
    for (const cluster of running) cluster.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  });

  async function query<R extends pg.QueryResultRow>(host: string, text: string): Promise<R[]> {
    const client = new pg.Client({ host, user: 'postgres', database: 'postgres' });
    await client.connect();
    try {
      return (await client.query<R>(text)).rows;
    } finally {
      await client.end();
    }
  }

  describe('an archive of WAL', () => {
    it(
      'restores the database to the second before a mistake, with all that was committed until then',
      { timeout: 300_000 },
      async () => {
        const archive = folderForPostgres(path.join(folder, 'archive'));
        const cluster = createCluster(path.join(folder, 'postgres'));
        cluster.start({
          archive_mode: 'on',
          archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
          archive_timeout: '60',
        });
        running.add(cluster);
        await query(
          cluster.host,
          `CREATE TABLE brands (name text); INSERT INTO brands VALUES ('antes da cópia')`,
        );
        const copy = path.join(folder, 'copy');
        runPostgres('pg_basebackup', [
          '-h',
          cluster.host,
          '-U',
          'postgres',
          '-D',
          folderForPostgres(copy),
          '-X',
          'fetch',
          '-c',
          'fast',
        ]);
        runPostgres('pg_verifybackup', [copy]);
        await query(cluster.host, `INSERT INTO brands VALUES ('depois da cópia')`);
        const [good] = await query<{ at: string }>(
          cluster.host,
          'SELECT clock_timestamp()::text AS at',
        );
        await pause(20);
        await query(cluster.host, 'DELETE FROM brands');
        const [last] = await query<{ wal: string }>(
          cluster.host,
          'SELECT pg_walfile_name(pg_switch_wal()) AS wal',
        );
        await until('the last file is archived', () =>
          fs.existsSync(path.join(archive, last?.wal ?? '')),
        );
        cluster.stop();
        running.delete(cluster);

        fs.writeFileSync(path.join(copy, 'recovery.signal'), '');
        const back = clusterIn(copy, folderForPostgres(path.join(folder, 'back')));
        back.start({
          restore_command: `cp ${archive}/%f %p`,
          recovery_target_time: good?.at ?? '',
          recovery_target_action: 'promote',
        });
        running.add(back);
        const host = path.join(folder, 'back');
        await until('the copy is promoted', async () => {
          const [recovery] = await query<{ waits: boolean }>(
            host,
            'SELECT pg_is_in_recovery() AS waits',
          );
          return recovery?.waits === false;
        });
        assert.deepEqual(await query(host, 'SELECT name FROM brands ORDER BY name'), [
          { name: 'antes da cópia' },
          { name: 'depois da cópia' },
        ]);
        await query(host, `INSERT INTO brands VALUES ('e continua')`);
      },
    );
  });
}
