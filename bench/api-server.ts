import path from 'node:path';
import { setTimeout } from 'node:timers/promises';
import type pg from 'pg';
import { BENCH_NOW, ZONE } from './data/instant.ts';
import { onData } from './fixtures.ts';
import type { DataSet } from './generate.ts';
import { freePort, startWorker, untilAnswers, type Worker } from './processes.ts';

export interface Server {
  readonly port: number;
  readonly worker: Worker;
}
export interface ApiServer extends Server {
  readonly readyMs: number;
}

const entry = path.resolve(import.meta.dirname, '../server/src/entry/lavra.mjs');
const dataDir = path.resolve(import.meta.dirname, '../.cache/bench/home');
/** How long a service may take to be ready that first applies migrations made since its data, in ms. */
const MIGRATED_MS = 900_000;

/**
 * Starts the service as it is delivered, `lavra serve`, on a data set. Rate limits are off, because
 * otherwise they would be what is measured.
 */
export async function startApi(
  { url }: DataSet,
  execArgv: readonly string[] = [],
): Promise<ApiServer> {
  const port = await freePort();
  const worker = startWorker(entry, {
    args: ['serve'],
    execArgv: [
      '--max-semi-space-size=16',
      '--import',
      path.join(import.meta.dirname, 'probe.ts'),
      ...execArgv,
    ],
    env: {
      PATH: process.env['PATH'],
      HOME: process.env['HOME'],
      DATABASE_URL: withHost(url),
      DATA_DIR: dataDir,
      PORT: String(port),
      APP_NOW: BENCH_NOW.toISOString(),
      APP_TIMEZONE: ZONE,
      RATE_LIMIT: 'off',
      LOG_LEVEL: 'warn',
      DEMO: '0',
    },
  });
  return {
    port,
    worker,
    readyMs: await Promise.race([untilAnswers(port, '/health/ready', MIGRATED_MS), worker.failure]),
  };
}

/**
 * Adds a host to the URL: the socket's folder is in the query, and the service's configuration
 * rejects an address without a host.
 */
const withHost = (url: string): string => url.replace('@/', '@localhost/');

/** How many seconds in a row a service must rest, and how many are waited for that. */
const REST_SECONDS = { inARow: 8, most: 900 };
/** The transactions of a second that two services at rest on one data set stay below: 17 to 19. */
const RESTING_TRANSACTIONS = 40;

/**
 * Waits until the service on a data set has done what it begins with: the scheduled tasks and the
 * mail of everything that fell due, which would be measured too.
 */
export async function untilItRests(set: DataSet): Promise<void> {
  await onData(set, async (client) => {
    let before = Number.NaN;
    let resting = 0;
    for (let second = 0; resting < REST_SECONDS.inARow; second += 1) {
      if (second > REST_SECONDS.most) throw new Error('the service does not rest');
      await setTimeout(1_000);
      const { rows } = await client.query<{ done: number; running: number }>(
        `SELECT (xact_commit + xact_rollback)::int AS done,
           (SELECT count(*)::int FROM pg_stat_activity
            WHERE datname = current_database() AND state <> 'idle' AND pid <> pg_backend_pid()
              AND clock_timestamp() - xact_start > '200 ms') AS running
         FROM pg_stat_database WHERE datname = current_database()`,
      );
      const { done, running } = rows[0] ?? { done: 0, running: 1 };
      const rests = running === 0 && done - before < RESTING_TRANSACTIONS;
      resting = rests ? resting + 1 : 0;
      before = done;
    }
  });
}

/** Starts a server of `limits/` on a data set. */
export async function startLimit(file: string, { url }: DataSet): Promise<Server> {
  const port = await freePort();
  const worker = startWorker(`limits/${file}`, { args: [url, String(port)] });
  await Promise.race([untilAnswers(port, '/health'), worker.failure]);
  return { port, worker };
}

/** What a request costs the database. */
export interface Cost {
  readonly statements: number;
  /** Table rows and index entries that were read. */
  readonly rows: number;
}

/**
 * Returns what one call of `send` costs: the lowest of
 * some runs, because the scheduler's work may be counted too.
 */
export async function costOf(
  { worker }: Server,
  statistics: pg.ClientBase,
  send: () => Promise<unknown>,
  runs = 3,
): Promise<Cost> {
  const read = async (): Promise<number> =>
    Number((await statistics.query(rowsReadSql)).rows[0]?.read);
  const costs: Cost[] = [];
  for (let run = 0; run < runs; run += 1) {
    await worker.ask('count');
    const before = await read();
    await send();
    const { statements } = await worker.ask('stop');
    costs.push({ statements: Number(statements), rows: (await read()) - before });
  }
  return {
    statements: Math.min(...costs.map(({ statements }) => statements)),
    rows: Math.min(...costs.map(({ rows }) => rows)),
  };
}

/** SQL for the table rows and index entries that a database's statements have read so far. */
export const rowsReadSql = `
  SELECT (SELECT coalesce(sum(t.seq_tup_read), 0) FROM pg_stat_user_tables t)
    + (SELECT coalesce(sum(i.idx_tup_read), 0) FROM pg_stat_user_indexes i) AS read`;

/**
 * Returns the statements per request that one call of `send` causes: the lowest of ten runs,
 * because the scheduler's statements may be counted too.
 */
export async function countStatements(
  { worker }: Server,
  send: () => Promise<unknown>,
): Promise<number> {
  const counts: number[] = [];
  for (let time = 0; time < 10; time += 1) {
    await worker.ask('count');
    await send();
    counts.push(Number((await worker.ask('stop'))['statements']));
  }
  return Math.min(...counts);
}
