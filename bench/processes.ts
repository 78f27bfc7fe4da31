import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';

/** A child process of the benchmark, stopped with it. */
export interface Worker {
  readonly pid: number;
  /** Sends a message and waits for the next one. */
  readonly ask: (message: unknown) => Promise<Record<string, unknown>>;
  readonly stop: () => Promise<void>;
  /** Rejects when the process ends. */
  readonly failure: Promise<never>;
}

interface StartOptions {
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  readonly execArgv?: readonly string[];
}

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a script of this folder, or another by its absolute path. */
export function startWorker(
  file: string,
  { args = [], env = process.env, execArgv = [] }: StartOptions = {},
): Worker {
  const child = fork(path.resolve(import.meta.dirname, file), args, {
    env,
    execArgv: [...execArgv],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  running.add(child);
  const ended = once(child, 'exit').finally(() => running.delete(child));
  const failure = ended.then((): never => {
    throw new Error(`${file} ended`);
  });
  failure.catch(() => {}); // handled by the callers that wait for it
  return {
    pid: child.pid ?? 0,
    failure,
    ask: async (message) => {
      const answer = once(child, 'message');
      child.send(message as object); // any message that the script understands
      const [reply] = await Promise.race([answer, failure]);
      return reply as Record<string, unknown>; // sent by a script of this folder
    },
    stop: async () => {
      child.kill('SIGTERM');
      if (child.connected) child.disconnect();
      await ended;
    },
  };
}

/** Returns a port that is free right now. */
export async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  server.close();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

/** Waits until a path returns 200. Returns the milliseconds that took. */
export async function untilAnswers(port: number, url: string, longest = 60_000): Promise<number> {
  const began = performance.now();
  while (performance.now() - began < longest) {
    const answer = await fetch(`http://127.0.0.1:${port}${url}`).catch(() => undefined);
    await answer?.arrayBuffer();
    if (answer?.ok === true) return performance.now() - began;
    await new Promise((resolve) => {
      setTimeout(resolve, 10);
    });
  }
  throw new Error(`nothing answers on port ${port}`);
}

const TICKS_PER_SECOND = 100;

/** Returns the CPU seconds that a process has used, over all its threads. */
export function cpuSeconds(pid: number): number {
  const fields = statOf(pid);
  return fields === undefined ? 0 : (Number(fields[11]) + Number(fields[12])) / TICKS_PER_SECOND;
}

/** Returns the CPU seconds of a process' children, including those that have ended. */
export function cpuSecondsOfChildren(parent: number): number {
  const own = statOf(parent);
  const ended = own === undefined ? 0 : (Number(own[13]) + Number(own[14])) / TICKS_PER_SECOND;
  const living = fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => Number(statOf(pid)?.[1]) === parent);
  return living.reduce((sum, pid) => sum + cpuSeconds(pid), ended);
}

/** Returns resident memory in MB, current and peak. */
export function memoryOf(pid: number): { readonly now: number; readonly peak: number } {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
  const mb = (name: string): number =>
    Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024;
  return { now: mb('VmRSS'), peak: mb('VmHWM') };
}

/**
 * Returns the fields of /proc/<pid>/stat after the name: state, parent, …; undefined when the
 * process is gone.
 */
function statOf(pid: number): string[] | undefined {
  try {
    return fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
  } catch {
    return undefined;
  }
}
