import { spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run } from './sandbox.ts';

// Machines as namespaces: of the network, on one bridge, and of mounts, so that each has its own
// `/etc` and `/var/lib` where the runbook's commands write. All of it lives in the namespaces of a
// sandbox, so that a signal reaches only what the proof itself started.

const here = import.meta.dirname;
const standIns = path.join(here, 'stand-ins');
const repository = path.resolve(here, '../../..');

/** What all machines of a sandbox share. */
interface Site {
  /** Holds a folder for each machine, with what is its own. */
  readonly folder: string;
  /** The folder with another Debian; this machine's own root when absent. */
  readonly root?: string | undefined;
}

/** Makes the network that the machines of a sandbox share, and the mounts of another Debian. */
export function prepareSandbox({ folder, root }: Site): void {
  run('mount', '-t', 'tmpfs', 'tmpfs', '/run'); // names of namespaces of this sandbox alone
  if (root !== undefined) {
    run('mount', '--rbind', '/dev', path.join(root, 'dev'));
    run('mount', '-t', 'proc', 'proc', path.join(root, 'proc'));
    run('mount', '-t', 'tmpfs', 'tmpfs', path.join(root, 'tmp'));
    fs.mkdirSync(path.join(root, folder), { recursive: true });
    run('mount', '--rbind', folder, path.join(root, folder));
  }
  fs.mkdirSync('/run/netns');
  run('ip', 'link', 'set', 'lo', 'up');
  run('ip', 'link', 'add', 'lan', 'type', 'bridge');
  run('ip', 'addr', 'add', '10.0.0.254/24', 'dev', 'lan');
  run('ip', 'link', 'set', 'lan', 'up');
}

/** Where commands can be run as an operator would. */
export interface Host {
  readonly name: string;
  /** Runs commands in one shell, as root; returns its output, or throws with it. */
  paste(commands: string): Promise<string>;
}

export interface Machine extends Host {
  readonly address: string;
  /** Starts units of systemd, without waiting. */
  start(...units: readonly string[]): void;
  /** Returns the running processes, all or those of one program. */
  pids(program?: string): number[];
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

/** Creates the machine with Lavra, in the network of the sandbox itself. */
export async function createLavraHost(site: Site): Promise<Host> {
  const name = 'lavra';
  const namespaces = { mount: await makeOwn(site, name, repository) };
  return {
    name,
    paste: (commands) => paste(site, { name, namespaces, folder: '/srv/lavra/current', commands }),
  };
}

/** Creates an empty database machine. */
export async function createMachine(
  site: Site,
  { name, address }: { readonly name: string; readonly address: string },
): Promise<Machine> {
  run('ip', 'netns', 'add', name);
  const namespaces = { mount: await makeOwn(site, name), net: `/run/netns/${name}` };
  fs.symlinkSync(name, path.join(site.folder, address));
  const inside = (...command: readonly string[]): string =>
    run('nsenter', `--net=${namespaces.net}`, '--', ...command);
  inside('ip', 'link', 'set', 'lo', 'up');
  run('ip', 'link', 'add', name, 'type', 'veth', 'peer', 'name', 'eth0', 'netns', name);
  run('ip', 'link', 'set', name, 'master', 'lan', 'up');
  inside('ip', 'addr', 'add', `${address}/24`, 'dev', 'eth0');
  inside('ip', 'link', 'set', 'eth0', 'up');
  const pasteHere = (commands: string): Promise<string> =>
    paste(site, { name, namespaces, folder: '/root', commands });
  return {
    name,
    address,
    ...processesIn(name),
    ...networkOf(inside),
    paste: pasteHere,
    start(...units) {
      pasteHere(`systemctl start ${units.join(' ')}`).catch((error: unknown) => {
        process.stderr.write(`${name}: ${String(error)}\n`);
      });
    },
  };
}

/** The processes of a network namespace. */
function processesIn(name: string): Pick<Machine, 'pids' | 'signal' | 'kill'> {
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
    pids,
    signal,
    async kill(program) {
      // Stopped first, so that none of them sees another one die and acts on it.
      signal('SIGSTOP', program);
      const killed = pids(program);
      for (const pid of killed) send(pid, 'SIGKILL');
      // What is started in their place meanwhile, as Patroni does, lives on.
      const end = Date.now() + 10_000;
      while (killed.some(isAlive)) {
        if (Date.now() > end) throw new Error(`${name} has processes that cannot be killed`);
        await sleep(20);
      }
    },
  };
}

function networkOf(
  inside: (...command: readonly string[]) => string,
): Pick<Machine, 'cut' | 'heal' | 'unplug' | 'plug' | 'dropReplication'> {
  return {
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

/** Gives a machine its own files, in a mount namespace; returns the namespace's name. */
async function makeOwn({ folder, root = '/' }: Site, name: string, release = ''): Promise<string> {
  const own = path.join(folder, name);
  fs.mkdirSync(own);
  const script = path.join(here, 'machine.sh');
  // Its process keeps the namespace, as long as the sandbox is there.
  const keeper = spawn('unshare', ['--mount', 'sh', script, own, root, standIns, release], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(keeper, 'exit').then(([code]) => {
    throw new Error(`${name} cannot be made: ${code}`);
  });
  await Promise.race([once(keeper.stdout, 'data'), ended]);
  ended.catch(() => {}); // with the sandbox
  return `/proc/${keeper.pid}/ns/mnt`;
}

interface Place {
  readonly name: string;
  readonly namespaces: { readonly mount: string; readonly net?: string };
  readonly folder: string;
  readonly commands: string;
}

/** Runs commands in a shell of a machine, which reads them as if they were pasted. */
async function paste(
  { folder: machines, root }: Site,
  { name, namespaces, folder, commands }: Place,
): Promise<string> {
  const rooted = root === undefined ? [] : ['chroot', root];
  const entered = Object.entries(namespaces).map(([kind, file]) => `--${kind}=${file}`);
  const shell = [...rooted, 'bash', '-euo', 'pipefail'];
  const child = spawn('nsenter', [...entered, '--', ...shell], {
    cwd: '/',
    stdio: ['pipe', 'pipe', 'pipe'],
    env: {
      PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
      LANG: 'C.UTF-8',
      HOME: '/root',
      MACHINES: machines,
    },
  });
  const said: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => said.push(chunk));
  const closed = once(child, 'close');
  child.stdin.end(`cd ${folder}\n${commands}`);
  const [code] = (await closed) as [number | null];
  const text = Buffer.concat(said).toString();
  if (code !== 0) throw new Error(`${name} ended with ${code ?? '?'}:\n${commands}\n${text}`);
  return text;
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
