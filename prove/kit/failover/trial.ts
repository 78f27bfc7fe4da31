import type { ChildProcess } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openInstallation } from '@lavra/server/app/installation';
import { configOf } from '@lavra/server/platform/config/config';
import pg from 'pg';
import type { ClusterVersions } from '../../../deploy/cluster/render.ts';
import { buildAdmin } from '../../../server/test/people.ts';
import { serviceOver } from '../../../server/test/service.ts';
import { longestGap, type HistoryEntry } from '../history.ts';
import { APP_KEY, DELIVERED_WAITS, serve, startLavra, type Home } from '../home.ts';
import { startNegotiations, type NegotiationLoad } from '../negotiation-load.ts';
import { Broken, seconds } from '../proof.ts';
import { startCluster, type Cluster } from './cluster.ts';
import type { Engine } from './engines.ts';
import { faults, type Fault, type FaultName } from './faults.ts';
import { startLongReads, type LongReads } from './long-reads.ts';
import { createNextVersion, type Run } from './next-version.ts';
import { patiently } from './patiently.ts';
import { answerTask } from './sandbox.ts';

// The sandboxed part of the proof: builds a cluster, lets suppliers write through two APIs and an
// administrator read, with a worker and a scheduler beside them, inflicts one fault after the other,
// and changes the primary in the middle of migrations.

export interface Trial {
  readonly engine: Engine;
  /** Empty; its owner removes it afterwards. */
  readonly folder: string;
  readonly faults: readonly FaultName[];
  /** Enough writes to last through all faults. */
  readonly writes: number;
  /** Whether a next version migrates meanwhile. */
  readonly migrates?: boolean;
  readonly versions?: Partial<ClusterVersions>;
  /** Whether Lavra's processes connect through PgBouncer. */
  readonly pooled?: boolean;
}

/** What happened to the cluster. */
interface Observed {
  readonly what: string;
  /** The longest time without an acknowledged write, in ms. */
  readonly promised: number;
  readonly gap: number;
  /** The longest time without an answered long read, in ms. */
  readonly readGap: number;
}

export interface TrialResult {
  readonly observed: readonly Observed[];
  readonly acknowledged: number;
  /** Answered only after more than one attempt. */
  readonly repeated: number;
  readonly lost: number;
  /** The longest that one supplier waited for an answer, in ms. */
  readonly slowest: number;
  readonly events: number;
  /** Long reads, and how many of them a replica answered. */
  readonly reads: { readonly answered: number; readonly replica: number };
  /** What the migrators of the next version did. */
  readonly migrations: readonly string[];
  readonly broken: readonly string[];
}

/** Without an answer for this long, in ms, a write counts as stopped. */
const FLOWS = 1_000;
/** How long a fault lasts, in ms: one that ends by itself, and one that is ended. */
const OBSERVED = { alone: 4_000, relieved: 10_000 };
const LONGEST_STOP = 90_000;

answerTask(async (trial: Trial): Promise<TrialResult> => {
  const { engine, folder, versions, pooled } = trial;
  const cluster = await startCluster({ engine, folder, versions, pooled });
  return act(trial, cluster).catch((error: unknown) => {
    process.stdout.write(`${cluster.logs()}\n`);
    throw error;
  });
});

async function act(trial: Trial, cluster: Cluster): Promise<TrialResult> {
  const { engine, folder } = trial;
  const broken = new Broken();
  const history: HistoryEntry[] = [];
  if (engine.versions.commit === 'quorum')
    for (const name of await cluster.unknownMetrics(askedMetrics()))
      broken.add('an alert or a panel asks for a metric that is not there', name);
  const dataDir = path.join(folder, 'data');
  const home = await openClusterHome(cluster, dataDir);
  const { env, apis, children } = await startProcesses(cluster, dataDir);
  let turn = 0;
  const { token } = await buildAdmin(home.service);
  const load = await startNegotiations(home, () => (apis[(turn += 1) % 2] ?? apis[0]).ask, {
    writes: trial.writes,
    edits: 8,
    patience: 180_000,
    record: (entry) => history.push(entry),
  });
  await home.leaveService();
  const reads = startLongReads(apis, { token, history, broken });
  const ended = load.done.catch((error: unknown) => broken.add('refused', String(error)));
  const scene: Scene = { trial, cluster, history, reads, broken, observed: [], migrations: [] };
  await flowing(history);
  await sleep(3_000);
  await replicaAnswers(scene, 'before the faults');
  const isWhole = await sufferAll(scene);
  if (isWhole && trial.migrates === true)
    await migrateThrough(scene, env).catch((error: unknown) =>
      broken.add('migrations', String(error)),
    );
  broken.expect(load.acknowledged() < trial.writes, 'too few writes prepared', '');
  load.stop();
  await ended;
  return conclude(scene, { home, load, children });
}

