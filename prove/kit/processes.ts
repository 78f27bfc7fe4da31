import fs from 'node:fs';

/** Sends a signal to a process and all that it started; those that are gone meanwhile do not matter. */
export function signalAll(pid: number, signal: NodeJS.Signals): void {
  send(pid, signal); // first, so that it starts no more
  for (const child of childrenOf(pid)) send(child, signal);
}

function childrenOf(parent: number): number[] {
  return fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name)).map(Number).filter((pid) => statOf(pid)?.[1] === String(parent));
}

/** The fields of /proc/<pid>/stat that follow the name: state, parent, … */
function statOf(pid: number): string[] | undefined {
  try {
    return fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ');
  } catch {
    return undefined;
  }
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/** Resident memory in MB, now and at its highest. */
export function memoryOf(pid: number): { readonly now: number; readonly peak: number } {
  const status = fs.readFileSync(`/proc/${pid}/status`, 'utf8');
  const mb = (name: string): number => Math.round(Number(new RegExp(`${name}:\\s+(\\d+) kB`).exec(status)?.[1] ?? 0) / 1024);
  return { now: mb('VmRSS'), peak: mb('VmHWM') };
}
