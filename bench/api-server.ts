import path from 'node:path';
import { BENCH_NOW, ZONE } from './data/instant.ts';
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

/** The service as it is delivered, `lavra serve`, on a data set; limits off, for they are what would be measured else. */
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
    readyMs: await Promise.race([untilAnswers(port, '/health/ready'), worker.failure]),
  };
}

/** The socket's folder is in the query; an address without any host is none to the service's configuration. */
const withHost = (url: string): string => url.replace('@/', '@localhost/');

/** A server of `limits/` on a data set. */
export async function startLimit(file: string, { url }: DataSet): Promise<Server> {
  const port = await freePort();
  const worker = startWorker(`limits/${file}`, { args: [url, String(port)] });
  await Promise.race([untilAnswers(port, '/health'), worker.failure]);
  return { port, worker };
}

/** Statements per request of what `send` does once: the fewest of three times, as the scheduler's may come between. */
export async function countStatements(
  { worker }: Server,
  send: () => Promise<void>,
): Promise<number> {
  const counts: number[] = [];
  for (let time = 0; time < 3; time += 1) {
    await worker.ask('count');
    await send();
    counts.push(Number((await worker.ask('stop'))['statements']));
  }
  return Math.min(...counts);
}
