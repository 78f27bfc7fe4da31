import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import type { TestContext } from 'node:test';
import { Client } from 'pg';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts';
import { findServer, stopServer } from './server-process.ts';

/**
 * Creates a folder any user may enter; after the test its servers are stopped and it is removed.
 */
export function makeScratch(t: TestContext, ...dataDirs: string[]): string {
  const scratch = mkdtempSync(join(tmpdir(), 'lavra-test-'));
  chmodSync(scratch, 0o755);
  t.after(async () => {
    for (const dir of ['postgres', ...dataDirs].map((name) => join(scratch, name)))
      await stopIfRunning(dir);
    rmSync(scratch, { recursive: true, force: true });
  });
  return scratch;
}

/** Stops the server that still runs on the folder, if any. */
export async function stopIfRunning(dataDir: string): Promise<void> {
  const server = findServer(dataDir);
  if (server !== undefined) await stopServer(dataDir, server);
}

/** Starts without durability, as most tests want. */
export function startFast(dataDir: string, forceMode?: 'user'): Promise<EmbeddedPostgres> {
  return startEmbeddedPostgres({ dataDir, durability: 'off' }, forceMode);
}

/** Runs one statement at a URL; returns rows as objects. */
export async function query(url: string, sql: string): Promise<Record<string, unknown>[]> {
  const client = new Client({ connectionString: url });
  client.on('error', () => {}); // The rejected query reports it.
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(sql)).rows;
  } finally {
    await client.end();
  }
}

export interface StartedInChild {
  readonly child: ChildProcess;
  readonly pid: number;
  readonly url: string;
  readonly adopted: boolean;
}

const CHILD_SCRIPT = `
  const { startEmbeddedPostgres } = await import(process.argv[1])
  const { pid, url, adopted } = await startEmbeddedPostgres({ dataDir: process.argv[2], durability: 'off' })
  console.log(JSON.stringify({ pid, url, adopted }))
  setInterval(() => {}, 1000)`;

/** Starts another Node process that starts the server. */
export function spawnStarter(
  dataDir: string,
  options: SpawnOptions = {},
): { child: ChildProcess; output: Readable } {
  const module = new URL('embedded-postgres.ts', import.meta.url).href;
  const args = ['--input-type=module', '-e', CHILD_SCRIPT, module, dataDir];
  const child = spawn(process.execPath, args, { ...options, stdio: ['ignore', 'pipe', 'inherit'] });
  if (child.stdout === null) throw new Error('no output to read');
  return { child, output: child.stdout };
}

/** Starts another Node process that starts the server and then stays until it is killed. */
export async function startInChild(
  dataDir: string,
  options: SpawnOptions = {},
): Promise<StartedInChild> {
  const { child, output } = spawnStarter(dataDir, options);
  for await (const line of createInterface(output)) {
    // The line that CHILD_SCRIPT prints.
    const started: { pid: number; url: string; adopted: boolean } = JSON.parse(line);
    return { child, ...started };
  }
  throw new Error('the child ended without starting the server');
}

/** Sends kill -9 and waits until the child has exited. */
export async function killHard(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
