import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, describe, it } from 'node:test';
import pg from 'pg';
import { pino } from 'pino';
import { sql } from 'kysely';
import { buildProduct } from '../../../test/catalogue.ts';
import { onServer } from '../../../test/cluster.ts';
import { openMarket } from '../scheduling/scheduling.fixture.ts';
import { MAX_DRAFTS } from '@lavra/domain/order/order-rules';
import { buildProducer } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { until } from '../../../test/until.ts';
import { databaseOver, type Db } from '../../platform/db/database.ts';
import { listMigrationFiles, migrate } from '../../platform/db/migrate.ts';
import { onConnection } from '../../platform/db/on-connection.ts';
import { createPool } from '../../platform/db/pool.ts';
import { migrateQueue } from '../../platform/queue/migrate-queue.ts';
import { parseHead, sealAudit, sealPart, verifyAudit } from '../audit/audit-feature.ts';
import {
  backUpInto,
  BackupError,
  checkBackup,
  noteBackup,
  restoreBackup,
  type Manifest,
} from './backup-feature.ts';
import type { BackupSource } from './take-backup.ts';

const service = await startService();
const { platform } = service.app;
const market = await openMarket(service);
const producer = await buildProducer(service);
const product = await buildProduct(service);
for (let n = 0; n < 5; n += 1) await market.offer(await market.build({ deadline: '2027-03-09' }));
const into = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-backup-'));
after(() => fs.rmSync(into, { recursive: true, force: true }));

let minute = 0;
/** Returns a source with a minute of its own: backups are named after the minute. */
const source = (): BackupSource => ({
  url: service.databaseUrl,
  version: '0.0.0',
  keyCheck: 'check',
  now: new Date(Date.UTC(2027, 0, 1, 0, minute++)),
});
const take = () => backUpInto(into, source(), { keep: undefined });

/** Runs `work` with an empty database. */
async function withDatabase<T>(work: (url: string) => Promise<T>): Promise<T> {
  const name = `restored_${randomBytes(6).toString('hex')}`;
  const url = service.databaseUrl.replace(/test_[\da-f]+/, name);
  await onServer(service.databaseUrl, (client) =>
    client.query(`CREATE DATABASE ${name} TEMPLATE template0 ENCODING 'UTF8'`),
  );
  try {
    return await work(url);
  } finally {
    await onServer(service.databaseUrl, (client) =>
      client.query(`DROP DATABASE ${name} WITH (FORCE)`),
    );
  }
}

async function withDb<T>(url: string, work: (db: Db) => Promise<T>): Promise<T> {
  const pool = createPool({
    waitMs: 60_000,
    url,
    size: 2,
    timezone: platform.zone,
    name: 'restored',
    logger: pino({ level: 'silent' }),
  });
  try {
    return await work(databaseOver(pool));
  } finally {
    await pool.end();
  }
}

/** Returns one checksum per table over its rows. */
async function contentsOf(url: string, { tables }: Manifest): Promise<Record<string, string>> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const sums: Record<string, string> = {};
  for (const { name } of tables) {
    const { rows } = await client.query<{ sum: string }>(
      `SELECT coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS sum FROM ${name} t`,
    );
    sums[name] = rows[0]?.sum ?? '';
  }
  await client.end();
  return sums;
}

/** Leaves out the tables that a restore changes. */
const asBefore = (contents: Record<string, string>) => ({
  ...contents,
  'public.sessions': '',
  'public.account_tokens': '',
});

