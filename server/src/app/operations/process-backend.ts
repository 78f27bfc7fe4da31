import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readEnv } from '../../platform/config/env.ts';
import type { Backend, OperationsPlan } from './operations-plan.ts';

/** A process has 15 s to finish what is in flight, and some to drain before that. */
const LONGEST_STOP = 30_000;

/** Processes of this machine, each with its pid and its log in a folder. */
export function processBackend({ processes, run }: OperationsPlan): Backend {
  const pidFile = (unit: string): string => path.join(run, `${unit}.pid`);
  /** The pid of a unit that runs: written down, alive, and started when it was written down. */
  const findPid = (unit: string): number | undefined => {
    const [pid, started] = readLines(pidFile(unit));
    return pid !== undefined && started !== undefined && startOf(Number(pid)) === started
      ? Number(pid)
      : undefined;
  };
  return {
    isRunning: async (unit) => findPid(unit) !== undefined,
    start: async (unit) => {
      const spec = processes[unit];
      if (spec === undefined || findPid(unit) !== undefined) return;
      const [command = process.execPath, ...args] = spec.command;
      fs.mkdirSync(run, { recursive: true });
      const log = fs.openSync(path.join(run, `${unit}.log`), 'a');
      const child = spawn(command, args, {
        detached: true,
        stdio: ['ignore', log, log],
        env: { ...readEnv(), ...spec.env },
      });
      child.on('error', () => {}); // it has no pid then, which is told below
      fs.closeSync(log);
      if (child.pid === undefined) throw new Error(`${unit} não pôde ser iniciado: ${command}`);
      fs.writeFileSync(pidFile(unit), `${child.pid}\n${startOf(child.pid) ?? ''}\n`);
      child.unref();
    },
    stop: async (unit) => {
      const pid = findPid(unit);
      if (pid !== undefined) await end(pid, () => findPid(unit) === pid);
      fs.rmSync(pidFile(unit), { force: true });
    },
  };
}

async function end(pid: number, isAlive: () => boolean): Promise<void> {
  process.kill(pid, 'SIGTERM');
  for (const since = performance.now(); isAlive(); await pause(50)) {
    if (performance.now() - since > LONGEST_STOP) process.kill(pid, 'SIGKILL');
  }
}

function readLines(file: string): string[] {
  try {
    return fs.readFileSync(file, 'utf8').trim().split('\n');
  } catch {
    return [];
  }
}

/** When a living process began, in the kernel's ticks: another one with the same pid began at another time. */
function startOf(pid: number): string | undefined {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}
