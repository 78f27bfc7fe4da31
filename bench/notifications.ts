import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { createApplication } from '@lavra/server/app/compose';
import { configOf } from '@lavra/server/platform/config/config';
import { createClock } from '@lavra/server/platform/clock/clock';
import { createCommand, systemActor } from '@lavra/server/platform/db/command';
import { migrate } from '@lavra/server/platform/db/migrate';
import { createPool } from '@lavra/server/platform/db/pool';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '@lavra/server/platform/embedded-postgres/embedded-postgres';
import { loadReferenceData } from '@lavra/server/features/reference-data/load-reference-data';
import { migrateQueue } from '@lavra/server/platform/queue/migrate-queue';
import { openWorkerRuntime } from '@lavra/server/platform/queue/worker-runtime';
import { cpuSecondsOfChildren } from './processes.ts';
import { describeMachine } from './report.ts';

// `node_modules/.bin/node bench/notifications.ts`: publishes an order that matches 10,000 of 25,000 suppliers.
// Measures what the worker does with the event in one transaction: matching, notifications,
// deliveries, and their jobs in the queue. CPU is more reliable than time where other programs run
// beside it.

const SUPPLIERS = 25_000;
const MATCHING = 10_000;
const ROUNDS = 7;
const config = { ...configOf({}), strict: false, rateLimit: false, logLevel: 'silent' as const };
const logger = pino({ level: 'silent' });
const say = (line: string): void => {
  process.stdout.write(`${line}\n`);
};

/**
 * Inserts suppliers of three kinds of coverage and of two product types each; the orders are of one
 * type, delivered to Sorriso/MT.
 */
async function fill(client: pg.Client, postgres: EmbeddedPostgres): Promise<void> {
  const pool = createPool({
    url: postgres.url,
    size: 2,
    timezone: config.timezone,
    name: 'bench',
    logger,
  });
  await loadReferenceData(createCommand({ pool, clock: createClock(), strict: false }));
  await pool.end();
  await client.query(`
    INSERT INTO product_types (name, is_pesticide, created_at, updated_at)
      SELECT 'Tipo ' || n, false, '2026-01-01', '2026-01-01' FROM generate_series(1, 10) n;
    INSERT INTO users (uuid, user_type, status, name, email, created_at, updated_at)
      SELECT gen_random_uuid(), 'fornecedor', 'ativo', 'Revenda ' || n,
        'revenda' || n || '@bench.example', '2026-01-01', '2026-01-01'
      FROM generate_series(1, ${SUPPLIERS}) n;
    INSERT INTO suppliers (uuid, user_id, coverage_kind)
      SELECT gen_random_uuid(), u.id, (ARRAY['national', 'states', 'cities'])[1 + u.id % 3]
      FROM users u;
    INSERT INTO supplier_states SELECT su.id, uf FROM suppliers su, unnest(ARRAY['MT', 'GO']) uf
      WHERE su.coverage_kind = 'states';
    INSERT INTO supplier_cities SELECT su.id, c FROM suppliers su, unnest(ARRAY[5107925, 5218805]) c
      WHERE su.coverage_kind = 'cities';
    INSERT INTO supplier_product_types
      SELECT r.id, t.id
      FROM (SELECT su.id, row_number() OVER (ORDER BY su.id) <= ${MATCHING} AS matches
        FROM suppliers su) r
      JOIN product_types t
        ON t.name IN ('Tipo 3', CASE WHEN r.matches THEN 'Tipo 1' ELSE 'Tipo 2' END);
    INSERT INTO users (uuid, user_type, status, name, email, created_at, updated_at)
      VALUES (gen_random_uuid(), 'produtor', 'ativo', 'Fazenda', 'fazenda@bench.example',
      '2026-01-01', '2026-01-01');
    INSERT INTO producers (uuid, user_id, type) SELECT gen_random_uuid(), u.id, 'PF' FROM users u
      WHERE u.user_type = 'produtor';
    INSERT INTO orders (uuid, number, producer_id, status, closure_type, description,
      deadline_date, delivery_city_id, published_at, items_count, product_type_ids, has_pesticide,
      created_at, updated_at)
      SELECT gen_random_uuid(), 'COT-2026-' || n, p.id, 'publicada', 'aberta', 'Insumos',
        '2036-12-15', 5107925, '2026-01-01', 1, ARRAY[t.id], false, '2026-01-01', '2026-01-01'
      FROM generate_series(1, ${ROUNDS + 1}) n, producers p, product_types t
      WHERE t.name = 'Tipo 1';
    ANALYZE`);
}

/** The dispatch of one event: wall-clock milliseconds, and milliseconds of CPU. */
interface Round {
  readonly ms: number;
  readonly node: number;
  readonly database: number;
}

/** Measures the event of each order, after one to warm up. */
async function measure(client: pg.Client, postgres: EmbeddedPostgres): Promise<Round[]> {
  const app = await createApplication({
    config,
    databaseUrl: postgres.url,
    appKey: 'key of a measurement, and of nothing else',
    logger,
  });
  const runtime = await openWorkerRuntime({
    platform: app.platform,
    work: app.work,
    databaseUrl: postgres.url,
  });
  const rounds: Round[] = [];
  const { rows } = await client.query<{ id: number }>('SELECT id::int FROM orders ORDER BY id');
  for (const { id } of rows) {
    await app.platform.command(systemActor, async (uow) => {
      uow.event({ type: 'order.published', data: { order_id: id } });
    });
    const [began, node, database] = [
      performance.now(),
      process.cpuUsage(),
      cpuSecondsOfChildren(postgres.pid),
    ];
    await runtime.dispatcher.next();
    const { user, system } = process.cpuUsage(node);
    rounds.push({
      ms: performance.now() - began,
      node: (user + system) / 1_000,
      database: (cpuSecondsOfChildren(postgres.pid) - database) * 1_000,
    });
  }
  await runtime.close();
  await app.close();
  return rounds.slice(1);
}

/** Prints the machine, what was written, and the times of the rounds. */
async function report(client: pg.Client, rounds: readonly Round[]): Promise<void> {
  const { rows } = await client.query<Record<string, string>>(
    'SELECT (SELECT count(*) FROM notifications) AS notifications, ' +
      '(SELECT count(*) FROM deliveries) AS deliveries',
  );
  const [counts] = rows;
  for (const line of describeMachine('embedded')) say(line);
  say(
    `${SUPPLIERS.toLocaleString('en')} suppliers, ${MATCHING.toLocaleString('en')} of whom ` +
      `match; ${ROUNDS} orders: ${counts?.['notifications']} notifications, ` +
      `${counts?.['deliveries']} deliveries`,
  );
  const median = (of: (one: Round) => number): string =>
    (rounds.map(of).toSorted((a, b) => a - b)[Math.floor(ROUNDS / 2)] ?? 0).toFixed(0);
  say(
    `dispatching one order: ${rounds.map(({ ms }) => ms.toFixed(0)).join(', ')} ms; median ` +
      `${median(({ ms }) => ms)} ms (aim: under 1,000), CPU node ${median(({ node }) => node)} ` +
      `+ db ${median(({ database }) => database)} ms`,
  );
}

async function main(): Promise<void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-bench-'));
  const postgres = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'data'),
    durability: 'full',
  });
  try {
    await migrate(postgres.url, { timezone: config.timezone });
    await migrateQueue(postgres.url);
    const client = new pg.Client({ connectionString: postgres.url });
    await client.connect();
    await fill(client, postgres);
    const rounds = await measure(client, postgres);
    await report(client, rounds);
    await client.end();
  } finally {
    await postgres.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

await main();
