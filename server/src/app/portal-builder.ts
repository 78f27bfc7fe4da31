import { spawn } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import readline from 'node:readline';

/** The state of the builds: being checked, being built, available, or unavailable. */
export type BuildState = 'checking' | 'building' | { readonly folder: string } | 'failed';

export interface Builder {
  stop(): void;
}

/**
 * Starts a process that checks whether the portals are built from the current sources, and builds
 * them when they are not: the API serves requests meanwhile, and a failed build does not affect it.
 * `onState` is called at each step.
 */
export function startBuilder(
  webRoot: string,
  onState: (state: BuildState, output?: string) => void,
): Builder {
  const child = spawn(process.execPath, [path.join(webRoot, 'build/build.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (child.pid !== undefined) lowerPriority(child.pid);
  let output = '';
  let isOver = false;
  child.stderr.on('data', (chunk: Buffer) => {
    output = (output + chunk.toString()).slice(-4_000);
  });
  readline.createInterface({ input: child.stdout }).on('line', (line) => {
    if (line === 'building') onState('building');
    else if (line.startsWith('ready ')) onState({ folder: line.slice('ready '.length) });
  });
  const fail = (reason: string): void => {
    if (isOver) return;
    isOver = true;
    const older = newestBuild(webRoot);
    onState(older === undefined ? 'failed' : { folder: older }, reason);
  };
  child.on('error', (error) => fail(error.message));
  child.on('close', (code) => {
    if (code === 0) isOver = true;
    else fail(output);
  });
  return {
    stop: () => {
      isOver = true;
      child.kill();
    },
  };
}

/** Lowers a process's priority: the API comes first. */
function lowerPriority(pid: number): void {
  try {
    os.setPriority(pid, os.constants.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // Where that is not allowed, the build runs with normal priority.
  }
}

/**
 * Returns the newest build: an installation without the builder still has the one it was shipped
 * with.
 */
function newestBuild(webRoot: string): string | undefined {
  const dist = path.join(webRoot, 'dist');
  if (!fs.existsSync(dist)) return undefined;
  const builds = fs
    .readdirSync(dist)
    .filter((name) => /^[\da-f]{64}$/.test(name))
    .map((name) => path.join(dist, name));
  return builds.toSorted((a, b) => fs.statSync(b).mtimeMs - fs.statSync(a).mtimeMs)[0];
}
