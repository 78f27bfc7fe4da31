import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { processEnvironment } from './environment.ts';
import { PATIENCE_MS } from '../server/test/until.ts';

const root = path.resolve(import.meta.dirname, '..');

/** A real `npm start`, run from outside. */
export interface RunningService {
  readonly address: string;
  /** Returns everything it printed so far. */
  readonly output: () => string;
  readonly process: ChildProcess;
  /** Sends Ctrl-C as a terminal and npm deliver it, twice for one press. Returns the exit code. */
  stop(): Promise<{ readonly code: number | null }>;
}

/**
 * Starts the service on a free port and waits until it prints its address. Throws with the output
 * when it ends instead, or does not come up. Its clock starts at the instant `LAVRA_TEST_NOW` of the
 * test run, unless `env` says otherwise.
 */
export async function startRunning(env: Readonly<Record<string, string>>): Promise<RunningService> {
  const child = spawn(
    process.execPath,
    ['--max-semi-space-size=16', path.join(root, 'server/src/entry/lavra.mjs'), 'start'],
    {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...processEnvironment(), ...clock(), PORT: '0', ...env },
    },
  );
  let printed = '';
  const address = await new Promise<string>((resolve, reject) => {
    const late = setTimeout(() => {
      child.kill('SIGTERM');
      reject(new Error(`the service is not up after ${PATIENCE_MS / 1_000} s:\n${printed}`));
    }, PATIENCE_MS);
    const read = (chunk: Buffer): void => {
      printed += chunk.toString();
      const found = /no ar: (http:\/\/\S+)/.exec(printed)?.[1];
      if (found === undefined || !printed.includes('Ctrl-C')) return;
      clearTimeout(late);
      resolve(found);
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => {
      clearTimeout(late);
      reject(new Error(`the service ended with ${String(code)}:\n${printed}`));
    });
  });
  return {
    address,
    process: child,
    output: () => printed,
    stop: async () => {
      const ended = once(child, 'exit');
      child.kill('SIGINT');
      setTimeout(() => child.kill('SIGINT'), 20);
      const [code] = await ended;
      return { code: typeof code === 'number' ? code : null };
    },
  };
}

function clock(): Record<string, string> {
  const now = process.env['LAVRA_TEST_NOW'];
  return now === undefined ? {} : { APP_NOW: now };
}
