import assert from 'node:assert/strict';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { Client } from 'pg';
import { connectionUrl, createDatabase, dropDatabase } from './databases.ts';
import { makeScratch, query, startFast } from './test-support.ts';

describe('databases of the embedded cluster', () => {
  it('are created empty or as a copy of a template, and can be dropped while in use', async (t) => {
    const { connection, stop } = await startFast(join(makeScratch(t), 'postgres'));
    const template = await createDatabase(connection, 'modelo "base"');
    await query(connectionUrl(template), 'CREATE TABLE crops AS SELECT 1 AS id');
    const [copy, other] = await Promise.all([
      createDatabase(connection, 'copy', template.database),
      createDatabase(connection, 'other', template.database),
    ]);
    assert.deepEqual(await query(connectionUrl(copy), 'SELECT id FROM crops'), [{ id: 1 }]);

    const inUse = assert.rejects(query(connectionUrl(other), 'SELECT pg_sleep(60)'));
    await Promise.all([
      dropDatabase(connection, 'copy'),
      dropDatabase(connection, 'other'),
      dropDatabase(connection, 'never existed'),
    ]);
    await inUse;
    await assert.rejects(query(connectionUrl(copy), 'SELECT 1'), /does not exist/);
    await stop();
  });

  it('have a URL equivalent to the connection', () => {
    const connection = { host: '/tmp/a b/ç&=?', port: 5432, user: 'lavra', database: 'cotações 1' };
    const { host, port, user, database } = new Client(connectionUrl(connection));
    assert.deepEqual({ host, port, user, database }, connection);
  });
});
