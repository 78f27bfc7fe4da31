import { createServer, type Server } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { dirKey } from './dir-key.ts';

const LOCK_TIMEOUT_MS = 150_000;

/**
 * Runs `work` while no other start or stop is in progress for this folder. The lock is an abstract
 * socket name: the kernel frees it with its process, so there is no stale lock to detect.
 */
export async function withStartLock<T>(dataDir: string, work: () => Promise<T>): Promise<T> {
  const lock = await takeLock(dataDir);
  try {
    return await work();
  } finally {
    await close(lock);
  }
}

async function takeLock(dataDir: string): Promise<Server> {
  const deadline = Date.now() + LOCK_TIMEOUT_MS;
  for (;;) {
    const server = await tryListen(`\0lavra-postgres-${dirKey(dataDir)}`);
    if (server !== undefined) return server;
    if (Date.now() > deadline)
      throw new Error(
        `Outro processo está ligando ou desligando o banco em ${dataDir} há tempo demais.`,
      );
    await sleep(20);
  }
}

async function tryListen(path: string): Promise<Server | undefined> {
  const server = createServer((socket) => socket.destroy());
  return new Promise((resolve, reject) => {
    server.once('error', (error) =>
      'code' in error && error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error),
    );
    server.listen({ path, exclusive: true }, () => resolve(server));
  });
}

async function close(server: Server): Promise<void> {
  await new Promise((resolve) => server.close(resolve));
}
