import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { installPages, renderGateway, type Gateway } from '../../deploy/gateway/render.ts';
import { freePort } from '../../server/test/free-port.ts';
import { until } from '../../server/test/until.ts';

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
  const errorLog = (): string =>
    fs.existsSync(at('error.log')) ? fs.readFileSync(at('error.log'), 'utf8') : '';
  await until(
    'nginx listens',
    () => {
      if (nginx.exitCode !== null) throw new Error(`nginx ended:\n${errorLog()}`);
      return isOpen(port);
    },
    errorLog,
  );
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
    logged: (requestId) =>
      until(
        `nginx logs request ${String(requestId)}`,
        () => accessLog().find((one) => one['request_id'] === requestId),
        () => JSON.stringify(accessLog()),
      ),
    stop: async () => {
      nginx.kill('SIGTERM');
      await ended;
      if (process.env['LAVRA_KEEP'] === undefined)
        fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function isOpen(port: number): Promise<boolean> {
  const socket = net.connect(port, '127.0.0.1');
  try {
    await once(socket, 'connect');
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
