import { spawn } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { readEnv } from '../../platform/config/env.ts';
import type { Backend, OperationsPlan } from './operations-plan.ts';

/**
 * Time limit for a stop, in ms: a process has 15 s to finish its work, and some seconds to drain
 * before that.
 */
const LONGEST_STOP = 30_000;

/** Manages processes of this machine, each with its pid and its log in a folder. */
export function processBackend({ processes, run }: OperationsPlan): Backend {
  const pidFile = (unit: string): string => path.join(run, `${unit}.pid`);
  /**
   * Returns the pid of a running unit: recorded, alive, and with the start time that was recorded
   * with it.
   */
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
      child.on('error', () => {}); // it has no pid then, which is reported below
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

/**
 * Returns when a living process began, in the kernel's ticks: a reused pid has another start time.
 */
function startOf(pid: number): string | undefined {
  try {
    const stat = fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : fields[19];
  } catch {
    return undefined;
  }
}
