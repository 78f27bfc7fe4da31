import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { signalAll } from '../../server/test/signal-all.ts';

/** The programs of the newest PostgreSQL that Debian's packages installed here, if there is one. */
export const debianPostgres: string | undefined = findPrograms();

function findPrograms(): string | undefined {
  const root = '/usr/lib/postgresql';
  const versions = fs.existsSync(root)
    ? fs.readdirSync(root).filter((name) => fs.existsSync(path.join(root, name, 'bin/initdb')))
    : [];
  const newest = versions.toSorted((a, b) => Number(b) - Number(a))[0];
  return newest === undefined ? undefined : path.join(root, newest, 'bin');
}

const nobody = ['setpriv', '--reuid', '65534', '--regid', '65534', '--clear-groups'];
const isRoot = process.getuid?.() === 0;

/** Runs one of PostgreSQL's programs, which refuse root, as nobody where we are root. Answers its output. */
export function runPostgres(
  program: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): string {
  if (debianPostgres === undefined) throw new Error('no PostgreSQL is installed');
  const [command = '', ...rest] = [
    ...(isRoot ? nobody : []),
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

/** A folder that those programs may write. */
export function folderForPostgres(folder: string): string {
  fs.mkdirSync(path.dirname(folder), { recursive: true, mode: 0o755 });
  fs.mkdirSync(folder, { mode: 0o700 });
  if (isRoot) fs.chownSync(folder, 65534, 65534);
  return folder;
}

export interface DebianCluster {
  /** Its socket's folder, for addresses. */
  readonly host: string;
  start(settings?: Readonly<Record<string, string>>): void;
  stop(): void;
  kill(): void;
}

/** A cluster in a folder, durable, with passwords for everybody but its superuser `postgres`, who is asked for none. */
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

/** The same over a data folder that is there already. */
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
      // After a kill -9 the server's children hold its memory for a moment, and it waits for them to go.
      for (let tries = 1; ; tries += 1) {
        try {
          attempt();
          return;
        } catch (error) {
          if (tries === 10) throw error;
        }
      }
    },
    stop: () => {
      runPostgres('pg_ctl', ['-D', data, '-m', 'fast', '-w', 'stop']);
    },
    // Its children too: one in the middle of a statement would answer for a moment longer.
    kill: () => {
      signalAll(
        Number(fs.readFileSync(path.join(data, 'postmaster.pid'), 'utf8').split('\n')[0]),
        'SIGKILL',
      );
    },
  };
}
