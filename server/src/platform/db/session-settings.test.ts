import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import pg from 'pg';
import { ZONE } from '../../../test/cluster.ts';
import { startService } from '../../../test/service.ts';
import { ConfigError } from '../config/env-reader.ts';
import { databaseOver } from './database.ts';
import { onConnection } from './on-connection.ts';
import { assertSessionSettings, sessionSettings } from './session-settings.ts';

const service = await startService();
const rolesFile = path.resolve(import.meta.dirname, '../../../../deploy/postgresql/roles.sql');

describe('the settings of a session', () => {
  it('are there on the connections of the service', async () => {
    await assertSessionSettings(service.db, ZONE);
  });

  it('that were dropped on the way stop the start, with the statements that give them to the role', async (t) => {
    const role = `dropped_${randomBytes(6).toString('hex')}`;
    const url = new URL(service.databaseUrl.replace('@/', '@localhost/'));
    [url.username, url.password] = [role, 'dropped'];
    const run = (text: string) => onConnection(service.databaseUrl, (client) => client.query(text));
    await run(`CREATE ROLE ${role} LOGIN PASSWORD 'dropped'`);
    t.after(() => run(`DROP ROLE ${role}`));
    const asked = async (): Promise<void> => {
      // As through a pooler: nothing is asked for on connecting.
      const pool = new pg.Pool({ connectionString: url.href.replace('@localhost/', '@/'), max: 1 });
      try {
        await assertSessionSettings(databaseOver(pool), ZONE);
      } finally {
        await pool.end();
      }
    };
    const refusal = await asked().then(
      () => assert.fail('the start went on'),
      (error: unknown) => error,
    );
    assert.ok(refusal instanceof ConfigError);
    const statements: string[] = refusal.message.match(/ALTER ROLE .*;/g) ?? [];
    assert.ok(statements.includes(`ALTER ROLE "${role}" SET statement_timeout = '15s';`));
    await run(statements.join('\n'));
    await asked();
  });

  it('are those that roles.sql gives to the role', () => {
    const given = [
      ...fs.readFileSync(rolesFile, 'utf8').matchAll(/^ALTER ROLE lavra SET (\w+) = '(.*)';$/gm),
    ].map(([, name, value]) => [name, value]);
    assert.deepEqual(Object.fromEntries(given), sessionSettings('America/Sao_Paulo'));
  });
});
