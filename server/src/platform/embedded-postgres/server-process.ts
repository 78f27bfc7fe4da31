import { readFileSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { removeSocketFolder, socketPath } from './socket-folder.ts';

/** A PostgreSQL server that is running on a data folder. */
export interface RunningServer {
  readonly pid: number;
  readonly socketDir: string;
  readonly isReady: boolean;
}

const SETTLE_LIMIT_MS = 120_000;
const STOP_LIMIT_MS = 10_000;

/** Returns the server running on the folder, if any, according to its postmaster.pid and /proc. */
export function findServer(dataDir: string): RunningServer | undefined {
  const lines = readPidFile(dataDir)?.split('\n') ?? [];
  const pid = Number(lines[0]);
  if (!isServing(pid, dataDir)) return undefined;
  return { pid, socketDir: lines[4] ?? '', isReady: lines[7]?.trim() === 'ready' };
}

/**
 * Waits while a server found there is starting, recovering or stopping; returns undefined when none
 * runs any more.
 */
export async function findSettledServer(dataDir: string): Promise<RunningServer | undefined> {
  const deadline = Date.now() + SETTLE_LIMIT_MS;
  for (;;) {
    const server = findServer(dataDir);
    if (server === undefined || server.isReady) return server;
    if (Date.now() > deadline)
      throw new Error(
        `O banco embutido em ${dataDir} (processo ${server.pid}) não ficou pronto em ${SETTLE_LIMIT_MS / 1000} segundos. Veja o arquivo de log ao lado da pasta.`,
      );
    await sleep(10);
  }
}

/**
 * Returns whether the server's socket accepts connections: a cleaned /tmp leaves a server that
 * cannot be reached.
 */
export async function isReachable(server: RunningServer): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(socketPath(server.socketDir));
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/**
 * Requests a fast shutdown; an immediate one (recovered at the next start) when that takes over ten
 * seconds.
 */
export async function stopServer(dataDir: string, server: RunningServer): Promise<void> {
  for (const signal of ['SIGINT', 'SIGQUIT'] as const) {
    if (signalServer(dataDir, server.pid, signal) && !(await isGone(dataDir, server.pid))) continue;
    removeSocketFolder(server.socketDir);
    return;
  }
  throw new Error(`O banco embutido em ${dataDir} (processo ${server.pid}) não desligou.`);
}

/**
 * Removes a postmaster.pid that PostgreSQL would wrongly obey: empty, or with a pid that now
 * belongs to another process. Any other stale file is left to PostgreSQL, which uses it to check
 * shared memory.
 */
export function removeMisleadingPidFile(dataDir: string): void {
  const content = readPidFile(dataDir);
  if (content === undefined || findServer(dataDir) !== undefined) return;
  const pid = Number(content.split('\n')[0]);
  if (!(pid > 0) || isAlive(pid)) rmSync(join(dataDir, 'postmaster.pid'), { force: true });
}

function readPidFile(dataDir: string): string | undefined {
  try {
    return readFileSync(join(dataDir, 'postmaster.pid'), 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Identifies the server by its command line, which every user may read; a zombie has none, a
 * backend has a title instead.
 */
function isServing(pid: number, dataDir: string): boolean {
  if (!(pid > 0)) return false;
  try {
    const words = readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    return words.includes(dataDir) && words.some((word) => word.endsWith('/postgres'));
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

function signalServer(dataDir: string, pid: number, signal: NodeJS.Signals): boolean {
  return isServing(pid, dataDir) && process.kill(pid, signal);
}

async function isGone(dataDir: string, pid: number): Promise<boolean> {
  const deadline = Date.now() + STOP_LIMIT_MS;
  while (isServing(pid, dataDir)) {
    if (Date.now() > deadline) return false;
    await sleep(10);
  }
  return true;
}
