import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { pino } from 'pino';
import { loadReferenceData } from '@lavra/server/features/reference-data/load-reference-data';
import { createClock } from '@lavra/server/platform/clock/clock';
import { createCommand } from '@lavra/server/platform/db/command';
import { migrate } from '@lavra/server/platform/db/migrate';
import { createPool } from '@lavra/server/platform/db/pool';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '@lavra/server/platform/embedded-postgres/embedded-postgres';
import { onServer, urlOf } from '../server/test/cluster.ts';
import { fill } from './data/fill.ts';
import { ZONE } from './data/instant.ts';

const root = path.resolve(import.meta.dirname, '..');
const dataDir = path.join(root, '.cache/bench/postgres');

export interface DataSet {
  readonly orders: number;
  readonly url: string;
}

/** The measured database server and its data sets, smallest first. */
export interface BenchData {
  readonly sets: readonly DataSet[];
  readonly postgres: EmbeddedPostgres;
  /** Seconds that generating each data set took; 0 when it existed already. */
  readonly generated: ReadonlyMap<number, number>;
}

/**
 * Opens the data sets, generating those that are missing or older than the migrations. Data is
 * generated without waiting for the disk; measuring runs on the same cluster with the settings of a
 * real installation, full durability included.
 */
export async function openData(
  sizes: readonly number[],
  report: (line: string) => void,
): Promise<BenchData> {
  const wanted = sizes.toSorted((a, b) => a - b);
  const { names, generated } = await generateMissing(wanted, report);
  const postgres = await startAlone({ dataDir, durability: 'full' });
  return {
    postgres,
    generated,
    sets: wanted.map((orders) => ({ orders, url: urlOf(postgres.url, names.get(orders) ?? '') })),
  };
}

async function generateMissing(
  sizes: readonly number[],
  report: (line: string) => void,
): Promise<{ names: Map<number, string>; generated: Map<number, number> }> {
  const postgres = await startAlone({
    dataDir,
    durability: 'off',
    settings: {
      shared_buffers: '512MB',
      max_wal_size: '16GB',
      checkpoint_timeout: '30min',
      autovacuum: 'off',
    },
  });
  const names = new Map<number, string>();
  const generated = new Map<number, number>();
  try {
    const kept = await dropStale(postgres.url);
    for (const orders of sizes) {
      const began = performance.now();
      const known = kept.find((name) => name.startsWith(`bench_${orders}_`));
      names.set(orders, known ?? (await generate(postgres.url, orders, report)));
      generated.set(orders, known === undefined ? (performance.now() - began) / 1000 : 0);
    }
  } finally {
    await postgres.stop();
  }
  return { names, generated };
}

/** Generates a data set under a temporary name: only a complete one gets the final name. */
async function generate(
  serverUrl: string,
  orders: number,
  report: (line: string) => void,
): Promise<string> {
  report(`generating ${orders} orders`);
  const name = dataSetName(orders, migrationFiles().length);
  await onServer(serverUrl, async (client) => {
    await client.query('DROP DATABASE IF EXISTS bench_filling');
    await client.query('CREATE DATABASE bench_filling');
  });
  const url = urlOf(serverUrl, 'bench_filling');
  await migrate(url, { timezone: ZONE });
  const pool = createPool({
    url,
    size: 2,
    timezone: ZONE,
    name: 'lavra-bench',
    logger: pino({ level: 'silent' }),
  });
  await loadReferenceData(createCommand({ pool, clock: createClock(), strict: false }));
  await pool.end();
  await fill(url, orders, report);
  await onServer(serverUrl, (client) =>
    client.query(`ALTER DATABASE bench_filling RENAME TO ${name}`),
  );
  return name;
}

async function startAlone(
  options: Parameters<typeof startEmbeddedPostgres>[0],
): Promise<EmbeddedPostgres> {
  const postgres = await startEmbeddedPostgres(options);
  if (!postgres.adopted) return postgres;
  await postgres.stop();
  throw new Error('another benchmark runs on this checkout: two at once would measure each other');
}

/**
 * Drops data sets made by another recipe or before a migration was edited; returns the names of the
 * others. Later migrations are applied by the service.
 */
async function dropStale(serverUrl: string): Promise<string[]> {
  return onServer(serverUrl, async (client) => {
    const { rows } = await client.query<{ datname: string }>(
      `SELECT datname FROM pg_database WHERE datname LIKE 'bench\\_%'`,
    );
    const names = rows.map(({ datname }) => datname);
    for (const name of names.filter((candidate) => !isCurrent(candidate)))
      await client.query(`DROP DATABASE ${name}`);
    return names.filter(isCurrent);
  });
}

function isCurrent(name: string): boolean {
  const [, orders, migrations] = /^bench_(\d+)_\w+_(\d+)_\w+$/.exec(name) ?? [];
  return name === dataSetName(Number(orders), Number(migrations));
}

/**
 * Returns a data set's name, made of a hash of its recipe in data/ and the number of migrations.
 */
function dataSetName(orders: number, migrations: number): string {
  const recipe = fs
    .readdirSync(path.join(root, 'bench/data'))
    .map((file) => path.join('bench/data', file));
  return `bench_${orders}_${hashOf(recipe)}_${migrations}_${hashOf(migrationFiles().slice(0, migrations))}`;
}

const migrationFiles = (): string[] =>
  fs
    .readdirSync(path.join(root, 'server/migrations'))
    .filter((file) => file.endsWith('.sql'))
    .toSorted()
    .map((file) => path.join('server/migrations', file));

function hashOf(files: readonly string[]): string {
  const hash = createHash('sha256');
  for (const file of files.toSorted())
    hash.update(file).update(fs.readFileSync(path.join(root, file)));
  return hash.digest('hex').slice(0, 8);
}
