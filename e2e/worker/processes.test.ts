import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import pg from 'pg';
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '@lavra/server/platform/embedded-postgres/embedded-postgres';
import { processEnvironment } from '../environment.ts';
import { until } from '../../server/test/until.ts';

const root = path.resolve(import.meta.dirname, '../..');
const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-processes-'));
fs.chmodSync(folder, 0o755);
let postgres: EmbeddedPostgres;
let db: pg.Client;

before(async () => {
  postgres = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'postgres'),
    durability: 'off',
  });
  db = new pg.Client({ connectionString: postgres.url });
  await db.connect();
});
after(async () => {
  await db.end();
  await postgres.stop();
  fs.rmSync(folder, { recursive: true, force: true });
});

interface Running {
  readonly process: ChildProcess;
  readonly output: () => string;
}

/** Starts one command and waits until its log says that it is ready. */
async function start(
  command: string,
  says: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Running> {
  const child = spawn(process.execPath, ['server/src/entry/lavra.mjs', command], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'inherit'],
    env: {
      ...processEnvironment(),
      DATABASE_URL: postgres.url,
      DATA_DIR: folder,
      PORT: '0',
      LOG_LEVEL: 'info',
      ...env,
    },
  });
  let output = '';
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString();
  });
  await until(
    `${command} says "${says}"`,
    () => {
      assert.equal(child.exitCode, null, output);
      return output.includes(says);
    },
    () => output,
  );
  return { process: child, output: () => output };
}

async function end({ process: child }: Running): Promise<unknown> {
  const ended = once(child, 'exit');
  child.kill('SIGTERM');
  return (await ended)[0];
}

const count = async (sql: string): Promise<number> =>
  Number((await db.query<{ n: string }>(sql)).rows[0]?.n);
const waiting = () => count('SELECT count(*) AS n FROM events WHERE dispatched_at IS NULL');
const ticks = () => count('SELECT count(*) AS n FROM scheduler_ticks');

describe('a process whose start fails', () => {
  it('logs the reason and exits, whatever it had started', { timeout: 300_000 }, async () => {
    for (const command of ['serve', 'worker']) {
      const child = spawn(process.execPath, ['server/src/entry/lavra.mjs', command], {
        cwd: root,
        stdio: ['ignore', 'ignore', 'pipe'],
        env: {
          ...processEnvironment(),
          DATABASE_URL: postgres.url,
          DATA_DIR: folder,
          PORT: '0',
          ADMIN_EMAIL: 'master@lavra.example',
          ADMIN_PASSWORD: 'fraca',
        },
      });
      const [[code], complaint] = await Promise.all([
        once(child, 'exit'),
        child.stderr.toArray() as Promise<Buffer[]>,
      ]);
      assert.equal(code, 1, command);
      assert.match(Buffer.concat(complaint).toString(), /senha/i);
    }
  });
});

describe('the processes of one installation', () => {
  it(
    'have separate duties: the API replies, the worker dispatches, the scheduler runs tasks, and each stops cleanly',
    { timeout: 600_000 },
    async () => {
      const api = await start('serve', 'listening', { WORKER: 'off', SCHEDULER: 'off' });
      const event = `
        INSERT INTO events (type, at, data) VALUES ('order.closed', now(), '{"order_id": 1}')`;
      await db.query(event);
      const worker = await start('worker', 'worker running');
      await until('the event is dispatched', async () => (await waiting()) === 0);
      assert.equal(await ticks(), 0, 'neither the API nor the worker ticks');
      assert.equal(await end(worker), 0);
      assert.match(worker.output(), /worker stopped/);

      await db.query(event);
      const scheduler = await start('scheduler', 'scheduler running');
      await until('the scheduler ticks', async () => (await ticks()) > 0);
      assert.equal(await waiting(), 1, 'neither the API nor the scheduler dispatches');
      assert.deepEqual([await end(api), await end(scheduler)], [0, 0]);

      const together = await start('serve', 'listening');
      await until('a process with every duty does it', async () => (await waiting()) === 0);
      assert.equal(await end(together), 0);
    },
  );
});
