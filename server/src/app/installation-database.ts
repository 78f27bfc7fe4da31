import path from 'node:path';
import type { Config } from '../platform/config/config.ts';
import { ConfigError } from '../platform/config/env-reader.ts';
import { grantApplication } from '../platform/db/application-role.ts';
import { migrate } from '../platform/db/migrate.ts';
import { withMigrationLock } from '../platform/db/migration-lock.ts';
import { migrateQueue } from '../platform/queue/migrate-queue.ts';

/** Where the data is stored: on an external server, or on the embedded one in the data folder. */
export interface InstallationDatabase {
  readonly url: string;
  readonly embedded: boolean;
  close(): Promise<void>;
}

/** Connects to the database, starting the embedded one when no `DATABASE_URL` is given. */
export async function openDatabase(config: Config): Promise<InstallationDatabase> {
  if (config.databaseUrl !== undefined)
    return { url: config.databaseUrl, embedded: false, close: () => Promise.resolve() };
  const { startEmbeddedPostgres } =
    await import('../platform/embedded-postgres/embedded-postgres.ts');
  const postgres = await startEmbeddedPostgres({
    dataDir: path.join(config.dataDir, 'postgres'),
    durability: 'full',
  });
  return { url: postgres.url, embedded: true, close: postgres.stop };
}

/**
 * Brings the application's schema and the queue's up to date, as the owner where that is another
 * role, which then grants the application's role what it needs. Only one process migrates at a
 * time; the others wait and find it done. Returns the migrations applied.
 */
export async function migrateDatabase(
  config: Config,
  database: InstallationDatabase,
): Promise<string[]> {
  const owner = config.databaseOwnerUrl ?? database.url;
  return withMigrationLock(owner, async (assertLocked) => {
    const applied = await migrate(owner, { timezone: config.timezone, assertLocked });
    await assertLocked();
    await migrateQueue(owner);
    if (owner !== database.url) await grantApplication(owner, database.url);
    return applied;
  }).catch((error: unknown) => {
    throw mayNot(error)
      ? new ConfigError(
          'Faltam migrações que este papel do banco não pode aplicar: rode `lavra migrate` com DATABASE_OWNER_URL.',
        )
      : error;
  });
}

/**
 * Returns whether an error or its cause is SQLSTATE 42501 (insufficient privilege): the role owns
 * nothing.
 */
const mayNot = (error: unknown): boolean =>
  error instanceof Error && (('code' in error && error.code === '42501') || mayNot(error.cause));
