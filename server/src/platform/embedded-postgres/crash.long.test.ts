import assert from 'node:assert/strict';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { until } from '../../../test/until.ts';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { findServer } from './server-process.ts';
import {
  killHard,
  makeScratch,
  query,
  spawnStarter,
  startFast,
  startInChild,
} from './test-support.ts';

describe('the embedded PostgreSQL after a crash', () => {
  it('is adopted when the application was killed, and stopped by the new process', async (t) => {
    const dataDir = join(makeScratch(t), 'postgres');
    const { child, pid, url } = await startInChild(dataDir);
    await query(url, 'CREATE TABLE crops AS SELECT 1 AS id');
    await killHard(child);

    const adopted = await startFast(dataDir);
    assert.equal(adopted.adopted, true);
    assert.equal(adopted.pid, pid);
    assert.deepEqual(await query(adopted.url, 'SELECT id FROM crops'), [{ id: 1 }]);
    await adopted.stop();
    assert.equal(findServer(dataDir), undefined);
  });

  it('starts again when it was killed itself, at once and with open connections', async (t) => {
    const dataDir = join(makeScratch(t), 'postgres');
    const first = await startEmbeddedPostgres({ dataDir, durability: 'full' });
    await query(first.url, 'CREATE TABLE crops AS SELECT 1 AS id');
    const sleeping = assert.rejects(query(first.url, 'SELECT pg_sleep(60)'));
    process.kill(first.pid, 'SIGKILL');
    const second = await startFast(dataDir);
    await sleeping;
    assert.equal(second.adopted, false);
    assert.deepEqual(await query(second.url, 'SELECT id FROM crops'), [{ id: 1 }]);
    await first.stop();
    assert.deepEqual(await query(second.url, 'SELECT 1 AS alive'), [{ alive: 1 }]);
    await second.stop();
  });

  it('starts again when application and server were both killed', async (t) => {
    const dataDir = join(makeScratch(t), 'postgres');
    const { child, pid } = await startInChild(dataDir);
    await killHard(child);
    process.kill(pid, 'SIGKILL');
    const { adopted, stop } = await startFast(dataDir);
    assert.equal(adopted, false);
    await stop();
  });

  it('is not stopped by a Ctrl-C that reaches the whole process group', async (t) => {
    const dataDir = join(makeScratch(t), 'postgres');
    const { child, pid } = await startInChild(dataDir, { detached: true });
    assert.ok(child.pid);
    const ended = once(child, 'exit');
    process.kill(-child.pid, 'SIGINT');
    await ended;
    const { adopted, pid: samePid, stop } = await startFast(dataDir);
    assert.deepEqual([adopted, samePid], [true, pid]);
    await stop();
  });

  it('ignores a postmaster.pid that is empty or names another living process', async (t) => {
    const dataDir = join(makeScratch(t), 'postgres');
    const first = await startFast(dataDir);
    const pidFile = readFileSync(join(dataDir, 'postmaster.pid'), 'utf8');
    await first.stop();
    for (const left of ['', pidFile.replace(/^\d+/, String(process.ppid))]) {
      writeFileSync(join(dataDir, 'postmaster.pid'), left);
      const { adopted, stop } = await startFast(dataDir);
      assert.equal(adopted, false);
      await stop();
    }
  });

  it('is restarted when a cleaned /tmp removed its socket', async (t) => {
    const dataDir = join(makeScratch(t), 'postgres');
    const { child, url } = await startInChild(dataDir);
    await killHard(child);
    rmSync(new URL(url.replace('@/', '@x/')).searchParams.get('host') ?? '', { recursive: true });
    const { adopted, url: newUrl, stop } = await startFast(dataDir);
    assert.equal(adopted, false);
    assert.deepEqual(await query(newUrl, 'SELECT 1 AS alive'), [{ alive: 1 }]);
    await stop();
  });

  it('creates the cluster again when its creation was interrupted', async (t) => {
    const dataDir = join(makeScratch(t), 'postgres');
    mkdirSync(join(dataDir, '.initdb-x1', 'base'), { recursive: true });
    mkdirSync(join(dataDir, 'base', '1'), { recursive: true });
    writeFileSync(join(dataDir, 'PG_VERSION'), '18\n');
    const { url, stop } = await startFast(dataDir);
    assert.deepEqual(await query(url, 'SELECT 1 AS alive'), [{ alive: 1 }]);
    assert.equal(existsSync(join(dataDir, '.initdb-x1')), false);
    await stop();
  });

  it('starts after the application was killed while it created the cluster', async (t) => {
    const dataDir = join(makeScratch(t), 'postgres');
    const { child } = spawnStarter(dataDir);
    const isCreating = (): boolean =>
      existsSync(dataDir) && readdirSync(dataDir).some((name) => name.startsWith('.initdb-'));
    await until('the cluster is being created', isCreating);
    await killHard(child);
    const { url, stop } = await startFast(dataDir);
    assert.deepEqual(await query(url, 'SELECT 1 AS alive'), [{ alive: 1 }]);
    await stop();
  });

  it('never deletes a folder with other contents', async (t) => {
    const dataDir = join(makeScratch(t), 'postgres');
    mkdirSync(dataDir);
    writeFileSync(join(dataDir, 'notas.txt'), 'minhas notas');
    await assert.rejects(startFast(dataDir), /notas\.txt.*DATA_DIR/);
    assert.equal(readFileSync(join(dataDir, 'notas.txt'), 'utf8'), 'minhas notas');
  });

  it('reports at once why it cannot start', async (t) => {
    const dataDir = join(makeScratch(t), 'postgres');
    await (await startFast(dataDir)).stop();
    writeFileSync(join(dataDir, 'PG_VERSION'), '12\n');
    await assert.rejects(startFast(dataDir), /não ligou: .*initialized by PostgreSQL version 12/s);
  });
});