/** Reads everything back, and says what was found. */
async function conclude(
  { history, reads, broken, observed, migrations }: Scene,
  {
    home,
    load,
    children,
  }: {
    readonly home: ClusterHome;
    readonly load: NegotiationLoad;
    readonly children: readonly ChildProcess[];
  },
): Promise<TrialResult> {
  const events = await settled(home, broken);
  await reads.stop();
  await load.verify(broken);
  const lost = await lostKeys(home, history);
  for (const { supplierId, orderId, command, key } of lost)
    broken.add('lost', `${command} of supplier ${supplierId}, order ${orderId}, key ${key}`);
  for (const { exitCode } of children)
    broken.expect(exitCode === null, 'a process ended', String(exitCode));
  return {
    observed,
    acknowledged: history.length,
    repeated: history.filter(({ attempts }) => attempts > 1).length,
    lost: lost.length,
    slowest: Math.max(...history.map(({ asked, answered }) => answered - asked)),
    events,
    reads: { answered: reads.answered.length, replica: (await reads.servers()).replica },
    migrations,
    broken: broken.lines,
  };
}

interface Scene {
  readonly trial: Trial;
  readonly cluster: Cluster;
  readonly history: readonly HistoryEntry[];
  readonly reads: LongReads;
  readonly broken: Broken;
  readonly observed: Observed[];
  readonly migrations: string[];
}

/** Starts Lavra's processes with what the runbook wrote into their environment. */
async function startProcesses(cluster: Cluster, dataDir: string) {
  const env = {
    ...cluster.env,
    DATA_DIR: dataDir,
    APP_KEY,
    RATE_LIMIT: 'off',
    ...DELIVERED_WAITS,
  };
  const apis = await Promise.all([serve(env), serve(env)]);
  const others = await Promise.all([startLavra('worker', env), startLavra('scheduler', env)]);
  return { env, apis, children: [...apis, ...others].map((running) => running.process) };
}

/** Inflicts the faults one after the other; returns whether the cluster recovered from each. */
async function sufferAll(scene: Scene): Promise<boolean> {
  const { trial, cluster, broken } = scene;
  for (const name of trial.faults) {
    const fault: Fault = faults[name];
    const suffered = await suffer(scene, fault).then(
      () => true,
      (error: unknown) => broken.add(fault.what, String(error).slice(0, 200)),
    );
    if (suffered === true) continue;
    if (trial.versions === undefined)
      process.stdout.write(`${broken.lines.join('\n')}\n${cluster.logs()}\n`);
    return false; // a cluster that is not whole says nothing about the next fault
  }
  // In a cluster that was made wrong there may be no standby of this history any more.
  if (trial.versions === undefined) await replicaAnswers(scene, 'after the faults');
  return true;
}

async function suffer(scene: Scene, fault: Fault): Promise<void> {
  const { cluster, history } = scene;
  const roles = await cluster.roles();
  const from = performance.now();
  await fault.inflict(cluster, roles);
  // Relieved in any case, so that everything can be read back.
  await outlast(scene, fault).finally(() => fault.relieve?.(cluster, roles));
  await cluster.whole();
  await flowing(history);
  observe(scene, fault, from);
}

/** Waits while a fault lasts: until writes go on meanwhile, or none may be acknowledged. */
async function outlast({ history, broken }: Scene, fault: Fault): Promise<void> {
  const inflicted = performance.now();
  await sleep(fault.relieve === undefined ? OBSERVED.alone : OBSERVED.relieved);
  if (fault.stopsWrites !== true) return flowing(history);
  const alone = history.filter(({ asked }) => asked >= inflicted);
  for (const { key } of alone) broken.add('one machine alone acknowledged', `key ${key}`);
}

/** Notes how long writes and reads stopped since a moment. */
function observe(
  { history, reads, observed }: Scene,
  { what, promised }: Pick<Observed, 'what' | 'promised'>,
  from: number,
): void {
  const part = { from, to: performance.now() };
  const gap = longestGap(
    history.map(({ answered }) => answered),
    part,
  );
  const readGap = longestGap(reads.answered, part);
  observed.push({ what, promised, gap, readGap });
  process.stdout.write(
    `    ${what}: no write for ${seconds(gap)}, no long read for ${seconds(readGap)}\n`,
  );
}

/**
 * Waits until long reads come from a replica. After a change of primary that is from its next
 * restart point on, which is asked for here.
 */
async function replicaAnswers({ cluster, reads, broken }: Scene, when: string): Promise<void> {
  for (const machine of cluster.machines) await machine.paste(CHECKPOINT);
  const { replica: before } = await reads.servers();
  for (const end = Date.now() + 30_000; Date.now() < end; await sleep(200))
    if ((await reads.servers()).replica > before) return;
  broken.add('no long read from a replica', when);
}
const CHECKPOINT = 'runuser -u postgres -- psql -h /var/run/postgresql -q -c CHECKPOINT';

/**
 * Migrates to a next version while the primary is switched over in the middle of a transaction, and
 * killed in the middle of an index that two migrators want to build; then once more, undisturbed.
 */
