import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { renderCluster, writeFiles, type ClusterVersions } from '../../../deploy/cluster/render.ts';
import type { Engine } from './engines.ts';
import { commandsOf, secretsOfInstallation, type ClusterStep } from './guide.ts';
import {
  createLavraHost,
  createMachine,
  prepareSandbox,
  type Host,
  type Machine,
} from './machines.ts';

/** The machines that the runbook names. */
const addresses = { db1: '10.0.0.1', db2: '10.0.0.2', db3: '10.0.0.3' };
const network = '10.0.0.0/24';

/** Three database machines and HAProxy, set up by the runbook's commands. */
export interface Cluster {
  readonly machines: readonly Machine[];
  /** What the runbook writes into the environment of the processes. */
  readonly env: Readonly<{ DATABASE_URL: string; DATABASE_READ_URL: string }>;
  /** What it writes for the migrations. */
  readonly ownerUrl: string;
  /** Returns the machine that Patroni calls the primary, and the others, a synchronous one first. */
  roles(): Promise<Roles>;
  /** Starts what runs on a machine: etcd, and Patroni with PostgreSQL. */
  start(machine: Machine, units?: readonly ('etcd' | 'patroni')[]): void;
  switchOver(on: Machine): Promise<void>;
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
  readonly versions?: Partial<ClusterVersions> | undefined;
  /** Whether Lavra's processes connect through PgBouncer. */
  readonly pooled?: boolean | undefined;
}

/** Builds a cluster in the sandbox of this process, and Lavra's roles and database in it. */
export async function startCluster(options: ClusterOptions): Promise<Cluster> {
  const { engine, folder, versions = {}, pooled = false } = options;
  const site = { folder, root: engine.root };
  prepareSandbox(site);
  const lavra = await createLavraHost(site);
  const machines = await Promise.all(
    Object.entries(addresses).map(([name, address]) => createMachine(site, { name, address })),
  );
  const described = { ...engine.versions, ...versions };
  const whole: Cluster['whole'] = async (patience = 120_000) => {
    for (const end = Date.now() + patience; !(await isWhole(machines, described));) {
      if (Date.now() > end) throw new Error('the cluster is not whole again');
      await sleep(500);
    }
  };
  const logs = (): string => logsOf([lavra, ...machines], folder);
  try {
    await setUp({ ...options, lavra, machines });
    await whole();
    await prepareLavra(lavra, pooled);
  } catch (error) {
    process.stdout.write(`${logs()}\n`);
    throw error;
  }
  return {
    machines,
    ...environmentOf(folder),
    start: (machine, units = ['etcd', 'patroni']) => machine.start(...units),
    roles: () => rolesOf(machines),
    switchOver: async (on) => void (await on.paste(commandsOf(PAGE, 'Trocar o primário'))),
    whole,
    unknownMetrics,
    logs,
  };
}

const PAGE = 'cluster.md';

interface Setup extends ClusterOptions {
  readonly lavra: Host;
  readonly machines: readonly Machine[];
}

/** Runs the steps that lead to three machines with PostgreSQL. */
async function setUp({ engine, folder, versions, lavra, machines }: Setup): Promise<void> {
  const step = (title: ClusterStep): string => commandsOf(PAGE, title);
  // A machine of the sandbox has no watchdog.
  await lavra.paste(
    step('1. Os arquivos').replace('--debian 13', `--debian ${engine.debian} --watchdog off`),
  );
  if (versions !== undefined) makeWrong(folder, machines, { ...engine.versions, ...versions });
  for (const title of ['2. As senhas', '3. A entrega'] as const) await lavra.paste(step(title));
  for (const machine of machines) await machine.paste(step('4. O etcd'));
  const [first, ...others] = machines;
  await first?.paste(step('5. O Patroni'));
  await Promise.all(others.map((machine) => machine.paste(step('5. O Patroni'))));
}

/** Runs the steps that lead to Lavra's database. */
async function prepareLavra(lavra: Host, pooled: boolean): Promise<void> {
  const step = (title: ClusterStep): string => commandsOf(PAGE, title);
  await lavra.paste(step('6. O HAProxy'));
  await lavra.paste(step('7. Papéis e banco'));
  await lavra.paste(secretsOfInstallation());
  await lavra.paste(step('8. As leituras longas'));
  if (!pooled) return;
  await lavra.paste(step('Com PgBouncer'));
  await sleep(1_000);
}

/** A combination that is to be shown wrong is started all the same. */
function makeWrong(folder: string, machines: readonly Machine[], versions: ClusterVersions): void {
  const release = path.join(folder, 'lavra/srv/lavra/current');
  const files = renderCluster({ machines, network, versions, watchdog: 'off' });
  writeFiles(path.join(release, 'cluster'), files);
  fs.writeFileSync(path.join(release, 'deploy/cluster/check-versions.sh'), '#!/bin/sh\n');
}

/** Reads what the runbook's commands wrote. */
function environmentOf(folder: string): Pick<Cluster, 'env' | 'ownerUrl'> {
  const texts = ['environment', 'owner'].map((name) =>
    fs.readFileSync(path.join(folder, 'lavra/etc/lavra', name), 'utf8'),
  );
  const valueOf = (name: string): string => {
    const [, value] = new RegExp(`^${name}=(.+)$`, 'm').exec(texts.join('\n')) ?? [];
    if (value === undefined) throw new Error(`the runbook writes no ${name}`);
    return value;
  };
  return {
    env: {
      DATABASE_URL: valueOf('DATABASE_URL'),
      DATABASE_READ_URL: valueOf('DATABASE_READ_URL'),
    },
    ownerUrl: valueOf('DATABASE_OWNER_URL'),
  };
}

async function rolesOf(machines: readonly Machine[]): Promise<Roles> {
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
}

async function unknownMetrics(names: readonly string[]): Promise<string[]> {
  const places = Object.values(addresses).map((address) => `${address}:8008`);
  const pages = await Promise.all(
    [...places, '127.0.0.1:5002'].map(async (place) =>
      (await fetch(`http://${place}/metrics`)).text(),
    ),
  );
  return names.filter((name) => !pages.some((page) => page.includes(`\n${name}{`)));
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

/** Returns the last lines of what the units of each host wrote. */
function logsOf(hosts: readonly Host[], folder: string): string {
  return hosts
    .flatMap(({ name }) => fs.globSync(path.join(folder, name, 'var/log/*.log')))
    .map((file) => `${path.relative(folder, file)}:\n${lastLines(fs.readFileSync(file, 'utf8'))}`)
    .join('\n');
}

const lastLines = (text: string): string => text.trimEnd().split('\n').slice(-12).join('\n');
