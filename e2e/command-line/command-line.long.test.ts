import assert from 'node:assert/strict';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { installDatabase } from '../database/installed-database.ts';
import { until } from '../../server/test/until.ts';
import { runLavra, startLavra, type Outcome } from './run-lavra.ts';

// The command line as an operator uses it, in order, on a database whose tables belong to another
// role than the service's.

const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-commands-'));
fs.chmodSync(folder, 0o755);
const database = await installDatabase(path.join(folder, 'postgres'));
after(async () => {
  await database.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

const env = {
  DATA_DIR: path.join(folder, 'data'),
  APP_KEY: 'key of the command line, for tests alone',
  LOG_LEVEL: 'warn',
};
const as =
  (urls: Readonly<Record<string, string>>) =>
  (...args: readonly string[]): Promise<Outcome> =>
    runLavra(args, { cwd: folder, env: { ...env, ...urls } });
const asService = as({ DATABASE_URL: database.url });
const asOwner = as({ DATABASE_URL: database.url, DATABASE_OWNER_URL: database.ownerUrl });
const asBackup = as({ DATABASE_URL: database.backupUrl });

async function query<R extends pg.QueryResultRow>(text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: database.superUrl });
  await client.connect();
  const result = await client.query<R>(text);
  await client.end();
  return result.rows;
}

/**
 * Checks that a command succeeded, or was refused with a readable message: the exit code, and no
 * stack trace.
 */
function assertSaid({ code, output }: Outcome, expected: number, words: RegExp): void {
  assert.equal(code, expected, output);
  assert.match(output, words);
  assert.doesNotMatch(output, /^ {4}at /m);
}

const product = (brand: string) =>
  JSON.stringify({
    nr_registro: '12345',
    marcas: [brand],
    titular: 'Química Exemplo S.A.',
    classes: ['Herbicida'],
    formulacao: 'SC',
    class_tox: '',
    class_amb: '',
    ingredientes: [{ ia: 'glifosato', grupo: 'glicina', conc: '480', un: 'g/L' }],
    unidade_derivada: 'L',
    culturas: [],
  });

describe('the command line', { timeout: 600_000 }, () => {
  let head = '';
  let backup = '';

  it('migrates as the owner, and not as a role that owns nothing', async () => {
    assertSaid(await asService('migrate'), 1, /rode `lavra migrate` com DATABASE_OWNER_URL/);
    assertSaid(await asOwner('migrate'), 0, /O banco está em dia/);
    assert.deepEqual(
      await query(
        `SELECT DISTINCT tableowner AS owner FROM pg_tables WHERE schemaname IN ('public', 'pgboss')`,
      ),
      [{ owner: 'lavra_owner' }],
    );
  });

  it('loads the demo as a role that owns nothing, once', async () => {
    assertSaid(await asService('seed'), 0, /A demonstração está carregada/);
    const counts = () =>
      query(
        'SELECT (SELECT count(*) FROM users) AS users, (SELECT count(*) FROM proposals) AS proposals',
      );
    const before = await counts();
    assertSaid(await asService('seed'), 0, /./);
    assert.deepEqual(await counts(), before);
  });

  it('creates an administrator, and refuses invalid input', async () => {
    const create = (...rest: readonly string[]) => asService('admin', 'create', ...rest);
    assertSaid(
      await create(
        '--email',
        'fin@lavra.example',
        '--password',
        'Lavra2026',
        '--role',
        'financeiro',
      ),
      0,
      /fin@lavra\.example criado \(financeiro\)/,
    );
    assertSaid(
      await create('--email', 'fin@lavra.example', '--password', 'Lavra2026'),
      1,
      /e-mail/i,
    );
    assertSaid(await create('--email', 'outro@lavra.example', '--password', 'fraca'), 1, /senha/i);
    assertSaid(await create('--email', 'outro@lavra.example'), 1, /^Uso: /);
    assert.deepEqual(
      await query(
        `
          SELECT u.admin_role
          FROM users u
          WHERE u.email LIKE '%@lavra.example' AND u.user_type = 'admin' AND u.email LIKE 'fin%'`,
      ),
      [{ admin_role: 'financeiro' }],
    );
  });

  it('imports the register of pesticides completely or not at all', async () => {
    const file = path.join(folder, 'registro.jsonl');
    const brands = () => query(`SELECT p.name FROM products p WHERE p.name LIKE 'Da Linha%'`);
    fs.writeFileSync(file, `${product('Da Linha de Comando')}\nisto não é JSON\n`);
    assertSaid(await asService('catalog', 'import', file), 1, /linha 2: [^]*Nada foi gravado/);
    assert.deepEqual(await brands(), []);
    fs.writeFileSync(file, `${product('Da Linha de Comando')}\n`);
    assertSaid(await asService('catalog', 'import', file), 0, /1 produto criado/);
    assert.deepEqual(await brands(), [{ name: 'Da Linha de Comando' }]);
    assertSaid(
      await asService('catalog', 'import', path.join(folder, 'nenhum.jsonl')),
      1,
      /não pode ser lido/,
    );
  });

  it('verifies the audit log up to a saved head', async () => {
    const scheduler = startLavra(['scheduler'], {
      cwd: folder,
      env: { ...env, DATABASE_URL: database.url },
    });
    const unsealed = () =>
      query(
        'SELECT a.id FROM audit_log a LEFT JOIN audit_seals s ON s.audit_id = a.id WHERE s.audit_id IS NULL LIMIT 1',
      );
    await until('every entry is sealed', async () => (await unsealed()).length === 0);
    assert.equal(await scheduler.end(), 0);
    const printed = await asService('audit', 'head');
    assert.equal(printed.code, 0, printed.output);
    head = printed.output.trim();
    assertSaid(await asService('audit', 'verify', '--head', head), 0, /A auditoria está íntegra/);
  });

  it('backs up as a read-only role, and restores as the owner into an empty database', async () => {
    assertSaid(await asService('backup', '--to', 'backups'), 1, /não pode ler .*pg_read_all_data/);
    const taken = await asBackup('backup', '--to', 'backups');
    assertSaid(taken, 0, /Conferido/);
    backup = taken.output.split('\n')[0] ?? '';
    assertSaid(await asOwner('restore', backup), 1, /já tem contas/);
    const before = await query('SELECT count(*) AS n FROM proposals');
    await query('DROP SCHEMA pgboss CASCADE');
    await query('DROP SCHEMA public CASCADE');
    await query('CREATE SCHEMA public AUTHORIZATION pg_database_owner');
    assertSaid(await asOwner('restore', backup), 0, /Restaurado/);
    assert.deepEqual(await query('SELECT count(*) AS n FROM proposals'), before);
  });

  it('works afterwards as the role that owns nothing, and detects a change of the audit log', async () => {
    assertSaid(await asService('audit', 'verify', '--head', head), 0, /A auditoria está íntegra/);
    await query(
      'ALTER TABLE audit_log DISABLE TRIGGER USER; UPDATE audit_log SET resource_id = ' +
        'resource_id + 1 WHERE id = (SELECT min(s.audit_id) FROM audit_seals s)',
    );
    assertSaid(
      await asService('audit', 'verify'),
      1,
      /A auditoria foi violada no selo 1, linha \d+/,
    );
  });

  it('prints its usage, and refuses unknown commands', async () => {
    assertSaid(
      await asService('help'),
      0,
      /Uso: npm run lavra -- <comando>[^]*maintenance on[^]*audit verify/,
    );
    assertSaid(await asService('no', 'such'), 1, /Uso: npm run lavra/);
  });
});
