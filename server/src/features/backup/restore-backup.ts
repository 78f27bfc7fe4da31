import fs from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { appliedMigrations, listMigrationFiles, migrate } from '../../platform/db/migrate.ts';
import { onConnection } from '../../platform/db/on-connection.ts';
import { migrateQueue } from '../../platform/queue/migrate-queue.ts';
import { endAllAccess } from '../accounts/accounts-feature.ts';
import { BackupError, tableFile, type BackedUpTable, type Manifest } from './backup-manifest.ts';
import { listMigrations, listTables, quotedColumns, quotedName } from './backup-tables.ts';

/**
 * Loads a checked backup into a database without accounts, all or nothing: into the schema it was
 * taken from, which is then migrated to this version's. Every session and every link of the backup
 * ends at `now`: tokens that ended after it was taken must not become valid again. Throws
 * `BackupError` when the database has accounts, when the backup's schema is newer than this
 * version, or when the database's is newer than the backup's.
 */
export async function restoreBackup(
  folder: string,
  manifest: Manifest,
  { url, zone, now }: { url: string; zone: string; now: Date },
): Promise<void> {
  const upTo = await schemaOf(manifest);
  if ((await onConnection(url, appliedMigrations)).every((name) => name <= upTo))
    await migrate(url, { timezone: zone, upTo });
  await migrateQueue(url);
  await loadInto(url, folder, manifest, now);
  await migrate(url, { timezone: zone });
}

/** Returns the backup's last migration; this version must know it and all before it. */
async function schemaOf({ migrations, version }: Manifest): Promise<string> {
  const its = migrations.filter((name) => !name.startsWith('pgboss '));
  const last = its.at(-1);
  if (
    last === undefined ||
    its.join(' ') !== (await listMigrationFiles()).slice(0, its.length).join(' ')
  ) {
    throw new BackupError(
      `O backup é de outra versão do esquema (${last ?? 'nenhuma migração'}): restaure com a versão ${version} do Lavra.`,
    );
  }
  return last;
}

async function loadInto(url: string, folder: string, manifest: Manifest, now: Date): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'lavra-restore' });
  client.on('error', () => {}); // the running query reports it
  await client.connect();
  try {
    await client.query(
      'SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET DateStyle = ISO; SET TimeZone = UTC',
    );
    await assertSameSchema(client, manifest);
    await client.query('BEGIN');
    await assertEmpty(client);
    await load(client, folder, manifest);
    await endAllAccess(client, now);
    await client.query('COMMIT');
    await client.query('ANALYZE');
  } finally {
    await client.end();
  }
}

async function assertSameSchema(client: pg.Client, manifest: Manifest): Promise<void> {
  const ours = (await listMigrations(client)).join(' ');
  if (ours !== manifest.migrations.join(' ')) {
    throw new BackupError(
      `O banco não está no esquema do backup (${manifest.migrations.slice(-2).join(', ')}): restaure em um banco vazio, ou com a versão ${manifest.version} do Lavra e atualize depois.`,
    );
  }
  const shapes = new Map(
    (await listTables(client)).map(({ name, columns }) => [name, columns.toSorted().join(' ')]),
  );
  const strange = manifest.tables.find(
    ({ name, columns }) => shapes.get(name) !== columns.toSorted().join(' '),
  );
  if (strange !== undefined)
    throw new BackupError(`O backup tem uma tabela que este banco não tem assim: ${strange.name}.`);
  const missing = [...shapes.keys()].filter(
    (name) => !manifest.tables.some((table) => table.name === name),
  );
  if (missing.length > 0)
    throw new BackupError(`O backup não tem todas as tabelas: falta ${missing.join(', ')}.`);
}

async function assertEmpty(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ taken: boolean }>(
    'SELECT EXISTS (SELECT FROM users) OR EXISTS (SELECT FROM audit_log) AS taken',
  );
  if (rows[0]?.taken !== false)
    throw new BackupError('O banco de destino já tem contas. Restaure em um banco vazio.');
}

/** Triggers are disabled meanwhile: the rows they would write are in the backup. */
async function load(
  client: pg.Client,
  folder: string,
  { tables, sequences }: Manifest,
): Promise<void> {
  const names = tables.map(({ name }) => quotedName(name));
  for (const name of names) await client.query(`ALTER TABLE ${name} DISABLE TRIGGER USER`);
  await client.query(`TRUNCATE ${names.join(', ')}`);
  for (const table of tables) await loadTable(client, folder, table);
  for (const name of names) await client.query(`ALTER TABLE ${name} ENABLE TRIGGER USER`);
  for (const [name, last] of Object.entries(sequences))
    await client.query('SELECT setval($1::regclass, $2)', [quotedName(name), last]);
}

async function loadTable(
  client: pg.Client,
  folder: string,
  { name, columns, rows }: BackedUpTable,
): Promise<void> {
  const target = client.query(
    copyFrom(`COPY ${quotedName(name)} (${quotedColumns(columns)}) FROM STDIN`),
  );
  await pipeline(fs.createReadStream(tableFile(folder, name)), createGunzip(), target);
  if (target.rowCount !== rows)
    throw new BackupError(
      `O backup está danificado: de ${name} entraram ${target.rowCount} linhas em vez de ${rows}.`,
    );
}