async function migrateThrough(scene: Scene, env: Readonly<Record<string, string>>): Promise<void> {
  const { trial, cluster, broken, history } = scene;
  const folder = path.join(trial.folder, 'next');
  const next = createNextVersion({ folder, ownerUrl: cluster.ownerUrl, env });
  const through = async (fault: Fault, where: string, runs: readonly Run[]): Promise<void> => {
    await suffer(scene, { ...fault, what: `${fault.what} ${where}` });
    for (const { ended } of runs) {
      const { code, said } = await ended;
      const isFailure = code !== 0 && code !== null && said.trim() !== '';
      broken.expect(isFailure, 'a migrator does not say that it failed', `${where}: ${said}`);
    }
    const { length } = await next.check(broken);
    scene.migrations.push(`${where} ${runs.length} failed, ${length} of 3 applied`);
  };
  const first = next.migrate();
  await next.inMiddleOf('9901_next_rows', [first]);
  await through(faults['switch-over'], 'in the middle of a migration', [first]);
  const both = [next.migrate(), next.migrate()];
  await next.inMiddleOf('9902_next_index', both);
  await through(faults['kill-postgres'], 'while an index is built', both);
  const { code, said } = await next.migrate().ended;
  broken.expect(code === 0, 'a migrator does not finish', said);
  const applied = await next.check(broken);
  broken.expect(applied.length === 3, 'migrations are missing', applied.join(', '));
  await next.checkEnd(broken);
  scene.migrations.push(`then ${applied.length} of 3 applied`);
  await flowing(history);
  await next.close();
}

/** Returns the metrics of the cluster that the alert rules and the dashboard ask for. */
function askedMetrics(): string[] {
  const texts = ['alerts.yml', 'grafana/lavra.json'].map((name) =>
    fs.readFileSync(path.resolve(import.meta.dirname, '../../../deploy', name), 'utf8'),
  );
  return [...new Set(texts.join('\n').match(/\b(patroni|haproxy)_[a-z_]+/g))];
}

/** Waits until writes are acknowledged again, one a second at least, for three seconds. */
async function flowing(history: readonly HistoryEntry[]): Promise<void> {
  const from = performance.now();
  for (let since = from; performance.now() - since < 3_000; await sleep(100)) {
    const [now, last] = [performance.now(), history.at(-1)?.answered ?? 0];
    if (now - last > FLOWS) since = now;
    if (now - from > LONGEST_STOP) throw new Error('no write is acknowledged any more');
  }
}

/** Returns the acknowledged commands whose key is not in the database. */
async function lostKeys(
  { query }: Pick<Home, 'query'>,
  history: readonly HistoryEntry[],
): Promise<HistoryEntry[]> {
  const rows = await query<{ key: string }>('SELECT k.key FROM idempotency_keys k');
  const stored = new Set(rows.map(({ key }) => key));
  return history.filter(({ key }) => !stored.has(key));
}

/** Waits until every event is dispatched, and checks that each notified its person once. */
async function settled({ query }: Pick<Home, 'query'>, broken: Broken): Promise<number> {
  for (const end = Date.now() + 60_000; ; await sleep(500)) {
    const [row] = await query<{ waiting: number }>(
      'SELECT count(*)::int AS waiting FROM events WHERE dispatched_at IS NULL',
    );
    if (row?.waiting === 0) break;
    if (Date.now() > end) {
      broken.add('not dispatched', `${row?.waiting ?? '?'} events`);
      break;
    }
  }
  const dispatched = await query<{ id: string; times: number }>(`
    SELECT e.id, count(n.id)::int AS times
    FROM events e LEFT JOIN notifications n ON n.event_id = e.id
    WHERE e.type = 'proposal.received' GROUP BY e.id`);
  for (const { id, times } of dispatched)
    broken.expect(times === 1, 'event not dispatched once', `event ${id}: ${times} times`);
  return dispatched.length;
}

interface ClusterHome extends Pick<Home, 'service' | 'query' | 'leaveService'> {}

/** Migrates the cluster's database as its owner, and opens what prepares and reads it. */
async function openClusterHome(cluster: Cluster, dataDir: string): Promise<ClusterHome> {
  const installation = await openInstallation({
    ...configOf({}),
    databaseUrl: cluster.env.DATABASE_URL,
    databaseOwnerUrl: cluster.ownerUrl,
    dataDir,
    rateLimit: false,
    logLevel: 'silent',
    appKey: APP_KEY,
  });
  const { service, close } = serviceOver(installation.app, cluster.env.DATABASE_URL);
  const pool = new pg.Pool({ connectionString: cluster.env.DATABASE_URL, max: 2 });
  pool.on('error', () => {}); // the servers are killed on purpose
  return {
    service,
    leaveService: close,
    query: <R extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      patiently(async () => (await pool.query<R>(text, [...values])).rows),
  };
}
