import assert from 'node:assert/strict';
import { existsSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, it } from 'node:test';
import { Client } from 'pg';
import { startEmbeddedPostgres } from './embedded-postgres.ts';
import { findServer } from './server-process.ts';
import { killHard, makeScratch, query, startFast, startInChild } from './test-support.ts';

describe('the embedded PostgreSQL', () => {
  it('is durable by default and keeps its data after a restart', async (t) => {
    const dataDir = join(makeScratch(t), 'postgres');
    const first = await startEmbeddedPostgres({ dataDir, durability: 'full' });
    assert.deepEqual(await query(first.url, 'SHOW fsync'), [{ fsync: 'on' }]);
    await query(first.url, 'CREATE TABLE crops AS SELECT 1 AS id');
    await first.stop();
    assert.equal(findServer(dataDir), undefined);
    assert.equal(existsSync(first.connection.host), false);

    const second = await startEmbeddedPostgres({ dataDir, durability: 'full' });
    assert.equal(second.adopted, false);
    assert.deepEqual(await query(second.url, 'SELECT id FROM crops'), [{ id: 1 }]);
    await second.stop();
  });

  it('is reachable only through a private unix socket with a short path', async (t) => {
    const { connection, url, stop } = await startFast(join(makeScratch(t), 'postgres'));
    assert.equal(statSync(connection.host).mode & 0o777, 0o700);
    assert.ok(connection.host.length < 100);
    assert.deepEqual(await query(url, 'SHOW listen_addresses'), [{ listen_addresses: '' }]);
    const client = new Client(connection);
    await client.connect();
    const { rows } = await client.query('SELECT current_user, current_database()');
    assert.deepEqual(rows, [{ current_user: 'lavra', current_database: 'lavra' }]);
    await client.end();
    await stop();
  });

  it('uses UTF-8, collation C, UTC and the given settings', async (t) => {
    const dataDir = join(makeScratch(t), 'postgres');
    const { url, stop } = await startEmbeddedPostgres({
      dataDir,
      durability: 'off',
      maxConnections: 37,
      settings: { work_mem: '3MB' },
    });
    const [settings] = await query(
      url,
      `SELECT datcollate, pg_encoding_to_char(encoding) AS encoding,
      current_setting('timezone') AS timezone, current_setting('fsync') AS fsync,
      current_setting('max_connections') AS max_connections, current_setting('work_mem') AS work_mem
      FROM pg_database WHERE datname = current_database()`,
    );
    assert.deepEqual(settings, {
      datcollate: 'C',
      encoding: 'UTF8',
      timezone: 'UTC',
      fsync: 'off',
      max_connections: '37',
      work_mem: '3MB',
    });
    await stop();
  });

  it('works in a folder with spaces, quotes and accents', async (t) => {
    const name = join("Meus Projetos d'água", 'cotação açaí', 'banco de dados');
    const dataDir = join(makeScratch(t, name), name);
    const { url, stop, dataDir: real } = await startFast(dataDir);
    assert.equal(real, dataDir);
    assert.deepEqual(await query(url, "SELECT 'pé de café' AS text"), [{ text: 'pé de café' }]);
    assert.ok(existsSync(join(dirname(dataDir), 'banco de dados.log')));
    await stop();
  });

  it('starts once when two processes request it at the same time, and the other adopts it', async (t) => {
    const dataDir = join(makeScratch(t), 'postgres');
    const [a, b] = await Promise.all([startInChild(dataDir), startInChild(dataDir)]);
    assert.notEqual(a.adopted, b.adopted);
    assert.equal(a.pid, b.pid);
    await Promise.all([killHard(a.child), killHard(b.child)]);
  });

  it('keeps running for the remaining process and stops with the last one', async (t) => {
    const dataDir = join(makeScratch(t), 'postgres');
    const service = await startFast(dataDir);
    const command = await startFast(dataDir);
    assert.equal(command.adopted, true);
    await service.stop();
    assert.deepEqual(await query(command.url, 'SELECT 1 AS alive'), [{ alive: 1 }]);
    await Promise.all([command.stop(), command.stop()]);
    assert.equal(findServer(dataDir), undefined);
  });
});
