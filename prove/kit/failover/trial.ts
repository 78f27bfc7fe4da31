import path from 'node:path';
import fs from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { openInstallation } from '@lavra/server/app/installation';
import { configOf } from '@lavra/server/platform/config/config';
import pg from 'pg';
import type { ClusterVersions } from '../../../deploy/cluster/render.ts';
import { serviceOver } from '../../../server/test/service.ts';
import { longestGap, type HistoryEntry } from '../history.ts';
import { APP_KEY, DELIVERED_WAITS, serve, startLavra, type Home } from '../home.ts';
import { startNegotiations } from '../negotiation-load.ts';
import { Broken, seconds } from '../proof.ts';
import { startCluster, type Cluster } from './cluster.ts';
import type { Engine } from './engines.ts';
import { faults, type Fault, type FaultName } from './faults.ts';
import { answerTask } from './sandbox.ts';

// The sandboxed part of the proof: builds a cluster, lets suppliers write through two APIs with a
// worker and a scheduler beside them, and inflicts one fault after the other.

export interface Trial {
  readonly engine: Engine;
  /** Empty; its owner removes it afterwards. */
  readonly folder: string;
  readonly faults: readonly FaultName[];
  /** Enough writes to last through all faults. */
  readonly writes: number;
  readonly versions?: Partial<ClusterVersions>;
  /** Whether Lavra's processes connect through PgBouncer. */
  readonly pooled?: boolean;
}

export interface TrialResult {
  /** The longest time without an acknowledged write, per fault in ms, and writes lost by then. */
  readonly faults: readonly {
    readonly name: FaultName;
    readonly gap: number;
    readonly lost: number;
  }[];
  readonly acknowledged: number;
  /** Answered only after more than one attempt. */
  readonly repeated: number;
  readonly lost: number;
  /** The longest that one supplier waited for an answer, in ms. */
  readonly slowest: number;
  readonly events: number;
  readonly broken: readonly string[];
}

/** Without an answer for this long, in ms, a write counts as stopped. */
const FLOWS = 1_000;
/** How long a fault lasts, in ms: one that ends by itself, and one that is ended. */
const OBSERVED = { alone: 4_000, relieved: 10_000 };
const LONGEST_STOP = 90_000;

answerTask(async (trial: Trial): Promise<TrialResult> => {
  const { engine, folder, versions = {}, pooled } = trial;
  const cluster = await startCluster({ engine, folder, versions, pooled });
  const broken = new Broken();
  const history: HistoryEntry[] = [];
  if (engine.versions.commit === 'quorum')
    for (const name of await cluster.unknownMetrics(askedMetrics()))
      broken.add('an alert or a panel asks for a metric that is not there', name);
  const home = await openClusterHome(cluster, folder);
  const env = {
    DATABASE_URL: cluster.databaseUrl,
    DATA_DIR: folder,
    APP_KEY,
    RATE_LIMIT: 'off',
    ...DELIVERED_WAITS,
  };
  const apis = await Promise.all([serve(env), serve(env)]);
  const others = await Promise.all([startLavra('worker', env), startLavra('scheduler', env)]);
  let turn = 0;
  const load = await startNegotiations(home, () => (apis[(turn += 1) % 2] ?? apis[0]).ask, {
    writes: trial.writes,
    edits: 8,
    patience: 180_000,
    record: (entry) => history.push(entry),
  });
  await home.leaveService();
  const ended = load.done.catch((error: unknown) => broken.add('refused', String(error)));
  const measured: TrialResult['faults'][number][] = [];
  await flowing(history);
  await sleep(3_000);
  const suffer = async (name: FaultName): Promise<void> => {
    const fault: Fault = faults[name];
    const roles = await cluster.roles();
    const from = performance.now();
    await fault.inflict(cluster, roles);
    await sleep(fault.relieve === undefined ? OBSERVED.alone : OBSERVED.relieved);
    await flowing(history);
    fault.relieve?.(cluster, roles);
    await cluster.whole();
    await flowing(history);
    const gap = longestGap(history, { from, to: performance.now() });
    measured.push({ name, gap, lost: (await lostKeys(home, history)).length });
    process.stdout.write(`    ${fault.what}: no write for ${seconds(gap)}\n`);
  };
  for (const name of trial.faults) {
    const suffered = await suffer(name).then(
      () => true,
      (error: unknown) => broken.add(faults[name].what, String(error).slice(0, 200)),
    );
    if (suffered === true) continue;
    if (trial.versions === undefined) process.stdout.write(`${cluster.logs()}\n`);
    break; // a cluster that is not whole says nothing about the next fault
  }
  broken.expect(load.acknowledged() < trial.writes, 'too few writes prepared', '');
  load.stop();
  await ended;
  const events = await settled(home, broken);
  await load.verify(broken);
  const lost = await lostKeys(home, history);
  for (const { supplierId, orderId, command, key } of lost)
    broken.add('lost', `${command} of supplier ${supplierId}, order ${orderId}, key ${key}`);
  for (const { process: running } of [...apis, ...others])
    broken.expect(running.exitCode === null, 'a process ended', String(running.exitCode));
  return {
    faults: measured,
    acknowledged: history.length,
    repeated: history.filter(({ attempts }) => attempts > 1).length,
    lost: lost.length,
    slowest: Math.max(...history.map(({ asked, answered }) => answered - asked)),
    events,
    broken: broken.lines,
  };
});

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
async function openClusterHome(cluster: Cluster, folder: string): Promise<ClusterHome> {
  const installation = await openInstallation({
    ...configOf({}),
    databaseUrl: cluster.databaseUrl,
    databaseOwnerUrl: cluster.ownerUrl,
    dataDir: path.join(folder, 'lavra'),
    rateLimit: false,
    logLevel: 'silent',
    appKey: APP_KEY,
  });
  const { service, close } = serviceOver(installation.app, cluster.databaseUrl);
  const pool = new pg.Pool({ connectionString: cluster.databaseUrl, max: 2 });
  pool.on('error', () => {}); // the servers are killed on purpose
  return {
    service,
    leaveService: close,
    query: async <R extends pg.QueryResultRow>(text: string, values: readonly unknown[] = []) =>
      (await pool.query<R>(text, [...values])).rows,
  };
}
