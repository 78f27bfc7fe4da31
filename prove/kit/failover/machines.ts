import { spawn, type ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from './sandbox.ts';

// Machines as network namespaces on one bridge. All of it lives in the namespaces of a sandbox, so
// that a signal reaches only what the proof itself started.

/**
 * Makes the network that the machines of a sandbox share, and the mounts of another Debian, which
 * sees the folder `shared` under the same path.
 */
export function prepareSandbox(root: string | undefined, shared: string): void {
  run('mount', '-t', 'tmpfs', 'tmpfs', '/run'); // names of namespaces of this sandbox alone
  run('mount', '-t', 'tmpfs', 'tmpfs', '/dev/shm'); // PostgreSQL's, left behind by a kill
  if (root !== undefined) {
    run('mount', '--rbind', '/dev', path.join(root, 'dev'));
    run('mount', '-t', 'proc', 'proc', path.join(root, 'proc'));
    for (const folder of ['run', 'tmp'])
      run('mount', '-t', 'tmpfs', 'tmpfs', path.join(root, folder));
    fs.mkdirSync(path.join(root, shared), { recursive: true });
    run('mount', '--bind', shared, path.join(root, shared));
  }
  fs.mkdirSync('/run/netns');
  run('ip', 'link', 'set', 'lo', 'up');
  run('ip', 'link', 'add', 'lan', 'type', 'bridge');
  run('ip', 'addr', 'add', '10.83.0.254/24', 'dev', 'lan');
  run('ip', 'link', 'set', 'lan', 'up');
}

/** A program that runs until it is ended. */
export interface Program {
  readonly child: ChildProcess;
  readonly log: string;
}

export interface Machine {
  readonly name: string;
  readonly address: string;
  /** Returns the running processes, all or those of one program. */
  pids(program?: string): number[];
  /** Runs a program as a user of the engine's, its output in a log. */
  start(program: StartedProgram): Program;
  signal(signal: NodeJS.Signals, program?: string): void;
  /** Ends all processes, or those of one program, and waits until they are gone. */
  kill(program?: string): Promise<void>;
  /** Swallows every packet from and to the machine; nothing is refused. */
  cut(): void;
  heal(): void;
  /** Takes the network interface away, with what is still to be sent. */
  unplug(): void;
  /** Gives it back, and lets every packet pass again. */
  plug(): void;
  /** Swallows what the machine's PostgreSQL sends to these addresses. */
  dropReplication(addresses: readonly string[]): void;
}

export interface StartedProgram {
  readonly name: string;
  readonly command: readonly string[];
  readonly user: string;
  readonly env?: Readonly<Record<string, string>>;
}

export interface MachineOptions {
  readonly name: string;
  readonly address: string;
  readonly logs: string;
  /** The folder with another Debian. */
  readonly root?: string | undefined;
}

export function createMachine({ name, address, logs, root }: MachineOptions): Machine {
  run('ip', 'netns', 'add', name);
  const inside = (...command: readonly string[]): string => run(...entered(name, command));
  inside('ip', 'link', 'set', 'lo', 'up');
  run('ip', 'link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
  run('ip', 'link', 'set', name, 'master', 'lan', 'up');
  inside('ip', 'addr', 'add', `${address}/24`, 'dev', 'eth0');
  inside('ip', 'link', 'set', 'eth0', 'up');
  const pids = (program?: string): number[] =>
    run('ip', 'netns', 'pids', name)
      .split('\n')
      .filter((line) => line !== '')
      .map(Number)
      .filter((pid) => isAlive(pid) && (program === undefined || nameOf(pid) === program));
  const signal = (which: NodeJS.Signals, program?: string): void => {
    for (const pid of pids(program)) send(pid, which);
  };
  return {
    name,
    address,
    pids,
    signal,
    start: (program) => startProgram(program, { logs, root, namespace: name }),
    async kill(program) {
      // Stopped first, so that none of them sees another one die and acts on it.
      signal('SIGSTOP', program);
      signal('SIGKILL', program);
      const end = Date.now() + 10_000;
      while (pids(program).length > 0) {
        if (Date.now() > end) throw new Error(`${name} has processes that cannot be killed`);
        await sleep(20);
      }
    },
    cut() {
      for (const chain of ['INPUT', 'OUTPUT'])
        inside('iptables', '-I', chain, '!', '-d', '127.0.0.1', '-j', 'DROP');
    },
    heal: () => void inside('iptables', '-F'),
    unplug: () => void inside('ip', 'link', 'set', 'eth0', 'down'),
    plug() {
      inside('ip', 'link', 'set', 'eth0', 'up');
      inside('iptables', '-F');
    },
    dropReplication(addresses) {
      for (const to of addresses)
        inside('iptables', '-I', 'OUTPUT', '-p', 'tcp', '--sport', '5432', '-d', to, '-j', 'DROP');
    },
  };
}

/** Starts a program in the namespace of a machine, or in that of Lavra's own without a name. */
export function startProgram(
  { name, command, user, env = {} }: StartedProgram,
  { logs, root, namespace }: { logs: string; root?: string | undefined; namespace?: string },
): Program {
  const { uid, gid } = userOf(root, user);
  const rooted = root === undefined ? [] : ['chroot', root];
  const as = ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups'];
  const words = [...rooted, ...(user === 'root' ? [] : as), ...command];
  const [program = '', ...args] = namespace === undefined ? words : entered(namespace, words);
  const log = path.join(logs, `${namespace ?? 'lavra'}-${name}.log`);
  const output = fs.openSync(log, 'a');
  const child = spawn(program, args, {
    cwd: '/',
    detached: true,
    stdio: ['ignore', output, output],
    env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', LANG: 'C.UTF-8', ...env },
  });
  fs.closeSync(output);
  child.on('error', (error) => fs.appendFileSync(log, `${String(error)}\n`));
  return { child, log };
}

const entered = (
  namespace: string,
  command: readonly string[],
): [program: string, ...args: string[]] => [
  'nsenter',
  `--net=/run/netns/${namespace}`,
  '--',
  ...command,
];

/** Returns the numbers of a user, which another Debian may have given otherwise. */
export function userOf(root: string | undefined, user: string): { uid: number; gid: number } {
  const line = fs
    .readFileSync(path.join(root ?? '/', 'etc/passwd'), 'utf8')
    .split('\n')
    .find((text) => text.startsWith(`${user}:`));
  const [, , uid, gid] = line?.split(':') ?? [];
  if (uid === undefined || gid === undefined) throw new Error(`there is no user ${user}`);
  return { uid: Number(uid), gid: Number(gid) };
}

const statOf = (pid: number): string => {
  try {
    return fs.readFileSync(`/proc/${pid}/stat`, 'utf8');
  } catch {
    return ''; // ended meanwhile
  }
};
const nameOf = (pid: number): string => /\((.*)\)/.exec(statOf(pid))?.[1] ?? '';
const isAlive = (pid: number): boolean => /\) [^ZX]/.test(statOf(pid));

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}
