import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openInstallation } from '@lavra/server/app/installation';
import { configOf } from '@lavra/server/platform/config/config';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '@lavra/server/platform/embedded-postgres/embedded-postgres';
import pg from 'pg';
import { PATIENT_DATABASE, processEnvironment } from '../../e2e/environment.ts';
import { until } from '../../server/test/until.ts';
import { freePort } from '../../server/test/free-port.ts';
import { serviceOver, type TestService } from '../../server/test/service.ts';
import { signalAll } from '../../server/test/signal-all.ts';
import { clientOf, type Client } from './http.ts';

const root = path.resolve(import.meta.dirname, '../..');
export const APP_KEY = 'key of the proofs, and of nothing else';

/** How long a delivered service waits for its database, for proofs of what happens without it. */
export const DELIVERED_WAITS = {
  DATABASE_SILENCE_MS: String(configOf({}).databaseSilenceMs),
  DATABASE_WAIT_MS: String(configOf({}).databaseWaitMs),
} as const;

/** A `lavra` process started for a proof. */
export interface Service {
  readonly process: ChildProcess;
  readonly address: string;
  readonly ask: Client;
  /** Sends `kill -9` and waits for the process to end. */
  kill(): Promise<void>;
  stop(): Promise<void>;
}

/**
 * An installation of a proof: a PostgreSQL that waits for the disk, and processes as they are
 * delivered.
 */
export interface Home {
  /** For files; deleted with the installation. */
  readonly folder: string;
  readonly databaseUrl: string;
  readonly postgresPid: () => number;
  /** Runs in this process, to insert users and orders into the database. */
  readonly service: TestService;
  /** Closes the connections of `service`, which cannot be used afterwards. */
  leaveService(): Promise<void>;
  /**
   * Starts `lavra serve` and waits until it is ready. Rate limits are off and a slow database is
   * waited for, unless `env` sets them.
   */
  serve(env?: Readonly<Record<string, string>>): Promise<Service>;
  /** Runs another `lavra` command to its end. */
  lavra(
    args: readonly string[],
    env?: Readonly<Record<string, string>>,
  ): Promise<{ readonly code: number | null; readonly output: string }>;
  readonly query: <R extends pg.QueryResultRow>(
    text: string,
    values?: readonly unknown[],
  ) => Promise<R[]>;
  /** Sends `kill -9` to the server and all its child processes, and waits for them to end. */
  killDatabase(): Promise<void>;
  readonly startDatabase: () => Promise<void>;
  close(): Promise<void>;
}

/**
 * Opens an installation. `settings` are PostgreSQL settings that override those of the embedded
 * server.
 */
export async function openHome({
  settings = {},
  maxConnections = 100,
}: { settings?: Readonly<Record<string, string>>; maxConnections?: number } = {}): Promise<Home> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-prove-'));
  fs.chmodSync(folder, 0o755);
  const start = (): Promise<EmbeddedPostgres> =>
    startEmbeddedPostgres({
      dataDir: path.join(folder, 'postgres'),
      durability: 'full',
      settings,
      maxConnections,
    });
  let postgres = await start();
  const config = {
    ...configOf(PATIENT_DATABASE),
    databaseUrl: postgres.url,
    dataDir: folder,
    rateLimit: false,
    logLevel: 'silent',
    appKey: APP_KEY,
  } as const;
  const installation = await openInstallation(config);
  const { service, close } = serviceOver(installation.app, postgres.url);
  const pool = new pg.Pool({ connectionString: postgres.url, max: 2 });
  pool.on('error', () => {}); // the connections are killed on purpose
  const running: Service[] = [];
  let leaving: Promise<void> | undefined;
  const leaveService = (): Promise<void> => (leaving ??= close());
  return {
    folder,
    databaseUrl: postgres.url,
    service,
    leaveService,
    postgresPid: () => postgres.pid,
    async serve(env = {}) {
      const started = await serve({
        DATABASE_URL: postgres.url,
        DATA_DIR: folder,
        APP_KEY,
        RATE_LIMIT: 'off',
        ...env,
      });
      running.push(started);
      return started;
    },
    lavra: (args, env = {}) =>
      runLavra(args, { DATABASE_URL: postgres.url, DATA_DIR: folder, APP_KEY, ...env }),
    query: async <R extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      (await pool.query<R>(text, [...values])).rows,
    async killDatabase() {
      signalAll(postgres.pid, 'SIGKILL');
      await postgres.stop();
    },
    startDatabase: async () => {
      postgres = await start();
    },
    async close() {
      await Promise.all(running.map((one) => one.stop()));
      await pool.end();
      await leaveService();
      await postgres.stop();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function runLavra(
  args: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['server/src/entry/lavra.mjs', ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...processEnvironment(), ...env },
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => chunks.push(chunk));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: Buffer.concat(chunks).toString() };
}

/**
 * Starts a process of an installation that has no address, and waits until it says that it runs.
 */
export async function startLavra(
  command: 'worker' | 'scheduler',
  env: Readonly<Record<string, string>>,
): Promise<Pick<Service, 'process' | 'stop'>> {
  const child = spawn(process.execPath, ['server/src/entry/lavra.mjs', command], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...processEnvironment(), LOG_LEVEL: 'info', ...env },
  });
  const ended = once(child, 'exit');
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => {
      if (text.includes('running')) resolve();
    });
    void ended.then(() => reject(new Error(`lavra ${command} ended with ${child.exitCode}`)));
  });
  return {
    process: child,
    async stop() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/**
 * Starts the API as it is delivered and waits until it responds; its log goes to this process' own.
 */
export async function serve(env: Readonly<Record<string, string>>): Promise<Service> {
  const port = env['PORT'] ?? String(await freePort());
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=16', 'server/src/entry/lavra.mjs', 'serve'],
    {
      cwd: root,
      stdio: ['ignore', 'ignore', 'inherit'],
      env: {
        ...processEnvironment(),
        LOG_LEVEL: 'error',
        SCHEDULER: 'off',
        WORKER: 'off',
        ...env,
        PORT: port,
      },
    },
  );
  const ended = once(child, 'exit');
  const address = `http://127.0.0.1:${port}`;
  const ask = clientOf(address);
  const end = (signal: NodeJS.Signals) => async (): Promise<void> => {
    child.kill(signal);
    await ended;
  };
  await until('lavra serve is ready', async () => {
    if (child.exitCode !== null) throw new Error(`lavra serve ended with ${child.exitCode}`);
    const ready = await ask('GET', '/health/ready', { patience: 1_000 }).catch(() => undefined);
    return ready?.status === 200;
  });
  return { process: child, address, ask, kill: end('SIGKILL'), stop: end('SIGTERM') };
}
