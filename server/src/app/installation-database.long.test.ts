import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { onServer, urlOf, ZONE } from '../../test/cluster.ts';
import { startService } from '../../test/service.ts';
import { until } from '../../test/until.ts';
import { configOf, type Config } from '../platform/config/config.ts';
import { ConfigError } from '../platform/config/env-reader.ts';
import { listMigrationFiles, migrate, migrationsFolder } from '../platform/db/migrate.ts';
import { onConnection } from '../platform/db/on-connection.ts';
import { migrateDatabase } from './installation-database.ts';
import { openInstallation } from './installation.ts';

const service = await startService();
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-migrations-'));
fs.cpSync(migrationsFolder, folder, { recursive: true });
fs.writeFileSync(path.join(folder, '9998_probes.sql'), 'CREATE TABLE probes (id bigint);');
fs.writeFileSync(
  path.join(folder, '9999_orders_probe.sql'),
  'ALTER TABLE orders ADD COLUMN probe integer;',
);
after(() => fs.rmSync(folder, { recursive: true, force: true }));

const quiet: Config = {
  ...configOf({}),
  databaseSilenceMs: 60_000,
  databaseWaitMs: 60_000,
  rateLimit: false,
  logLevel: 'silent',
  dataDir: folder,
  appKey: 'key of a test of migrations, and of nothing else',
};
const query = (url: string, text: string) =>
  onConnection(url, async (client) => (await client.query<Record<string, unknown>>(text)).rows);

/** The columns that the probe adds. */
const COLUMNS = `
  SELECT c.column_name FROM information_schema.columns c
  WHERE c.table_name = 'orders' AND c.column_name = 'probe'`;

/** Opens a transaction that uses the table of orders until its connection ends. */
async function holdOrders(): Promise<pg.Client> {
  const holder = new pg.Client({ connectionString: service.databaseUrl });
  await holder.connect();
  await holder.query('BEGIN');
  await holder.query('SELECT count(*) FROM orders');
  return holder;
}

/** When the statements began that wait for a lock now, and whether for longer than a second. */
const waiting = () =>
  query(
    service.databaseUrl,
    `SELECT a.query_start::text AS since,
      clock_timestamp() - a.query_start > interval '1.2 seconds' AS long
    FROM pg_stat_activity a
    WHERE a.datname = current_database() AND a.wait_event_type = 'Lock'`,
  );

