import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { renderCluster, writeFiles, type ClusterVersions } from '../../../deploy/cluster/render.ts';
import type { Engine } from './engines.ts';
import { createMachine, prepareSandbox, startProgram, userOf, type Machine } from './machines.ts';
import { run } from './sandbox.ts';

const PASSWORD = 'password-of-the-proofs';
const deploy = path.resolve(import.meta.dirname, '../../../deploy');
const addresses = { db1: '10.83.0.1', db2: '10.83.0.2', db3: '10.83.0.3' };

/** Three database machines and HAProxy, configured by the files of `deploy/cluster`. */
export interface Cluster {
  readonly machines: readonly Machine[];
  readonly databaseUrl: string;
  readonly ownerUrl: string;
  /** Returns the machine that Patroni calls the primary, and the others, a synchronous one first. */
  roles(): Promise<Roles>;
  /** Starts what runs on a machine: etcd, and Patroni with PostgreSQL. */
  start(machine: Machine, programs?: readonly ('etcd' | 'patroni')[]): void;
  switchOver(from: Machine): Promise<void>;
  /** Waits until one primary has two standbys that follow it. */
  whole(patience?: number): Promise<void>;
  /** Returns which of the metrics named in a text none of these programs shows. */
  unknownMetrics(names: readonly string[]): Promise<string[]>;
  /** Returns the last lines of every log. */
  logs(): string;
}

export interface Roles {
  readonly primary: Machine;
  readonly standbys: readonly [Machine, Machine];
}

export interface ClusterOptions {
  readonly engine: Engine;
  readonly folder: string;
  /** What differs from the engine's own versions, for a control. */
  readonly versions?: Partial<ClusterVersions>;
  /** Whether Lavra's processes connect through PgBouncer. */
  readonly pooled?: boolean | undefined;
}

/** Builds a cluster in the sandbox of this process, and Lavra's roles and database in it. */
export async function startCluster({
  engine,
  folder,
  versions = {},
  pooled = false,
}: ClusterOptions): Promise<Cluster> {
  const { root } = engine;
  const described = { ...engine.versions, ...versions };
  const logs = path.join(folder, 'logs');
  fs.mkdirSync(logs);
  prepareSandbox(root, folder);
  const machines = Object.entries(addresses).map(([name, address]) =>
    createMachine({ name, address, logs, root }),
  );
  const { uid, gid } = userOf(root, 'postgres');
  for (const { name } of machines) {
    const state = path.join(folder, name);
    const files = renderCluster({
      machines,
      network: '10.83.0.0/24',
      versions: described,
      watchdog: 'off',
      state,
      sockets: state,
      etcdData: path.join(state, 'etcd'),
      userlist: path.join(folder, 'userlist.txt'),
    });
    // On one file system each machine has a folder of its own, which only its own files name.
    const own = Object.entries(files).filter(
      ([file]) => file.startsWith(`${name}/`) || !file.includes('/'),
    );
    writeFiles(folder, Object.fromEntries(own));
    fs.chownSync(state, uid, gid);
    fs.chmodSync(state, 0o700);
  }
  fs.copyFileSync(
    path.join(deploy, 'cluster/check-versions.sh'),
    path.join(folder, 'check-versions.sh'),
  );
  // A combination that is to be shown wrong is started all the same.
  const check = Object.keys(versions).length === 0 ? `${folder}/check-versions.sh "$0" && ` : '';
  const start: Cluster['start'] = (machine, programs = ['etcd', 'patroni']) => {
    const state = path.join(folder, machine.name);
    const shell = ['sh', '-c'];
    const commands = {
      etcd: [
        ...shell,
        'set -a; . "$0"; exec etcd --logger=zap --log-level=warn',
        `${state}/etcd.env`,
      ],
      patroni: [...shell, `${check}exec patroni "$0"`, `${state}/patroni.yml`],
    };
    for (const name of programs)
      machine.start({ name, user: 'postgres', command: commands[name], env: patroniEnv });
  };
  for (const machine of machines) start(machine);
  const proxy = ['haproxy', '-W', '-f', path.join(folder, 'haproxy.cfg')];
  startProgram({ name: 'haproxy', user: 'root', command: proxy }, { logs, root });

  const cluster: Cluster = {
    machines,
    databaseUrl: urlOf('lavra', 'lavra', pooled ? 6432 : 5000),
    ownerUrl: urlOf('lavra_owner', 'lavra'),
    start,
    async roles() {
      for (const end = Date.now() + 60_000; ;) {
        const primary = await findPrimary(machines);
        const [synchronous] = await answering(machines, 'synchronous');
        const [first, second] = machines
          .filter((machine) => machine !== primary)
          .toSorted((a, b) => Number(b === synchronous) - Number(a === synchronous));
        if (primary !== undefined && first !== undefined && second !== undefined)
          return { primary, standbys: [first, second] };
        if (Date.now() > end) throw new Error('the cluster has no primary for a minute');
        await sleep(200);
      }
    },
    async switchOver({ name, address }) {
      const reply = await fetch(`http://${address}:8008/switchover`, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          authorization: `Basic ${Buffer.from(`patroni:${PASSWORD}`).toString('base64')}`,
        },
        body: JSON.stringify({ leader: name }),
      });
      if (reply.status !== 200)
        throw new Error(`Patroni refused to switch over: ${reply.status} ${await reply.text()}`);
    },
    async whole(patience = 120_000) {
      for (const end = Date.now() + patience; !(await isWhole(machines, described));) {
        if (Date.now() > end) throw new Error('the cluster is not whole again');
        await sleep(500);
      }
    },
    async unknownMetrics(names) {
      const pages = await Promise.all(
        [...machines.map(({ address }) => `${address}:8008`), '127.0.0.1:5002'].map(
          async (address) => (await fetch(`http://${address}/metrics`)).text(),
        ),
      );
      return names.filter((name) => !pages.some((page) => page.includes(`\n${name}{`)));
    },
    logs: () =>
      fs
        .readdirSync(logs)
        .map((name) => `${name}:\n${lastLines(fs.readFileSync(path.join(logs, name), 'utf8'))}`)
        .join('\n'),
  };
  await cluster.whole().catch((error: unknown) => {
    process.stdout.write(`${cluster.logs()}\n`);
    throw error;
  });
  await createRoles();
  if (pooled) {
    fs.writeFileSync(path.join(folder, 'userlist.txt'), `"lavra" "${PASSWORD}"\n`);
    const command = ['pgbouncer', path.join(folder, 'pgbouncer.ini')];
    startProgram({ name: 'pgbouncer', user: 'postgres', command }, { logs, root });
    await sleep(1_000);
  }
  return cluster;
}

