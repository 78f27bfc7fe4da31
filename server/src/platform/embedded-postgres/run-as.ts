import { spawn, spawnSync, type ChildProcess, type SpawnOptions } from 'node:child_process';
import { lchownSync, lstatSync, readdirSync } from 'node:fs';
import { userInfo } from 'node:os';
import { join } from 'node:path';

export const NOBODY_UID = 65534;

/**
 * The user PostgreSQL runs as, since it refuses root: this process's user (`self`), the same user
 * seen as an ordinary one inside a user namespace (`namespace`), or another user (`user`, root
 * only).
 */
export interface RunAs {
  readonly mode: 'self' | 'namespace' | 'user';
  /** Owner, as seen from this process, of PostgreSQL's files. */
  readonly uid: number;
  readonly gid: number;
}

const NAMESPACE = ['--user', `--map-user=${NOBODY_UID}`, `--map-group=${NOBODY_UID}`];
// PostgreSQL gets nothing of the application's environment (secrets, PG* variables).
const ENVIRONMENT = { PATH: process.env['PATH'] ?? '/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC' };

/** Returns the user of this process; `process.getuid` exists on every platform with binaries. */
export function currentUser(): { uid: number; gid: number } {
  return { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
}

/**
 * Returns whether the kernel lets this process create a user namespace (containers often forbid
 * it).
 */
export function canUseNamespace(): boolean {
  return runSync({ mode: 'namespace', ...currentUser() }, 'true', []).status === 0;
}

/** Returns whether this process's user has a name: initdb refuses a user without one. */
export function hasUserName(): boolean {
  try {
    return userInfo().username !== '';
  } catch {
    return false;
  }
}

/** Starts `command` as that user, in `/` and with a minimal environment. */
export function spawnAs(
  runAs: RunAs,
  command: string,
  args: string[],
  options: SpawnOptions,
): ChildProcess {
  const [file, argv] = commandLine(runAs, command, args);
  return spawn(file, argv, { cwd: '/', env: ENVIRONMENT, ...ids(runAs), ...options });
}

/** Runs a short command to its end; `output` is stderr followed by stdout. */
export function runSync(
  runAs: RunAs,
  command: string,
  args: string[],
): { status: number | null; output: string } {
  const [file, argv] = commandLine(runAs, command, args);
  const done = spawnSync(file, argv, {
    cwd: '/',
    env: ENVIRONMENT,
    ...ids(runAs),
    encoding: 'utf8',
  });
  return { status: done.status, output: done.error?.message ?? `${done.stderr}${done.stdout}` };
}

/** Returns whether that user can pass through the folder. */
export function canEnterFolder(runAs: RunAs, dir: string): boolean {
  return runSync(runAs, 'test', ['-x', dir]).status === 0;
}

/**
 * Returns whether that user can list, enter and write the folder, considering its parents and
 * mounts.
 */
export function canUseFolder(runAs: RunAs, dir: string): boolean {
  return runSync(runAs, 'test', ['-r', dir, '-a', '-w', dir, '-a', '-x', dir]).status === 0;
}

/**
 * Gives a whole tree to that user; the top last, so that an interrupted change is noticed and
 * redone.
 */
export function giveTree(path: string, runAs: RunAs): void {
  if (lstatSync(path).isDirectory()) {
    for (const name of readdirSync(path)) giveTree(join(path, name), runAs);
  }
  lchownSync(path, runAs.uid, runAs.gid);
}

function commandLine(runAs: RunAs, command: string, args: string[]): [string, string[]] {
  return runAs.mode === 'namespace'
    ? ['unshare', [...NAMESPACE, command, ...args]]
    : [command, args];
}

function ids(runAs: RunAs): { uid?: number; gid?: number } {
  return runAs.mode === 'user' ? { uid: runAs.uid, gid: runAs.gid } : {};
}
