import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { installPages, renderGateway, type Gateway } from '../../deploy/gateway/render.ts';

/** True when this machine has nginx, as in CI. */
export const hasNginx = spawnSync('nginx', ['-v']).status === 0;

export interface RunningGateway {
  readonly address: string;
  /** The file that switches maintenance on. */
  readonly flag: string;
  /** Returns the lines of the access log so far. */
  accessLog(): Record<string, unknown>[];
  /** Returns the line of a request's id once nginx writes it, which is after the answer. */
  logged(requestId: unknown): Promise<Record<string, unknown>>;
  stop(): Promise<void>;
}

/** Starts a real nginx with the gateway's configuration in front of these processes. */
export async function startGateway({
  api,
  web,
  ...more
}: Pick<Gateway, 'api' | 'web' | 'tls' | 'redirect' | 'acme'>): Promise<RunningGateway> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-gateway-'));
  fs.chmodSync(folder, 0o755);
  const at = (name: string): string => path.join(folder, name);
  installPages(at('pages'));
  const port = await freePort();
  const listen = `127.0.0.1:${port}`;
  fs.writeFileSync(
    at('nginx.conf'),
    renderGateway({
      ...more,
      listen,
      api,
      web,
      flag: at('maintenance'),
      pages: at('pages'),
      run: folder,
      accessLog: at('access.log'),
      errorLog: at('error.log'),
      user: process.getuid?.() === 0 ? 'root' : undefined,
    }),
  );
  const nginx = spawn(
    'nginx',
    ['-p', folder, '-c', at('nginx.conf'), '-e', at('error.log'), '-g', 'daemon off;'],
    { stdio: ['ignore', 'inherit', 'inherit'] },
  );
  const ended = once(nginx, 'exit');
  await untilOpen(port, nginx);
  const accessLog = (): Record<string, unknown>[] =>
    fs
      .readFileSync(at('access.log'), 'utf8')
      .trim()
      .split('\n')
      .filter((line) => line !== '')
      // the log format above is an object
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  return {
    address: `${more.tls === undefined ? 'http' : 'https'}://${listen}`,
    flag: at('maintenance'),
    accessLog,
    logged: async (requestId) => {
      for (let tries = 0; tries < 200; tries += 1) {
        const line = accessLog().find((one) => one['request_id'] === requestId);
        if (line !== undefined) return line;
        await pause(50);
      }
      throw new Error(`nginx logged no request ${String(requestId)}`);
    },
    stop: async () => {
      nginx.kill('SIGTERM');
      await ended;
      if (process.env['LAVRA_KEEP'] === undefined)
        fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Returns a port that is free right now. */
export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo; // it listens on a port
  server.close();
  await once(server, 'close');
  return port;
}

async function untilOpen(port: number, nginx: ChildProcess): Promise<void> {
  for (let tries = 0; tries < 100 && nginx.exitCode === null; tries += 1) {
    const socket = net.connect(port, '127.0.0.1');
    const open = await Promise.race([
      once(socket, 'connect').then(() => true),
      once(socket, 'error').then(
        () => false,
        () => false,
      ),
    ]).catch(() => false);
    socket.destroy();
    if (open) return;
    await pause(50);
  }
  throw new Error('nginx did not start');
}