const patroniEnv = {
  PATRONI_SUPERUSER_USERNAME: 'postgres',
  PATRONI_SUPERUSER_PASSWORD: PASSWORD,
  PATRONI_REPLICATION_USERNAME: 'replicator',
  PATRONI_REPLICATION_PASSWORD: PASSWORD,
  PATRONI_REWIND_USERNAME: 'rewinder',
  PATRONI_REWIND_PASSWORD: PASSWORD,
  PATRONI_RESTAPI_USERNAME: 'patroni',
  PATRONI_RESTAPI_PASSWORD: PASSWORD,
};

const urlOf = (role: string, database: string, port = 5000): string =>
  `postgres://${role}:${PASSWORD}@127.0.0.1:${port}/${database}`;

/** Creates Lavra's roles and database by the file that an operator uses. */
async function createRoles(): Promise<void> {
  const url = urlOf('postgres', 'postgres');
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  for (const end = Date.now() + 30_000; ;) {
    const there = await fetch('http://127.0.0.1:5002/').then(
      () => true,
      () => false,
    );
    if (there) break;
    if (Date.now() > end) throw new Error('HAProxy does not start');
    await sleep(100);
  }
  await sleep(1_000); // until it has asked for the primary
  run('psql', url, '-v', 'ON_ERROR_STOP=1', '-q', '-f', path.join(deploy, 'postgresql/roles.sql'));
  await client.connect();
  for (const role of ['lavra_owner', 'lavra', 'lavra_backup'])
    await client.query(`ALTER ROLE ${role} PASSWORD '${PASSWORD}'`);
  await client.end();
}

async function findPrimary(machines: readonly Machine[]): Promise<Machine | undefined> {
  const primaries = await answering(machines, 'primary');
  return primaries.length === 1 ? primaries[0] : undefined;
}

/** Returns the machines whose Patroni answers 200 to a question. */
async function answering(machines: readonly Machine[], question: string): Promise<Machine[]> {
  const answers = await Promise.all(
    machines.map(async (machine) => (await ask(machine, question))?.status === 200),
  );
  return machines.filter((_machine, n) => answers[n]);
}

const ask = ({ address }: Machine, path: string): Promise<Response | undefined> =>
  fetch(`http://${address}:8008/${path}`, { signal: AbortSignal.timeout(1_000) }).catch(
    () => undefined,
  );

interface Member {
  readonly name: string;
  readonly role: string;
  readonly state: string;
  readonly timeline?: number;
}

/** Returns whether every machine says the same: one primary, two standbys that follow it. */
async function isWhole(
  machines: readonly Machine[],
  { commit }: ClusterVersions,
): Promise<boolean> {
  const primary = await findPrimary(machines);
  if (primary === undefined) return false;
  const views = await Promise.all(
    machines.map(async (machine) => {
      const reply = await ask(machine, 'cluster');
      return reply?.status === 200 ? ((await reply.json()) as { members: Member[] }) : undefined;
    }),
  );
  return views.every((view) => {
    if (view?.members.length !== machines.length) return false;
    const leader = view.members.find(({ name }) => name === primary.name);
    const others = view.members.filter((member) => member !== leader);
    return (
      leader?.role === 'leader' &&
      leader.state === 'running' &&
      others.every(
        ({ state, timeline }) =>
          ['running', 'streaming'].includes(state) && timeline === leader.timeline,
      ) &&
      (commit === 'false' || others.some(({ role }) => /^(sync|quorum)_standby$/.test(role)))
    );
  });
}

const lastLines = (text: string): string => text.trimEnd().split('\n').slice(-12).join('\n');
