import fs from 'node:fs';

/** Kills a PostgreSQL server with its children at once: one in the middle of a statement would answer for a moment longer. */
export function killServer(postmaster: number): void {
  const children = fs.readFileSync(`/proc/${postmaster}/task/${postmaster}/children`, 'utf8').split(' ').filter(Boolean);
  for (const pid of [postmaster, ...children.map(Number)]) {
    try {
      process.kill(pid, 'SIGKILL');
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error; // gone by itself
    }
  }
}
