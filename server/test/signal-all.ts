import fs from 'node:fs';

/**
 * Sends a signal to a process and all its descendants; processes that have ended meanwhile are
 * ignored.
 */
export function signalAll(pid: number, signal: NodeJS.Signals): void {
  // A stopped parent starts no more, and keeps the children it has: one killed first would lose
  // those that it started since they were listed.
  if (signal === 'SIGKILL') send(pid, 'SIGSTOP');
  else send(pid, signal);
  for (const child of childrenOf(pid)) send(child, signal);
  if (signal === 'SIGKILL') send(pid, signal);
}

/** Returns the processes that a process has started, those of its threads included. */
export function childrenOf(parent: number): number[] {
  return fs
    .readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => parentOf(pid) === parent);
}

function parentOf(pid: number): number | undefined {
  try {
    return Number(fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ')[1]);
  } catch {
    return undefined; // ended meanwhile
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
