import { randomInt } from 'node:crypto';
import { once } from 'node:events';
import net from 'node:net';

/**
 * Ports that no system gives away by itself, to an outgoing connection or to who listens on port 0:
 * one that is free now is still free when a program is started on it.
 */
const [FIRST, LAST] = [15_000, 32_000] as const;

/** Returns a port of 127.0.0.1 that is free, for a program that cannot choose one itself. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    if (await isFree(port)) return port;
  }
}

async function isFree(port: number): Promise<boolean> {
  const server = net.createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
