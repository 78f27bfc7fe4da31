import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { Backend, OperationsPlan } from './operations-plan.ts';
import { processBackend } from './process-backend.ts';

export function backendOf(plan: OperationsPlan): Backend {
  switch (plan.backend) {
    case 'processes':
      return processBackend(plan);
    case 'systemd':
      return systemdBackend;
    case 'compose':
      return composeBackend(plan.composeFile);
  }
}

/**
 * systemctl itself waits until a unit has stopped, and systemd gives each unit the time its own
 * file states.
 */
const systemdBackend: Backend = {
  start: async (unit) => {
    await run('systemctl', ['start', unit]);
  },
  stop: async (unit) => {
    await run('systemctl', ['stop', unit]);
  },
  isRunning: async (unit) => (await exitCodeOf('systemctl', ['is-active', '--quiet', unit])) === 0,
};

const composeBackend = (file: string): Backend => ({
  // `--wait` returns when the container's own health check passes.
  start: async (unit) => {
    await run('docker', ['compose', '-f', file, 'up', '-d', '--no-deps', '--wait', unit]);
  },
  stop: async (unit) => {
    await run('docker', ['compose', '-f', file, 'stop', unit]);
  },
  isRunning: async (unit) =>
    (await outputOf('docker', ['compose', '-f', file, 'ps', '--status', 'running', '--services']))
      .split('\n')
      .includes(unit),
});

async function run(command: string, args: readonly string[]): Promise<void> {
  const code = await exitCodeOf(command, args);
  if (code !== 0) throw new Error(`${command} ${args.join(' ')} terminou com ${String(code)}`);
}

async function exitCodeOf(command: string, args: readonly string[]): Promise<number | null> {
  const child = spawn(command, args, { stdio: ['ignore', 'ignore', 'inherit'] });
  const [code] = (await once(child, 'close')) as [number | null];
  return code;
}

async function outputOf(command: string, args: readonly string[]): Promise<string> {
  const child = spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  const chunks: Buffer[] = await child.stdout.toArray();
  return Buffer.concat(chunks).toString();
}
