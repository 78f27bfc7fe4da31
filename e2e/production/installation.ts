import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@lavra/server/platform/embedded-postgres/embedded-postgres';
import { freePort, startGateway, type RunningGateway } from '../gateway/nginx.ts';

const root = path.resolve(import.meta.dirname, '../..');
const cli = path.join(root, 'server/src/entry/lavra.mjs');

/** The shape of production on one machine: a gateway, two of each process, a PostgreSQL of its own. */
export interface ProductionShape {
  readonly gateway: RunningGateway;
  readonly databaseUrl: string;
  /** Runs a command of the command line to its end. */
  lavra(...args: readonly string[]): Promise<{ readonly code: number | null; readonly output: string }>;
  /** `maintenance on`, … with this installation's plan. */
  operate(...args: readonly string[]): Promise<{ readonly code: number | null; readonly output: string }>;
  pidOf(unit: string): number;
  killDatabase(): Promise<void>;
  startDatabase(): Promise<void>;
  stop(): Promise<void>;
}

export async function startShape(): Promise<ProductionShape> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-production-'));
  const at = (name: string): string => path.join(folder, name);
  const openDatabase = (): Promise<EmbeddedPostgres> => startEmbeddedPostgres({ dataDir: at('postgres/data'), durability: 'full', maxConnections: 200 });
  let postgres = await openDatabase();
  const ports = { 'api-1': await freePort(), 'api-2': await freePort() };
  const webPorts = { 'web-1': await freePort(), 'web-2': await freePort() };
  const addresses = (all: Readonly<Record<string, number>>): string[] => Object.values(all).map((port) => `127.0.0.1:${port}`);
  const gateway = await startGateway({ api: addresses(ports), web: addresses(webPorts) });
  const env = {
    DATABASE_URL: postgres.url, DATA_DIR: at('data'), APP_KEY: 'key of a production shape, for tests alone', SCHEDULER: 'off', WORKER: 'off', RATE_LIMIT: 'off', DEMO: '0',
    TRUST_PROXY: '127.0.0.1', DRAIN_SECONDS: '3', LOG_LEVEL: 'warn', ADMIN_EMAIL: 'master@lavra.example', ADMIN_PASSWORD: 'Lavra2026', PUBLIC_URL: gateway.address,
  };
  const command = (name: string) => [process.execPath, cli, name];
  const twice = (name: string) => Object.fromEntries([1, 2].map((n) => [`${name}-${n}`, { command: command(name), env }]));
  const onPorts = (name: string, all: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(all).map(([unit, port]) => [unit, { command: command(name), env: { ...env, PORT: String(port) } }]));
  fs.writeFileSync(at('operations.json'), JSON.stringify({
    backend: 'processes', flag: gateway.flag, run: at('run'),
    units: { scheduler: ['scheduler-1', 'scheduler-2'], worker: ['worker-1', 'worker-2'], api: Object.keys(ports), web: Object.keys(webPorts) },
    ready: Object.fromEntries(Object.entries({ ...ports, ...webPorts }).map(([name, port]) => [name, `http://127.0.0.1:${port}/health/ready`])),
    processes: {
      ...twice('scheduler'), ...twice('worker'),
      ...onPorts('serve', ports), ...onPorts('web', webPorts),
    },
  }));
  const lavra = async (...args: readonly string[]) => {
    const child = spawn(process.execPath, [cli, ...args], { cwd: folder, env: { PATH: process.env['PATH'], HOME: process.env['HOME'], ...env } });
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => { chunks.push(chunk); });
    const [code] = await once(child, 'close') as [number | null];
    return { code, output: Buffer.concat(chunks).toString() };
  };
  const operate = (...args: readonly string[]) => lavra(...args, '--config', at('operations.json'));
  return {
    gateway, databaseUrl: postgres.url, lavra, operate,
    pidOf: (unit) => Number(fs.readFileSync(at(`run/${unit}.pid`), 'utf8').split('\n')[0]),
    killDatabase: async () => {
      process.kill(postgres.pid, 'SIGKILL');
      await postgres.stop();
    },
    startDatabase: async () => { postgres = await openDatabase(); },
    stop: async () => {
      await operate('maintenance', 'on');
      await gateway.stop();
      await postgres.stop();
      if (process.env['LAVRA_KEEP'] === undefined) fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}
