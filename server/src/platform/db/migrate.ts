import fs from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator, type Migration, type MigrationResultSet } from 'kysely/migration';
import { isLocked } from './database-errors.ts';
import type { AssertLocked } from './migration-lock.ts';

export const migrationsFolder = path.resolve(import.meta.dirname, '../../../migrations');

export interface MigrateOptions {
  readonly folder?: string;
  readonly timezone: string;
  /** The last migration to apply, on a database that has none after it; all of them when absent. */
  readonly upTo?: string;
  /** How often a migration tries to get its tables; thirty times when absent. */
  readonly maxAttempts?: number;
  /** Is asked before each migration, by which the process may have lost its lock. */
  readonly assertLocked?: AssertLocked;
}

/** How long a migration waits for a table, in ms: all who want the table meanwhile wait behind it. */
const LOCK_TIMEOUT_MS = 1_000;
/** How often a migration tries to get its tables, and how long it lets others use them in between. */
const MAX_ATTEMPTS = 30;
const PAUSE_MS = 1_000;

/**
 * Applies missing migrations in order and returns their names: to an empty database all of them in
 * one transaction, and otherwise each in its own, so that no lock outlives the change it is for. A
 * migration that does not get a table within a second lets others pass and tries again, for a minute.
 * One that fails leaves the schema as the migrations before it made it, on which the release before
 * runs. Migrations of a newer release are left alone: this code runs on its schema.
 */
export async function migrate(url: string, options: MigrateOptions): Promise<string[]> {
  const { folder = migrationsFolder, timezone, upTo, maxAttempts = MAX_ATTEMPTS } = options;
  const { assertLocked = () => Promise.resolve() } = options;
  const pool = new pg.Pool({ connectionString: url, max: 2, connectionTimeoutMillis: 5_000 });
  pool.on('error', () => {}); // the query in flight reports it
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await assertServer(pool);
    const before = await appliedMigrations(pool);
    const files = await readMigrationFiles(folder);
    const context: MigrationContext = { timezone, isEmpty: before.length === 0 };
    const migrator = new Migrator({
      db,
      provider: { getMigrations: async () => knownMigrations(pool, files, context) },
      migrationTableName: 'schema_migrations',
      migrationLockTableName: 'schema_migration_lock',
    });
    const missing = [...files].filter(
      ([name]) => !before.includes(name) && (upTo === undefined || name <= upTo),
    );
    if (context.isEmpty || missing.length === 0)
      throwIfFailed(
        upTo === undefined ? await migrator.migrateToLatest() : await migrator.migrateTo(upTo),
      );
    else
      for (const [, text] of missing)
        await retryForTables(maxAttempts, async () => {
          await assertLocked();
          return migrator.migrateUp({ disableTransactions: buildsConcurrently(text) });
        });
    return missing.map(([name]) => name);
  } finally {
    await db.destroy();
  }
}

/** Runs a migration until it gets its tables, or has tried for too long. */
async function retryForTables(
  maxAttempts: number,
  run: () => Promise<MigrationResultSet>,
): Promise<void> {
  for (let attempts = 1; ; attempts += 1) {
    const set = await run();
    if (!isLocked(set.error) || attempts === maxAttempts) return throwIfFailed(set);
    await pause(PAUSE_MS);
  }
}

function throwIfFailed({ error, results }: MigrationResultSet): void {
  if (error === undefined) return;
  const failed =
    results?.find((result) => result.status === 'Error')?.migrationName ?? 'before the first';
  throw new Error(
    `migration ${failed} failed: ${error instanceof Error ? error.message : JSON.stringify(error)}`,
    { cause: error },
  );
}

interface MigrationContext {
  readonly timezone: string;
  /** Whether the database has no tables yet: there is nothing to wait for. */
  readonly isEmpty: boolean;
}

/** Returns this release's migrations, and later ones that a newer release left in the database. */
async function knownMigrations(
  pool: pg.Pool,
  files: ReadonlyMap<string, string>,
  context: MigrationContext,
): Promise<Record<string, Migration>> {
  const last = [...files.keys()].at(-1) ?? '';
  const later = (await appliedMigrations(pool)).filter((name) => name > last);
  return Object.fromEntries([
    ...[...files].map(([name, text]) => [name, migrationOf(text, context)] as const),
    ...later.map(
      (name) =>
        [name, { up: () => Promise.reject(new Error(`${name} is not of this release`)) }] as const,
    ),
  ]);
}

function migrationOf(text: string, { timezone, isEmpty }: MigrationContext): Migration {
  const run = (db: Kysely<unknown>, statement: string) => sql.raw(statement).execute(db);
  if (buildsConcurrently(text) && !isEmpty)
    return {
      up: async (db) => {
        // Waits until every transaction has ended that may see the table without its index; it holds
        // no writer up meanwhile.
        await run(db, 'SET lock_timeout = 0');
        for (const statement of statementsOf(text)) await run(db, statement);
        await run(db, 'RESET lock_timeout');
      },
    };
  return {
    up: async (db) => {
      await run(
        db,
        `SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}; SET LOCAL TimeZone = '${timezone}'`,
      );
      await run(db, text.replaceAll(/\bCONCURRENTLY\b/g, ''));
    },
  };
}

/** Returns whether a migration builds indexes concurrently, which no transaction may hold. */
const buildsConcurrently = (text: string): boolean =>
  statementsOf(text).some((statement) => /\bINDEX CONCURRENTLY\b/.test(statement));

/** Returns the statements of a migration without comments and without the bodies of functions. */
export const statementsOf = (text: string): string[] =>
  text
    .replaceAll(/--.*$/gm, '')
    .replaceAll(/\$(\w*)\$[^]*?\$\1\$/g, "''")
    .split(';')
    .map((one) => one.trim())
    .filter((one) => one !== '');

/** Returns the names of the migrations applied to a database so far, in order. */
export async function appliedMigrations(client: Pick<pg.ClientBase, 'query'>): Promise<string[]> {
  const {
    rows: [table],
  } = await client.query<{ there: boolean }>(
    `SELECT to_regclass('schema_migrations') IS NOT NULL AS there`,
  );
  if (table?.there !== true) return [];
  const { rows } = await client.query<{ name: string }>(
    'SELECT m.name FROM schema_migrations m ORDER BY m.name',
  );
  return rows.map(({ name }) => name);
}

/** Returns the names of this release's migrations, in order. */
export const listMigrationFiles = async (folder = migrationsFolder): Promise<string[]> => [
  ...(await readMigrationFiles(folder)).keys(),
];

/** Reads the files `NNNN_name.sql`: their texts by name, in order. */
async function readMigrationFiles(folder: string): Promise<ReadonlyMap<string, string>> {
  const files = (await fs.readdir(folder))
    .filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file))
    .toSorted();
  return new Map(
    await Promise.all(
      files.map(
        async (file) =>
          [file.replace(/\.sql$/, ''), await fs.readFile(path.join(folder, file), 'utf8')] as const,
      ),
    ),
  );
}

async function assertServer(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<{ version: number; encoding: string }>(
    `SELECT current_setting('server_version_num')::int AS version, current_setting('server_encoding') AS encoding`,
  );
  const server = rows[0];
  if (server === undefined || server.version < 150_000)
    throw new Error('o Lavra precisa do PostgreSQL 15 ou mais novo');
  if (server.encoding !== 'UTF8')
    throw new Error(`o banco precisa ser UTF8 (é ${server.encoding})`);
}
