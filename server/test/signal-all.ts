import fs from 'node:fs';

/**
 * Sends a signal to a process and all its descendants; processes that have ended meanwhile are
 * ignored.
 */
export function signalAll(pid: number, signal: NodeJS.Signals): void {
  const known = childrenOf(pid); // a killed process has no children any more
  send(pid, signal); // before its children, so that it starts no more
  for (const child of new Set([...known, ...childrenOf(pid)])) send(child, signal);
}

function childrenOf(parent: number): number[] {
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
