import fs from 'node:fs';
import { setTimeout as wait } from 'node:timers/promises';

/** The variable by which a process is known to belong to a run: everything the run starts inherits it. */
export const RUN_VARIABLE = 'LAVRA_TEST_RUN';
/** How long processes may take to end by themselves, in ms. */
const GRACE_MS = 10_000;
const ASK_AGAIN_MS = 100;

/**
 * Ends the processes that a run of tests left behind, and returns their command lines. They would
 * hold ports, memory and the run's own output. Waits until they have ended by themselves, for ten
 * seconds at most. Finds them through `/proc`; returns none where there is none.
 */
export async function endLeftovers(run: number, graceMs = GRACE_MS): Promise<readonly string[]> {
  const deadline = performance.now() + graceMs;
  while (processesOf(run).length > 0 && performance.now() < deadline) await wait(ASK_AGAIN_MS);
  const left = processesOf(run);
  for (const { pid } of left) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // It has ended meanwhile.
    }
  }
  return left.map(({ command }) => command);
}

/** Returns the processes other than this one whose environment names a run. */
function processesOf(run: number): readonly { readonly pid: number; readonly command: string }[] {
  if (!fs.existsSync('/proc/self/environ')) return [];
  return fs
    .readdirSync('/proc')
    .map(Number)
    .filter((pid) => Number.isInteger(pid) && pid !== process.pid)
    .flatMap((pid) => {
      const environment = read(pid, 'environ');
      if (!environment.split('\0').includes(`${RUN_VARIABLE}=${run}`)) return [];
      return [{ pid, command: read(pid, 'cmdline').split('\0').join(' ').trim() }];
    });
}

/** Returns what a process's file in `/proc` holds; nothing when the process has ended, or is another's. */
function read(pid: number, file: string): string {
  try {
    return fs.readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return '';
  }
}
