import type { ChildProcess } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { prepareBinaries, type Binaries } from './binaries.ts';
import { clearStages, createCluster } from './cluster.ts';
import { openLog } from './log-file.ts';
import { hasCluster, type DataLocation } from './data-location.ts';
import { spawnAs } from './run-as.ts';
import {
  findServer,
  findSettledServer,
  isReachable,
  removeMisleadingPidFile,
  stopServer,
  type RunningServer,
} from './server-process.ts';
import { settingArguments, type ServerOptions } from './settings.ts';
import { createSocketFolder, removeSocketFolder } from './socket-folder.ts';

export interface LaunchedServer {
  readonly server: RunningServer;
  /** True when the server was already running, with the settings of the process that started it. */
  readonly adopted: boolean;
}

/** After a kill -9 the old server's children take a moment to notice and exit. */
const RETRY_LIMIT_MS = 10_000;
const OLD_SERVER_LEAVING = /lock file|shared memory block/;

/**
 * Adopts the server running in the folder or starts one, creating the cluster if needed. The caller
 * must hold the start lock.
 */
export async function adoptOrLaunch(
  location: DataLocation,
  options: ServerOptions,
): Promise<LaunchedServer> {
  const running = await findSettledServer(location.dataDir);
  if (running !== undefined && (await isReachable(running)))
    return { server: running, adopted: true };
  if (running !== undefined) await stopServer(location.dataDir, running);
  const binaries = options.binaries ?? prepareBinaries(location);
  if (hasCluster(location.dataDir)) clearStages(location.dataDir);
  else await createCluster(location, binaries, { sync: options.durability === 'full' });
  return { server: await launchWithRetries(location, binaries, options), adopted: false };
}

async function launchWithRetries(
  location: DataLocation,
  binaries: Binaries,
  options: ServerOptions,
): Promise<RunningServer> {
  const deadline = Date.now() + RETRY_LIMIT_MS;
  for (;;) {
    const result = await launch(location, binaries, options);
    if (typeof result !== 'string') return result;
    if (!OLD_SERVER_LEAVING.test(result) || Date.now() > deadline) {
      throw new Error(`O banco embutido em ${location.dataDir} não ligou: ${result}`);
    }
    await sleep(200);
  }
}

/** Tries to start once; returns the ready server, or what it logged before exiting. */
async function launch(
  location: DataLocation,
  binaries: Binaries,
  options: ServerOptions,
): Promise<RunningServer | string> {
  removeMisleadingPidFile(location.dataDir);
  const socketDir = createSocketFolder(location);
  using log = openLog(location.dataDir);
  const args = ['-D', location.dataDir, ...settingArguments(options, socketDir)];
  // Its own session: a Ctrl-C in the terminal reaches only the application, which stops the server
  // in order. Output goes to a file, not a pipe: the server outlives a killed application.
  const child = spawnAs(location.runAs, binaries.postgres, args, {
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  });
  child.unref();
  const server = await waitUntilReady(location.dataDir, child);
  if (server !== undefined) return server;
  removeSocketFolder(socketDir);
  return log.readNew() || 'nenhuma mensagem';
}

async function waitUntilReady(
  dataDir: string,
  child: ChildProcess,
): Promise<RunningServer | undefined> {
  await new Promise((resolve, reject) => child.once('spawn', resolve).once('error', reject));
  // No time limit: recovery after a crash may take long, and a failure ends the process.
  while (child.exitCode === null && child.signalCode === null) {
    const server = findServer(dataDir);
    if (server?.pid === child.pid && server?.isReady) return server;
    await sleep(10);
  }
  return undefined;
}
