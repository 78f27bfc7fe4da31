import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { freePort } from './free-port.ts';
import { lacking } from './needs.ts';

/** Why tests of Redis are skipped here, or false: CI installs redis-server and runs them. */
export const withoutRedis: string | false = lacking('redis-server');

/** How long a start may take, in ms: for what hangs, not for what is slow. */
const PATIENCE_MS = 120_000;

/** A Redis of the test's own, on a free port; nothing it writes to disk outlives it. */
export interface TestRedis {
  readonly url: string;
  start(): Promise<void>;
  /** Kills the process without a shutdown. */
  kill(): Promise<void>;
  /** Suspends the process: it accepts connections and does not reply. */
  freeze(): void;
  thaw(): void;
  /** Returns the number of connections that have sent commands. */
  users(): Promise<number>;
  remove(): Promise<void>;
}

export async function createRedis(): Promise<TestRedis> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-redis-'));
  const port = await freePort();
  let server: ChildProcess | undefined;
  const kill = async (): Promise<void> => {
    if (server === undefined || server.exitCode !== null) return;
    const ended = once(server, 'exit');
    server.kill('SIGKILL');
    server = undefined;
    await ended;
  };
  return {
    url: `redis://127.0.0.1:${port}`,
    kill,
    async start() {
      server = spawn(
        'redis-server',
        [
          '--port',
          String(port),
          '--bind',
          '127.0.0.1',
          '--dir',
          folder,
          '--save',
          '',
          '--appendonly',
          'no',
        ],
        { stdio: ['ignore', 'pipe', 'inherit'] },
      );
      await untilListening(server, port);
    },
    freeze: () => {
      server?.kill('SIGSTOP');
    },
    thaw: () => {
      server?.kill('SIGCONT');
    },
    async users() {
      const list = await send(port, 'CLIENT LIST');
      return list.split('\n').filter((line) => / cmd=(?!NULL|client\|list)/.test(line)).length;
    },
    async remove() {
      await kill();
      fs.rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Sends one command, and returns its reply. */
async function send(port: number, command: string): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  socket.end(`${command}\r\nQUIT\r\n`);
  return Buffer.concat((await socket.toArray()) as Buffer[]).toString();
}

/** Waits until a new server accepts connections; throws with what it said when it does not. */
async function untilListening(server: ChildProcess, port: number): Promise<void> {
  let said = '';
  server.stdout?.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  for (const end = performance.now() + PATIENCE_MS; performance.now() < end; await wait(50)) {
    if (server.exitCode !== null) break;
    if (await listens(port)) return;
  }
  throw new Error(`redis-server does not start on port ${port}:\n${said}`);
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}
