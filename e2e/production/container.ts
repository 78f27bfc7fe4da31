import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { Image } from '../../deploy/containers/image.ts';

type Env = Readonly<Record<string, string>>;

export interface Running {
  readonly pid: number;
  isRunning(): boolean;
  output(): string;
  readonly ended: Promise<number | null>;
  stop(): Promise<number | null>;
}

/** Runs a container's process as another user than root, also when root runs the tests. */
const asNobody =
  process.getuid?.() === 0
    ? ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups', '--no-new-privs']
    : [];

/**
 * Starts what a container of the image would start, in the image's own tree, with the image's
 * variables and `env`. Of this machine it uses only the programs.
 */
export function startIn(image: Image, args: readonly string[], env: Env): Running {
  const [program = '', ...rest] = [...asNobody, ...args];
  const child = spawn(program, rest, {
    cwd: path.join(image.root, image.workdir),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: `${path.dirname(process.execPath)}:${process.env['PATH'] ?? ''}`,
      ...image.env,
      ...env,
    },
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
    });
  const ended = once(child, 'close').then(([code]) => (typeof code === 'number' ? code : null));
  return {
    pid: child.pid ?? 0,
    isRunning: () => child.exitCode === null && child.signalCode === null,
    ended,
    output: () => Buffer.concat(chunks).toString(),
    stop: () => {
      child.kill('SIGTERM');
      return ended;
    },
  };
}
