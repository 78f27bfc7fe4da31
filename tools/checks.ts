import { spawn } from 'node:child_process';
import path from 'node:path';
import { root } from './imports.ts';

/** A program that passes when it exits with 0. */
export interface Check {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
}

const bin = (name: string): string => path.join(root, 'node_modules/.bin', name);

/**
 * Checks the types of one project by the compiler itself, incrementally: unchanged files are not checked
 * again. The linter, which needs the types of every file anyway, reports the same errors; the long run
 * compares the two.
 */
const types = (name: string, project: string): Check => ({
  name,
  command: bin('tsc'),
  args: [
    '--noEmit',
    '-p',
    project,
    '--incremental',
    // Each checker checks shared types again: on two cores, one takes half the processor time of four.
    '--checkers',
    '1',
    '--tsBuildInfoFile',
    path.join(root, 'node_modules/.cache/types', `${project.replaceAll('/', '-')}.tsbuildinfo`),
  ],
});

export const checks = {
  format: [{ name: 'format', command: bin('oxfmt'), args: ['--list-different'] }],
  lint: [
    {
      name: 'lint',
      command: bin('oxlint'),
      args: ['--type-aware', '--type-check', '--deny-warnings', '--quiet'],
    },
  ],
  /** Exports that no file imports; `knip.json` says which files are read. */
  exports: [
    {
      name: 'exports',
      command: process.execPath,
      args: [
        path.join(root, 'node_modules/knip/bin/knip.js'),
        '--no-progress',
        '--no-config-hints',
        '--cache',
      ],
    },
  ],
  types: [
    types('types', '.'),
    types('types of the web', 'web'),
    types('types of the browser stories', 'e2e/browser'),
  ],
} as const satisfies Record<string, readonly Check[]>;

/**
 * Runs a check. Returns whether it passed and its duration in seconds; prints its output when it
 * failed.
 */
export async function runCheck({
  command,
  args,
}: Check): Promise<{ readonly passed: boolean; readonly seconds: number }> {
  const began = performance.now();
  const child = spawn(command, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => said.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.on('close', resolve).on('error', reject);
  });
  if (code !== 0) process.stdout.write(Buffer.concat(said));
  return { passed: code === 0, seconds: (performance.now() - began) / 1_000 };
}
