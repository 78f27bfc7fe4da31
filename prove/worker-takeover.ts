import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { openInstallation, type Installation } from '@lavra/server/app/installation';
import { configOf } from '@lavra/server/platform/config/config';
import { systemActor } from '@lavra/server/platform/db/command';
import { startEmbeddedPostgres } from '@lavra/server/platform/embedded-postgres/embedded-postgres';
import type { AnyJob } from '@lavra/server/platform/queue/job-kind';
import { startWorker } from '@lavra/server/platform/queue/worker';
import { PATIENT_DATABASE } from '../e2e/environment.ts';

// Measures how soon another worker takes over the job of one that was killed by kill -9, at
// production intervals: `npm run prove -- --only worker-takeover`. A minute at most.

export const LONGEST_SECONDS = 60;
const patience = {
  name: 'prove.takeover',
  on: 'order.closed',
  retries: 3,
  backoffSeconds: 1,
  timeoutSeconds: 600,
} as const;
const work = (run: AnyJob['run']) => ({ jobs: [{ ...patience, run }], listeners: [] });
const open = (databaseUrl: string, dataDir: string): Promise<Installation> =>
  openInstallation({ ...configOf(PATIENT_DATABASE), databaseUrl, dataDir, logLevel: 'silent' });

/** Runs the worker that dies: it begins the job and never finishes it. */
async function hang(databaseUrl: string, dataDir: string): Promise<void> {
  const {
    app: { platform },
  } = await open(databaseUrl, dataDir);
  await startWorker({
    platform,
    databaseUrl,
    work: work(() => {
      process.stdout.write('begun\n');
      return new Promise(() => {});
    }),
  });
}

/** Returns the seconds from the kill until another worker has the job. */
export async function measureTakeover(): Promise<number> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-prove-'));
  fs.chmodSync(folder, 0o755);
  const postgres = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'postgres'),
    durability: 'full',
  });
  const installation = await open(postgres.url, folder);
  const { platform } = installation.app;
  const dying = spawn(process.execPath, [import.meta.filename, postgres.url, folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await platform.command(systemActor, async (uow) =>
    uow.event({ type: 'order.closed', data: { order_id: 1 } }),
  );
  await once(dying.stdout, 'data');
  const taken = Promise.withResolvers<void>();
  const living = await startWorker({
    platform,
    databaseUrl: postgres.url,
    work: work(() => {
      taken.resolve();
      return Promise.resolve();
    }),
  });
  dying.kill('SIGKILL');
  const killed = performance.now();
  await taken.promise;
  const seconds = (performance.now() - killed) / 1_000;
  await living.stop();
  await installation.close();
  await postgres.stop();
  fs.rmSync(folder, { recursive: true, force: true });
  return seconds;
}

const [, script, url, dataDir] = process.argv;
if (script === import.meta.filename && url !== undefined && dataDir !== undefined)
  await hang(url, dataDir);
