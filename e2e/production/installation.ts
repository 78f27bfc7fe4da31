import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { freePort } from '../../server/test/free-port.ts';
import { cli, runLavra, type Outcome } from '../command-line/run-lavra.ts';
import { installDatabase, type InstalledDatabase } from '../database/installed-database.ts';
import { PATIENT_DATABASE } from '../environment.ts';
import { startGateway, type RunningGateway } from '../gateway/nginx.ts';

type Env = Readonly<Record<string, string>>;

/**
 * A production-like installation on one machine: a gateway, two processes of each kind, and a
 * PostgreSQL whose tables belong to another role.
 */
export interface ProductionShape {
  readonly gateway: RunningGateway;
  readonly database: InstalledDatabase;
  /** Runs a command to its end, as the role that owns nothing unless `env` says otherwise. */
  lavra(args: readonly string[], env?: Env): Promise<Outcome>;
  /** Runs `maintenance on`, … with this installation's plan. */
  operate(...args: readonly string[]): Promise<Outcome>;
  pidOf(unit: string): number;
  /** Returns the lines that a unit has logged so far. */
  logOf(unit: string): Record<string, unknown>[];
  /**
   * Starts two more API processes behind another gateway, with every setting of production: they
   * count requests in this Redis.
   */
  startLimited(
    redisUrl: string,
  ): Promise<{ readonly gateway: RunningGateway; stop(): Promise<void> }>;
  stop(): Promise<void>;
}

export async function startShape(): Promise<ProductionShape> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-production-'));
  fs.chmodSync(folder, 0o755);
  const at = (name: string): string => path.join(folder, name);
  const database = await installDatabase(at('postgres'));
  const [api, web] = [await portsOf(['api-1', 'api-2']), await portsOf(['web-1', 'web-2'])];
  const gateway = await startGateway({ api: addresses(api), web: addresses(web) });
  const env: Env = {
    DATABASE_URL: database.url,
    DATA_DIR: at('data'),
    APP_KEY: 'key of a production shape, for tests alone',
    SCHEDULER: 'off',
    WORKER: 'off',
    RATE_LIMIT: 'off',
    DEMO: '0',
    TRUST_PROXY: '127.0.0.1',
    DRAIN_SECONDS: '3',
    ...PATIENT_DATABASE,
    LOG_LEVEL: 'info',
    PUBLIC_URL: gateway.address,
  };
  const twice = (name: string) =>
    Object.fromEntries(
      [1, 2].map((n) => [`${name}-${n}`, { command: [process.execPath, cli, name], env }]),
    );
  writePlan(at('operations.json'), {
    flag: gateway.flag,
    ports: { ...api, ...web },
    units: {
      scheduler: ['scheduler-1', 'scheduler-2'],
      worker: ['worker-1', 'worker-2'],
      api: Object.keys(api),
      web: Object.keys(web),
    },
    processes: {
      ...twice('scheduler'),
      ...twice('worker'),
      ...onPorts('serve', api, env),
      ...onPorts('web', web, env),
    },
  });
  const lavra: ProductionShape['lavra'] = (args, more = {}) =>
    runLavra(args, { cwd: folder, env: { ...env, ...more } });
  const operateWith =
    (plan: string) =>
    (...args: readonly string[]) =>
      lavra([...args, '--config', at(plan)]);
  const operate = operateWith('operations.json');
  return {
    gateway,
    database,
    lavra,
    operate,
    pidOf: (unit) => Number(fs.readFileSync(at(`run/${unit}.pid`), 'utf8').split('\n')[0]),
    logOf: (unit) =>
      fs
        .readFileSync(at(`run/${unit}.log`), 'utf8')
        .split('\n')
        .filter((line) => line.startsWith('{'))
        .map((line) => JSON.parse(line) as Record<string, unknown>), // a line of pino is an object
    startLimited: async (redisUrl) => {
      const limited = await portsOf(['limited-1', 'limited-2']);
      const front = await startGateway({ api: addresses(limited), web: addresses(web) });
      const production: Env = {
        ...env,
        NODE_ENV: 'production',
        RATE_LIMIT: 'on',
        REDIS_URL: redisUrl,
        DRAIN_SECONDS: '0',
      };
      writePlan(at('limited.json'), {
        flag: front.flag,
        ports: limited,
        units: { api: Object.keys(limited) },
        processes: onPorts('serve', limited, production),
      });
      const { code, output } = await operateWith('limited.json')('maintenance', 'off');
      if (code !== 0) throw new Error(output);
      return {
        gateway: front,
        stop: async () => {
          await operateWith('limited.json')('maintenance', 'on');
          await front.stop();
        },
      };
    },
    stop: async () => {
      await operate('maintenance', 'on');
      await gateway.stop();
      await database.stop();
      if (process.env['LAVRA_KEEP'] === undefined)
        fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

type Ports = Readonly<Record<string, number>>;

async function portsOf(names: readonly string[]): Promise<Ports> {
  const ports: Record<string, number> = {};
  for (const name of names) ports[name] = await freePort();
  return ports;
}

const addresses = (ports: Ports): string[] =>
  Object.values(ports).map((port) => `127.0.0.1:${port}`);

const onPorts = (name: string, ports: Ports, env: Env) =>
  Object.fromEntries(
    Object.entries(ports).map(([unit, port]) => [
      unit,
      { command: [process.execPath, cli, name], env: { ...env, PORT: String(port) } },
    ]),
  );

/** Writes the `operations.json` for processes of this machine. */
function writePlan(
  file: string,
  { ports, ...plan }: { flag: string; ports: Ports; units: object; processes: object },
): void {
  const ready = Object.fromEntries(
    Object.entries(ports).map(([name, port]) => [name, `http://127.0.0.1:${port}/health/ready`]),
  );
  fs.writeFileSync(file, JSON.stringify({ backend: 'processes', run: 'run', ready, ...plan }));
}
