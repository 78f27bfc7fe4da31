import fs from 'node:fs/promises';
import path from 'node:path';
import pg from 'pg';
import { Kysely, PostgresDialect, sql } from 'kysely';
import { Migrator, type Migration } from 'kysely/migration';

export const migrationsFolder = path.resolve(import.meta.dirname, '../../../migrations');

export interface MigrateOptions {
  readonly folder?: string;
  readonly timezone: string;
  /** The last migration to apply, on a database that has none after it; all of them when absent. */
  readonly upTo?: string;
}

/**
 * Applies missing migrations, in order and in one transaction, and returns their names. A migration
 * that cannot get a lock within 5 s fails with the schema unchanged. Migrations of a newer release
 * are left alone: this code runs on its schema.
 */
export async function migrate(
  url: string,
  { folder = migrationsFolder, timezone, upTo }: MigrateOptions,
): Promise<string[]> {
  const pool = new pg.Pool({
    connectionString: url,
    max: 2,
    options: `-c lock_timeout=5s -c TimeZone=${timezone}`,
    connectionTimeoutMillis: 5_000,
  });
  pool.on('error', () => {}); // the query in flight reports it
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) });
  try {
    await assertServer(pool);
    const migrator = new Migrator({
      db,
      provider: { getMigrations: () => knownMigrations(pool, folder) },
      migrationTableName: 'schema_migrations',
      migrationLockTableName: 'schema_migration_lock',
    });
    const { error, results } = await (upTo === undefined
      ? migrator.migrateToLatest()
      : migrator.migrateTo(upTo));
    if (error !== undefined) {
      const failed =
        results?.find((result) => result.status === 'Error')?.migrationName ?? 'before the first';
      throw new Error(
        `migration ${failed} failed: ${error instanceof Error ? error.message : JSON.stringify(error)}`,
        { cause: error },
      );
    }
    return (results ?? [])
      .filter((result) => result.status === 'Success')
      .map((result) => result.migrationName);
  } finally {
    await db.destroy();
  }
}

/** Returns this release's migrations, and later ones that a newer release left in the database. */
async function knownMigrations(pool: pg.Pool, folder: string): Promise<Record<string, Migration>> {
  const ours = await readMigrations(folder);
  const last = Object.keys(ours).at(-1) ?? '';
  const later = (await appliedMigrations(pool)).filter((name) => name > last);
  return {
    ...ours,
    ...Object.fromEntries(
      later.map((name) => [
        name,
        { up: () => Promise.reject(new Error(`${name} is not of this release`)) },
      ]),
    ),
  };
}

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
export const listMigrationFiles = async (folder = migrationsFolder): Promise<string[]> =>
  Object.keys(await readMigrations(folder));

/** Reads the files `NNNN_name.sql`, keyed by name. */
async function readMigrations(folder: string): Promise<Record<string, Migration>> {
  const files = (await fs.readdir(folder))
    .filter((file) => /^\d{4}_[a-z0-9_]+\.sql$/.test(file))
    .toSorted();
  const entries = await Promise.all(
    files.map(async (file) => {
      const text = await fs.readFile(path.join(folder, file), 'utf8');
      const migration: Migration = {
        up: async (db) => {
          await sql.raw(text).execute(db);
        },
      };
      return [file.replace(/\.sql$/, ''), migration] as const;
    }),
  );
  return Object.fromEntries(entries);
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
