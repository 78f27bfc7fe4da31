import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { processEnvironment } from '../environment.ts';

const root = path.resolve(import.meta.dirname, '../..');
export const cli = path.join(root, 'server/src/entry/lavra.mjs');

export interface Outcome {
  readonly code: number | null;
  readonly output: string;
}

/** Starts a command that runs until it is stopped; `end` returns its exit code. */
export function startLavra(
  args: readonly string[],
  { cwd, env }: { cwd: string; env: Readonly<Record<string, string>> },
): { end(): Promise<number | null> } {
  const child = spawn(process.execPath, [cli, ...args], {
    cwd,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...processEnvironment(), ...env },
  });
  return {
    end: async () => {
      child.kill('SIGTERM');
      const [code] =
        child.exitCode === null
          ? ((await once(child, 'exit')) as [number | null])
          : [child.exitCode];
      return code;
    },
  };
}

/** Runs a command to its end, in a folder and with only this environment. */
export async function runLavra(
  args: readonly string[],
  { cwd, env }: { cwd: string; env: Readonly<Record<string, string>> },
): Promise<Outcome> {
  const child = spawn(process.execPath, [cli, ...args], {
    cwd,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...processEnvironment(), ...env },
  });
  const chunks: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      chunks.push(chunk);
    });
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, output: Buffer.concat(chunks).toString() };
}