describe('a backup', () => {
  it('accepts no session or link of its time after a restore, except the undoing of a change of e-mail', async () => {
    const now = platform.clock.now();
    const later = new Date(now.getTime() + 3_600_000);
    for (const [purpose, n] of [
      ['password_reset', 1],
      ['consultant_activation', 2],
      ['email_verification', 3],
      ['email_undo', 4],
    ] as const) {
      await service.db.q
        .insertInto('account_tokens')
        .values({
          token_hash: Buffer.alloc(32, n),
          user_id: producer.userId,
          purpose,
          email_key: producer.email,
          restores_email: purpose === 'email_undo' ? producer.email : null,
          created_at: now,
          expires_at: later,
        })
        .execute();
    }
    const { folder, manifest } = await take();
    await withDatabase(async (url) => {
      await restoreBackup(folder, manifest, { url, zone: platform.zone, now });
      await withDb(url, async (db) => {
        const living = await db.q
          .selectFrom('sessions')
          .select('id')
          .where('revoked_at', 'is', null)
          .execute();
        const good = await db.q
          .selectFrom('account_tokens')
          .select('purpose')
          .where('expires_at', '>', now.toISOString())
          .execute();
        assert.deepEqual([living, good], [[], [{ purpose: 'email_undo' }]]);
        assert.notEqual(
          (await db.q.selectFrom('sessions').select('id').execute()).length,
          0,
          'there were some',
        );
      });
    });
    await service.db.q.deleteFrom('account_tokens').execute();
  });

  it('restores every table into an empty database, generated columns too, and writes continue', async () => {
    await sealAudit(platform);
    await sealPart(platform, 0);
    const { folder, manifest } = await take();
    await withDatabase(async (url) => {
      await restoreBackup(folder, await checkBackup(folder), {
        url,
        zone: platform.zone,
        now: platform.clock.now(),
      });
      assert.deepEqual(
        asBefore(await contentsOf(url, manifest)),
        asBefore(await contentsOf(service.databaseUrl, manifest)),
      );
      await withDb(url, async (db) => {
        const { problem } = await verifyAudit(
          db,
          manifest.audit_head === null
            ? {}
            : { head: parseHead(manifest.audit_head) ?? assert.fail() },
        );
        assert.equal(problem, undefined);
        const { id } = await db.q
          .insertInto('events')
          .values({ type: 'order.closed', at: platform.clock.now(), data: '{}' })
          .returning('id')
          .executeTakeFirstOrThrow();
        const { rows } = await sql<{
          highest: number;
        }>`SELECT max(e.id) AS highest FROM events e`.execute(db.q);
        assert.equal(rows[0]?.highest, id, 'ids go on where they were');
      });
    });
  });

  it('is one instant even when taken during writes: every order with its items and its timeline', async () => {
    const stopping = new AbortController();
    const orders = async (db: Db) =>
      (await sql<{ n: number }>`SELECT count(*) AS n FROM orders o`.execute(db.q)).rows[0]?.n ?? 0;
    const before = await orders(service.db);
    const writers = Array.from({ length: 6 }, async () => {
      let author = await buildProducer(service);
      for (let written = 1; !stopping.signal.aborted; written += 1) {
        if (written % MAX_DRAFTS === 0) author = await buildProducer(service);
        const items = Array.from({ length: 20 }, () => ({
          product_id: product.id,
          quantity: 1,
          unit: product.unit,
        }));
        const { status } = await service.call('POST', '/api/v1/producer/orders', {
          token: author.token,
          body: { description: 'Escrita durante o backup', deadline_date: '2036-12-15', items },
        });
        assert.equal(status, 200);
      }
    });
    await until('orders are written', async () => (await orders(service.db)) >= before + 20);
    const { folder, manifest } = await take();
    const meanwhile = await orders(service.db);
    stopping.abort();
    await Promise.all(writers);
    await withDatabase(async (url) => {
      await restoreBackup(folder, await checkBackup(folder), {
        url,
        zone: platform.zone,
        now: platform.clock.now(),
      });
      await withDb(url, async (db) => {
        const { rows } = await sql<{
          n: number;
        }>`
          SELECT count(*) AS n
          FROM orders o
          WHERE o.items_count <> (SELECT count(*) FROM order_items i WHERE i.order_id = o.id)
            OR NOT EXISTS (SELECT FROM order_events e WHERE e.order_id = o.id)
            AND o.description LIKE 'Escrita%'`.execute(db.q);
        assert.equal(rows[0]?.n, 0);
        assert.equal(
          await orders(db),
          manifest.tables.find(({ name }) => name === 'public.orders')?.rows,
        );
        assert.ok(meanwhile > (await orders(db)), 'writing went on meanwhile');
      });
    });
  });

  it('is not restored into a database that holds people, which stays unchanged', async () => {
    const { folder, manifest } = await take();
    const before = await contentsOf(service.databaseUrl, manifest);
    await assert.rejects(
      restoreBackup(folder, manifest, {
        url: service.databaseUrl,
        zone: platform.zone,
        now: platform.clock.now(),
      }),
      /já tem contas/,
    );
    assert.deepEqual(await contentsOf(service.databaseUrl, manifest), before);
  });

  it('of an older schema is restored into that schema, and later migrations are then applied', () =>
    withDatabase(async (old) => {
      await migrate(old, { timezone: platform.zone, upTo: '0014_scheduler' });
      await migrateQueue(old);
      await onConnection(old, (client) =>
        client.query(`
      INSERT INTO users (uuid, user_type, status, email, name, created_at, updated_at)
      VALUES (gen_random_uuid(), 'produtor', 'ativo', 'antes@lavra.example', 'Quem já estava',
        '2027-01-01', '2027-01-01');
      INSERT INTO events (type, at, data) VALUES ('order.closed', '2027-01-01', '{"order_id": 1}')`),
      );
      const { folder, manifest } = await backUpInto(
        into,
        { ...source(), url: old },
        { keep: undefined },
      );
      assert.equal(manifest.migrations.at(-2), '0014_scheduler');
      await withDatabase(async (url) => {
        await restoreBackup(folder, await checkBackup(folder), {
          url,
          zone: platform.zone,
          now: platform.clock.now(),
        });
        const rows = await onConnection(url, (client) =>
          client.query(
            `SELECT u.name, e.attempts, (SELECT max(m.name) FROM schema_migrations m) AS schema FROM users u, events e`,
          ),
        );
        assert.deepEqual(rows.rows, [
          { name: 'Quem já estava', attempts: 0, schema: (await listMigrationFiles()).at(-1) },
        ]);
      });
      await withDatabase(async (url) => {
        await migrate(url, { timezone: platform.zone });
        await assert.rejects(
          restoreBackup(folder, manifest, { url, zone: platform.zone, now: platform.clock.now() }),
          /não está no esquema do backup \(0014_scheduler/,
          'there is no way back',
        );
      });
    }));

  it('is refused to a role that may not read everything, sequences included', async (t) => {
    const role = `half_${randomBytes(6).toString('hex')}`;
    const url = new URL(service.databaseUrl.replace('@/', '@localhost/'));
    [url.username, url.password] = [role, 'half'];
    await sql
      .raw(
        `
          CREATE ROLE ${role} LOGIN PASSWORD 'half'; GRANT USAGE ON SCHEMA pgboss TO ${role}; GRANT
            SELECT ON ALL TABLES IN SCHEMA public, pgboss TO ${role}`,
      )
      .execute(service.db.q);
    t.after(() => sql.raw(`DROP OWNED BY ${role}; DROP ROLE ${role}`).execute(service.db.q));
    const attempt = () =>
      backUpInto(
        into,
        { ...source(), url: url.href.replace('@localhost/', '@/') },
        { keep: undefined },
      );
    await assert.rejects(
      attempt,
      (error) => error instanceof BackupError && /não pode ler public\.\w+_seq/.test(error.message),
    );
    await sql.raw(`GRANT pg_read_all_data TO ${role}`).execute(service.db.q);
    assert.deepEqual((await attempt()).manifest.sequences, (await take()).manifest.sequences);
    const madeAt = new Date('2027-01-02T03:00:00Z');
    await noteBackup(url.href.replace('@localhost/', '@/'), madeAt);
    const note = await service.db.q
      .selectFrom('settings')
      .select('updated_at')
      .where('key', '=', 'backup.made_at')
      .executeTakeFirstOrThrow();
    assert.equal(
      new Date(`${note.updated_at}-03:00`).getTime(),
      madeAt.getTime(),
      'it may note one',
    );
  });

  it('removes older backups beyond the configured number', async () => {
    const elsewhere = path.join(into, 'kept');
    for (let n = 0; n < 3; n += 1) await backUpInto(elsewhere, source(), { keep: 2 });
    assert.equal(fs.readdirSync(elsewhere).length, 2);
    for (const name of fs.readdirSync(elsewhere)) await checkBackup(path.join(elsewhere, name));
  });
});

describe('a broken backup', () => {
  const breakings: Readonly<Record<string, readonly [(folder: string) => void, RegExp]>> = {
    'cut short': [
      (folder) => fs.truncateSync(path.join(folder, 'public.users.copy.gz'), 40),
      /public\.users tem 40 bytes/,
    ],
    'with one bit turned': [
      (folder) => flip(path.join(folder, 'public.orders.copy.gz')),
      /public\.orders não confere com a sua soma/,
    ],
    'without one of its tables': [
      (folder) => fs.rmSync(path.join(folder, 'public.proposals.copy.gz')),
      /public\.proposals não está na pasta/,
    ],
    'without its manifest': [
      (folder) => fs.rmSync(path.join(folder, 'manifest.json')),
      /falta manifest\.json/,
    ],
    'with a manifest that was changed': [
      (folder) => fs.appendFileSync(path.join(folder, 'manifest.json'), ' '),
      /manifest\.json não confere/,
    ],
    'with tables of two backups mixed': [
      (folder) =>
        fs.copyFileSync(
          path.join(folder, 'public.states.copy.gz'),
          path.join(folder, 'public.cities.copy.gz'),
        ),
      /public\.cities tem/,
    ],
  };
  function flip(file: string): void {
    const bytes = fs.readFileSync(file);
    const at = Math.floor(bytes.length / 2);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    fs.writeFileSync(file, bytes);
  }
  for (const [name, [damage, words]] of Object.entries(breakings)) {
    it(`${name} is detected before anything is loaded`, async () => {
      const { folder } = await take();
      damage(folder);
      await assert.rejects(
        checkBackup(folder),
        (error) => error instanceof BackupError && words.test(error.message),
      );
    });
  }

  it('of another schema is refused, whether older or newer', async () => {
    const { folder, manifest } = await take();
    await withDatabase(async (url) => {
      for (const migrations of [
        manifest.migrations.slice(1),
        [...manifest.migrations, '9999_later'],
      ]) {
        await assert.rejects(
          restoreBackup(
            folder,
            { ...manifest, migrations },
            { url, zone: platform.zone, now: platform.clock.now() },
          ),
          /outra versão do esquema/,
        );
      }
    });
  });

  it('loads nothing when a row breaks a constraint: the whole restore is rolled back', async () => {
    const { folder, manifest } = await take();
    // Proposals without their orders.
    const orders = manifest.tables.find(({ name }) => name === 'public.orders') ?? assert.fail();
    const empty = fs.readFileSync(path.join(folder, 'public.failed_jobs.copy.gz'));
    fs.writeFileSync(path.join(folder, 'public.orders.copy.gz'), empty);
    await withDatabase(async (url) => {
      await assert.rejects(
        restoreBackup(
          folder,
          {
            ...manifest,
            tables: manifest.tables.map((table) =>
              table === orders ? { ...orders, rows: 0 } : table,
            ),
          },
          { url, zone: platform.zone, now: platform.clock.now() },
        ),
      );
      await withDb(url, async (db) => {
        assert.deepEqual(await db.q.selectFrom('users').select('id').execute(), []);
      });
    });
  });
});

describe('a backup whose connection is cut', () => {
  it('keeps the earlier backups and leaves no partial one', async () => {
    const elsewhere = path.join(into, 'cut');
    await backUpInto(elsewhere, source(), { keep: 1 });
    const good = fs.readdirSync(elsewhere);
    // Holds the backup at a table, to stop it in the middle.
    const holder = new pg.Client({ connectionString: service.databaseUrl });
    await holder.connect();
    await holder.query('BEGIN; LOCK TABLE users IN ACCESS EXCLUSIVE MODE');
    const running = assert.rejects(backUpInto(elsewhere, source(), { keep: 1 }));
    await until('the connection is cut', async () => {
      const { rows } = await sql`
          SELECT pg_terminate_backend(a.pid)
          FROM pg_stat_activity a
          WHERE a.application_name = 'lavra-backup' AND a.datname = current_database()
            AND a.wait_event_type = 'Lock'`.execute(service.db.q);
      return rows.length > 0;
    });
    await running;
    await holder.query('ROLLBACK');
    await holder.end();
    assert.deepEqual(fs.readdirSync(elsewhere), good);
  });
});
