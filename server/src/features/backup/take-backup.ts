import { createHash } from 'node:crypto';
import fs from 'node:fs';
import { Transform, type Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { formatHead } from '../audit/audit-feature.ts';
import { tableFile, writeManifest, type BackedUpTable, type Manifest } from './backup-manifest.ts';
import {
  assertReadable,
  listMigrations,
  listTables,
  quotedColumns,
  quotedName,
  readSequences,
  type TableShape,
} from './backup-tables.ts';

export interface BackupSource {
  readonly url: string;
  readonly version: string;
  readonly keyCheck: string;
  /** The object store that holds files of the installation, if any. */
  readonly filesLocation?: string | undefined;
  readonly now: Date;
}

/**
 * Writes every table into an empty folder as of one instant, while the service keeps running: one
 * snapshot, one connection, constant memory. The manifest is written last; without it the folder is
 * not a backup.
 */
export async function takeBackup(
  { url, version, keyCheck, filesLocation, now }: BackupSource,
  folder: string,
): Promise<Manifest> {
  const client = new pg.Client({ connectionString: url, application_name: 'lavra-backup' });
  client.on('error', () => {}); // the running query reports it
  await client.connect();
  try {
    await client.query(
      'SET statement_timeout = 0; SET idle_in_transaction_session_timeout = 0; SET DateStyle ' +
        '= ISO; SET TimeZone = UTC; SET extra_float_digits = 3',
    );
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    await assertReadable(client);
    const migrations = await listMigrations(client);
    const audit_head = await headOf(client);
    const tables: BackedUpTable[] = [];
    for (const table of await listTables(client))
      tables.push(await writeTable(client, table, folder));
    // Sequences are outside every snapshot: read last, they are never behind the rows.
    const sequences = await readSequences(client);
    await client.query('COMMIT');
    const manifest: Manifest = {
      format: 1,
      made_at: now.toISOString(),
      version,
      migrations,
      key_check: keyCheck,
      audit_head,
      ...(filesLocation === undefined ? {} : { files: { location: filesLocation } }),
      sequences,
      tables,
    };
    await writeManifest(folder, manifest);
    return manifest;
  } finally {
    await client.end();
  }
}

/**
 * Returns the end of the audit chain in the snapshot: a chain truncated later in the backup is
 * detected by it.
 */
async function headOf(client: pg.Client): Promise<string | null> {
  const { rows } = await client.query<{ sequence: string; hash: Buffer }>(
    'SELECT s.sequence, s.hash FROM audit_seals s ORDER BY s.sequence DESC LIMIT 1',
  );
  const [head] = rows;
  return head === undefined
    ? null
    : formatHead({ sequence: Number(head.sequence), hash: head.hash });
}

async function writeTable(
  client: pg.Client,
  { name, columns }: TableShape,
  folder: string,
): Promise<BackedUpTable> {
  const source = copyTo(
    `COPY (SELECT ${quotedColumns(columns)} FROM ${quotedName(name)}) TO STDOUT`,
  );
  const file = fs.createWriteStream(tableFile(folder, name), {
    mode: 0o600,
    flags: 'wx',
    flush: true,
  });
  const sum = createHash('sha256');
  let [rows, bytes] = [0, 0];
  // Counts rows: COPY writes one line per row, and no line break inside a value.
  const countRows = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      for (let at = chunk.indexOf(10); at !== -1; at = chunk.indexOf(10, at + 1)) rows += 1;
      done(null, chunk);
    },
  });
  const measure = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sum.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  const stream: Readable = client.query(source);
  await pipeline(stream, countRows, createGzip({ level: 6 }), measure, file);
  return { name, columns, rows, bytes, sha256: sum.digest('hex') };
}
