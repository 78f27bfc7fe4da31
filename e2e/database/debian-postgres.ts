import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { signalAll } from '../../server/test/signal-all.ts';

/**
 * The program folder of the newest PostgreSQL installed here from Debian's packages, if there is
 * one.
 */
export const debianPostgres: string | undefined = findPrograms();

function findPrograms(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = fs.existsSync(root)
    ? fs.readdirSync(root).filter((name) => fs.existsSync(path.join(root, name, 'bin/initdb')))
    : [];
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0];
  return newest === undefined ? undefined : path.join(root, newest, 'bin');
}

const asNobody = ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups'];
const isRoot = process.getuid?.() === 0;

/**
 * Runs one of PostgreSQL's programs; as the user `nobody` when the tests run as root, which these
 * programs refuse. Returns the output.
 */
export function runPostgres(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): string {
  if (debianPostgres === undefined) throw new Error('no PostgreSQL is installed');
  const [command = '', ...rest] = [
    ...(isRoot ? asNobody : []),
    path.join(debianPostgres, program),
    ...args,
  ];
  const { status, stdout, stderr, error } = spawnSync(command, rest, {
    env: { PATH: process.env['PATH'], ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    encoding: 'utf8',
  });
  if (status !== 0)
    throw new Error(`${program} ended with ${String(status)}: ${stderr}`, { cause: error });
  return stdout;
}

/** Creates a folder that those programs may write. */
export function folderForPostgres(folder: string): string {
  fs.mkdirSync(path.dirname(folder), { recursive: true, mode: 0o755 });
  fs.mkdirSync(folder, { mode: 0o700 });
  if (isRoot) fs.chownSync(folder, 65534, 65534);
  return folder;
}

export interface DebianCluster {
  /** The folder of its socket, used as host in addresses. */
  readonly host: string;
  start(settings?: Readonly<Record<string, string>>): void;
  stop(): void;
  kill(): void;
}

/**
 * Creates a durable cluster in a folder. Every role needs a password except the superuser
 * `postgres`.
 */
export function createCluster(folder: string): DebianCluster {
  const [data, host] = [
    folderForPostgres(path.join(folder, 'data')),
    folderForPostgres(path.join(folder, 'socket')),
  ];
  runPostgres('initdb', [
    '-D',
    data,
    '-U',
    'postgres',
    '--auth=trust',
    '--encoding=UTF8',
    '--locale=C.UTF-8',
  ]);
  fs.writeFileSync(
    path.join(data, 'pg_hba.conf'),
    [
      'local all postgres trust',
      'local replication postgres trust',
      'local all all scram-sha-256',
      'host all all 127.0.0.1/32 scram-sha-256',
      '',
    ].join('\n'),
  );
  return clusterIn(data, host);
}

/** Controls a cluster over an existing data folder. */
export function clusterIn(data: string, host: string): DebianCluster {
  return {
    host,
    start: (settings = {}) => {
      const all = {
        unix_socket_directories: host,
        listen_addresses: '',
        max_connections: '200',
        ...settings,
      };
      const options = Object.entries(all)
        .map(([name, value]) => `-c ${name}='${value}'`)
        .join(' ');
      const attempt = (): string =>
        runPostgres('pg_ctl', [
          '-D',
          data,
          '-w',
          '-l',
          path.join(data, 'log'),
          '-o',
          options,
          'start',
        ]);
      // After a kill -9 the kernel may hold the shared memory until the last process has gone, which
      // takes seconds on a busy machine.
      for (const since = performance.now(); ;) {
        try {
          attempt();
          return;
        } catch (error) {
          if (performance.now() - since > 30_000) throw error;
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 200);
        }
      }
    },
    stop: () => {
      runPostgres('pg_ctl', ['-D', data, '-m', 'fast', '-w', 'stop']);
    },
    // Kills the child processes too: one in the middle of a statement would respond for a moment
    // longer.
    kill: () => {
      signalAll(
        Number(fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]),
        'SIGKILL',
      );
    },
  };
}