/** Creates an empty database for the duration of `work`. */
async function withDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const name = `migrated_${randomBytes(6).toString('hex')}`;
  await onServer(service.databaseUrl, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`),
  );
  try {
    return await work(urlOf(service.databaseUrl, name));
  } finally {
    await onServer(service.databaseUrl, (client) =>
      client.query(`DROP DATABASE ${name} WITH (FORCE)`),
    );
  }
}

/** Passes the URL of the same database for a role of the server that owns nothing. */
async function withClerk<T>(url: string, work: (clerkUrl: string) => Promise<T>): Promise<T> {
  const role = `clerk_${randomBytes(6).toString('hex')}`;
  const clerk = new URL(url.replace('@/', '@localhost/'));
  [clerk.username, clerk.password] = [role, 'clerk'];
  await query(url, `CREATE ROLE ${role} LOGIN PASSWORD 'clerk'`);
  try {
    return await work(clerk.href.replace('@localhost/', '@/'));
  } finally {
    await query(url, `DROP OWNED BY ${role}; DROP ROLE ${role}`);
  }
}

describe('migrations', () => {
  it('are applied by one of three concurrent processes, and the others find them applied', () =>
    withDatabase(async (url) => {
      const database = { url, embedded: false, close: () => Promise.resolve() };
      const applied = await Promise.all([1, 2, 3].map(() => migrateDatabase(quiet, database)));
      assert.deepEqual(
        applied.toSorted((a, b) => b.length - a.length),
        [await listMigrationFiles(), [], []],
      );
    }));

  it('that cannot get a table within a second change nothing of it, and succeed later', async () => {
    const holder = await holdOrders();
    await assert.rejects(
      migrate(service.databaseUrl, { folder, timezone: ZONE, maxAttempts: 1 }),
      /9999_orders_probe failed: canceling statement due to lock timeout/,
    );
    assert.deepEqual(await query(service.databaseUrl, COLUMNS), []);
    await holder.end();
    assert.deepEqual(await migrate(service.databaseUrl, { folder, timezone: ZONE }), [
      '9999_orders_probe',
    ]);
  });

  it('let others use the table and try again', async () => {
    fs.writeFileSync(
      path.join(folder, '9999_zz_second_probe.sql'),
      'ALTER TABLE orders ADD COLUMN second_probe integer;',
    );
    const holder = await holdOrders();
    const migrated = migrate(service.databaseUrl, { folder, timezone: ZONE });
    const attempts = new Set<unknown>();
    await until('the table is asked for a second time', async () => {
      for (const { since } of await waiting()) attempts.add(since);
      return attempts.size === 2;
    });
    await holder.end();
    assert.deepEqual(await migrated, ['9999_zz_second_probe']);
  });

  it('build an index concurrently while others write, and anew where it was interrupted', async () => {
    const name = '9999_zzz_index_probe';
    fs.writeFileSync(
      path.join(folder, `${name}.sql`),
      '-- built while others write\n' +
        'DROP INDEX CONCURRENTLY IF EXISTS orders_probe;\n' +
        'CREATE INDEX CONCURRENTLY orders_probe ON orders (probe);\n',
    );
    // What an interrupted build leaves behind.
    await query(service.databaseUrl, 'CREATE INDEX orders_probe ON orders (probe)');
    await query(
      service.databaseUrl,
      `UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'orders_probe'::regclass`,
    );
    const holder = await holdOrders();
    const migrated = migrate(service.databaseUrl, { folder, timezone: ZONE });
    await until('the index waits for longer than a table is waited for', async () =>
      (await waiting()).some(({ long }) => long === true),
    );
    await holder.query('UPDATE orders SET probe = 1 WHERE false');
    await holder.end();
    assert.deepEqual(await migrated, [name]);
    assert.deepEqual(
      await query(
        service.databaseUrl,
        `SELECT i.indisvalid AS valid FROM pg_index i WHERE i.indexrelid = 'orders_probe'::regclass`,
      ),
      [{ valid: true }],
    );
    await withDatabase(async (url) => {
      assert.equal((await migrate(url, { folder, timezone: ZONE })).at(-1), name);
    });
  });

  it('of a newer release do not stop this one: it starts, replies and migrates nothing', async () => {
    assert.deepEqual(await migrate(service.databaseUrl, { timezone: ZONE }), []);
    const installation = await openInstallation({ ...quiet, databaseUrl: service.databaseUrl });
    assert.equal((await installation.app.http.inject('/health/ready')).statusCode, 200);
    await installation.close();
  });

  it('that this release does not know and that are older than its own are refused', () =>
    withDatabase(async (url) => {
      await migrate(url, { timezone: ZONE });
      await query(
        url,
        `
          INSERT INTO schema_migrations (name, timestamp)
          SELECT '0003_somebody_elses', m.timestamp
          FROM schema_migrations m WHERE m.name = '0002_places'`,
      );
      await assert.rejects(migrate(url, { timezone: ZONE }), /0003_somebody_elses is missing/);
    }));
});

describe('a database role that owns nothing', () => {
  it('runs the service, creates no table, and adds to the audit log without changing it', () =>
    withDatabase((url) =>
      withClerk(url, async (clerkUrl) => {
        await migrateDatabase(
          { ...quiet, databaseOwnerUrl: url },
          { url: clerkUrl, embedded: false, close: () => Promise.resolve() },
        );
        const alone = await openInstallation({
          ...quiet,
          databaseUrl: clerkUrl,
          admin: { email: 'master@lavra.example', password: 'Lavra2026' },
        });
        await alone.close();
        await query(
          clerkUrl,
          `
            INSERT INTO audit_log (at, actor_type, action, resource_type, resource_id,
              values_digest)
            VALUES (now(), 'system', 'created', 'probe', 1, '')`,
        );
        for (const refused of [
          'UPDATE audit_log SET resource_id = 2',
          'DELETE FROM audit_log',
          'TRUNCATE audit_log CASCADE',
          'UPDATE audit_seals SET sequence = 2',
          'DELETE FROM audit_seals',
          'ALTER TABLE audit_log DISABLE TRIGGER USER',
          'DELETE FROM schema_migrations',
          'CREATE TABLE mine (id int)',
          'DROP TABLE orders',
          'TRUNCATE orders CASCADE',
        ])
          await assert.rejects(
            query(clerkUrl, refused),
            /permission denied|must be owner/,
            refused,
          );
      }),
    ));

  it('gets an error that names the role which may apply missing migrations', () =>
    withDatabase((url) =>
      withClerk(url, async (clerkUrl) => {
        const database = { url: clerkUrl, embedded: false, close: () => Promise.resolve() };
        await migrateDatabase({ ...quiet, databaseOwnerUrl: url }, database);
        await query(
          url,
          'DELETE FROM schema_migrations m WHERE m.name = (SELECT max(n.name) FROM schema_migrations n)',
        );
        await assert.rejects(
          migrateDatabase(quiet, database),
          (error) =>
            error instanceof ConfigError &&
            error.message.includes('rode `lavra migrate` com DATABASE_OWNER_URL'),
        );
      }),
    ));
});
