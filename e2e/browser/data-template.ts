import { execFileSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { startRunning } from '../running-service.ts';
import { until } from '../../server/test/until.ts';

/** Names the folder of the run's data template to the test files, which run as processes. */
const VARIABLE = 'LAVRA_DATA_TEMPLATE';

/**
 * Creates the data of a first start once, demo included, for all browser stories of a test run:
 * each copies it instead of creating a cluster, migrating and seeding again. Locks out of order and
 * the like fail it, as under `npm run dev`. The mails of the demo are done with, or each copy would
 * begin with them. Returns its removal.
 */
export async function createDataTemplate(): Promise<() => void> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-data-'));
  const service = await startRunning({ DATA_DIR: folder, RATE_LIMIT: 'off', LAVRA_STRICT: '1' });
  const token = await enter(service.address);
  await until(
    'the mails of the demo',
    async () => (await countQueued(service.address, token)) === 0,
  );
  await service.stop();
  process.env[VARIABLE] = folder;
  return () => {
    delete process.env[VARIABLE];
    fs.rmSync(folder, { recursive: true, force: true });
  };
}

/** Signs the administrator in; returns the token. */
async function enter(address: string): Promise<string> {
  const login = await fetch(`${address}/api/v1/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      email: 'admin@demo.lavra.example',
      password: 'Lavra2026',
      user_type: 'admin',
    }),
  });
  return ((await login.json()) as { token: string }).token;
}

/** Returns how many mails of the demo are yet to be sent. */
async function countQueued(address: string, token: string): Promise<number> {
  const reply = await fetch(`${address}/api/v1/admin/deliveries?state=queued`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { meta } = (await reply.json()) as { meta: { total: number } };
  return meta.total;
}

/**
 * Copies the run's data template, with its owners and modes, into an empty folder. A story that
 * runs by itself has none, and starts on the empty folder.
 */
export function copyDataTemplate(folder: string): void {
  const template = process.env[VARIABLE];
  if (template !== undefined) execFileSync('cp', ['-a', `${template}/.`, folder]);
}
