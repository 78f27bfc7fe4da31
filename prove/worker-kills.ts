import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { openInstallation, type Installation } from '@lavra/server/app/installation';
import { configOf } from '@lavra/server/platform/config/config';
import { systemActor } from '@lavra/server/platform/db/command';
import { startEmbeddedPostgres } from '@lavra/server/platform/embedded-postgres/embedded-postgres';
import { sql } from 'kysely';
import { PATIENT_DATABASE, processEnvironment } from '../e2e/environment.ts';
import { buildOrder } from '../server/test/orders.ts';
import { buildProducer } from '../server/test/people.ts';
import { serviceOver } from '../server/test/service.ts';

// Each event is dispatched exactly once to its recipients, however often the worker is killed: `npm
// run prove -- --only worker-kills`. The same is then run on two workers made wrong on purpose: the
// proof must find both broken.

/**
 * `ours` is `lavra worker`; the other two commit their work in two transactions
 * (prove/wrong-worker.ts).
 */
export type WorkerKind = 'ours' | 'marks before it notifies' | 'notifies before it marks';

export interface Plan {
  readonly worker: WorkerKind;
  readonly events: number;
  readonly kills: number;
  readonly rolledBack: number;
}

export interface Counts {
  readonly kills: number;
  readonly seconds: number;
  /**
   * Events without a notification, events with more than one, and notifications of events that were
   * rolled back.
   */
  readonly lost: number;
  readonly doubled: number;
  readonly ghosts: number;
  /** By how much gathered notifications count more or fewer than the events they stand for. */
  readonly miscounted: number;
}

const root = path.resolve(import.meta.dirname, '..');
const LONGEST = 300_000;

/** Runs a plan on a new cluster that waits for the disk. */
export async function proveWorkerKills(plan: Plan): Promise<Counts> {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'lavra-prove-'));
  fs.chmodSync(folder, 0o755);
  const postgres = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'postgres'),
    durability: 'full',
  });
  try {
    const config = {
      ...configOf(PATIENT_DATABASE),
      databaseUrl: postgres.url,
      dataDir: folder,
      rateLimit: false,
      logLevel: 'silent',
    } as const;
    const installation = await openInstallation(config);
    try {
      return await judge(installation, plan, { DATABASE_URL: postgres.url, DATA_DIR: folder });
    } finally {
      await installation.close();
    }
  } finally {
    await postgres.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
}

async function judge(
  installation: Installation,
  plan: Plan,
  env: Readonly<Record<string, string>>,
): Promise<Counts> {
  const { q } = installation.app.platform.db;
  // Without these settings no service could survive a kill.
  const {
    rows: [safe],
  } = await sql<{ yes: boolean }>`
    SELECT bool_and(s.setting = 'on') AS yes
    FROM pg_settings s WHERE s.name IN ('fsync', 'full_page_writes', 'synchronous_commit')`.execute(
    q,
  );
  if (safe?.yes === undefined || !safe.yes)
    throw new Error('the proof needs a server that waits for the disk');
  if (plan.worker === 'notifies before it marks')
    await sql`ALTER TABLE notifications DROP CONSTRAINT notifications_event_id_user_id_key`.execute(
      q,
    );

  const order = await someOrder(installation);
  const start = performance.now();
  const writing = writeEvents(installation, order, plan);
  const kills = await killAgainAndAgain(q, plan, env);
  await writing;
  await finishWith(q, plan, env);
  const {
    rows: [found],
  } = await sql<Pick<Counts, 'lost' | 'doubled' | 'ghosts' | 'miscounted'>>`
    WITH notified AS (SELECT e.id, e.data, count(n.id) AS times FROM events e
      LEFT JOIN notifications n ON n.event_id = e.id GROUP BY e.id)
    SELECT count(*) FILTER (WHERE t.times = 0) AS lost, count(*) FILTER (WHERE t.times > 1) AS doubled,
      (SELECT count(*) FROM events g WHERE g.type = 'order.expired') AS ghosts,
      (SELECT abs(count(*) - coalesce(sum(n.gathered) FILTER (WHERE NOT n.superseded), 0))::int
        FROM notifications n JOIN events g ON g.id = n.event_id WHERE g.type = 'question.asked') AS miscounted
    FROM notified t`.execute(q);
  if (found === undefined) throw new Error('nothing was counted');
  return { kills, seconds: Math.round((performance.now() - start) / 1_000), ...found };
}

/** Creates an order whose producer is notified of each event. */
async function someOrder({ app }: Installation): Promise<number> {
  const { service } = serviceOver(app, ''); // the builders do not use its address
  const { producerId } = await buildProducer(service);
  return (await buildOrder(service, { producerId })).id;
}

/** Writes events in requests, and occasionally rolls one back after it wrote its event. */
async function writeEvents(
  {
    app: {
      platform: { command },
    },
  }: Installation,
  order_id: number,
  { events, rolledBack }: Plan,
): Promise<void> {
  const every = Math.max(1, Math.floor(events / Math.max(1, rolledBack)));
  for (let n = 1; n <= events; n += 1) {
    // Every second one is gathered into the notification of those before it.
    await command(systemActor, async (uow) =>
      n % 2 === 0
        ? uow.event({ type: 'question.asked', data: { order_id, question_id: n } })
        : uow.event({ type: 'order.closed', data: { order_id } }),
    );
    if (n % every !== 0) continue;
    await command(systemActor, async (uow) => {
      await uow.db.q
        .insertInto('events')
        .values({ type: 'order.expired', at: uow.now, data: JSON.stringify({ order_id }) })
        .execute();
      throw new RolledBack();
    }).catch((error: unknown) => {
      if (!(error instanceof RolledBack)) throw error;
    });
  }
}

class RolledBack extends Error {}

type Query = Installation['app']['platform']['db']['q'];

const notifiedSoFar = async (q: Query): Promise<number> =>
  (
    await q
      .selectFrom('events')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('dispatched_at', 'is not', null)
      .executeTakeFirstOrThrow()
  ).count;

/**
 * Lets a worker process its share of events and kills it at a random moment, repeatedly. Returns
 * the number of kills.
 */
async function killAgainAndAgain(
  q: Query,
  plan: Plan,
  env: Readonly<Record<string, string>>,
): Promise<number> {
  const share = Math.floor(plan.events / (plan.kills + 1));
  for (let kill = 1; kill <= plan.kills; kill += 1) {
    const worker = startWorker(plan.worker, env);
    await until(worker, async () => (await notifiedSoFar(q)) >= share * kill);
    await sleep(Math.random() * 10);
    worker.kill('SIGKILL');
    await once(worker, 'exit');
  }
  return plan.kills;
}

/** Runs the last worker until the queue is empty, and stops it normally. */
async function finishWith(
  q: Query,
  plan: Plan,
  env: Readonly<Record<string, string>>,
): Promise<void> {
  const worker = startWorker(plan.worker, env);
  await until(worker, async () => (await notifiedSoFar(q)) === plan.events);
  worker.kill('SIGTERM');
  await once(worker, 'exit');
}

function startWorker(kind: WorkerKind, env: Readonly<Record<string, string>>): ChildProcess {
  const args =
    kind === 'ours' ? ['server/src/entry/lavra.mjs', 'worker'] : ['prove/wrong-worker.ts', kind];
  return spawn(process.execPath, args, {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...processEnvironment(), ...env },
  });
}

async function until(worker: ChildProcess, isTrue: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + LONGEST; !(await isTrue());) {
    if (worker.exitCode !== null)
      throw new Error(`the worker ended by itself with ${worker.exitCode}`);
    if (Date.now() > end) throw new Error('the worker gets no further');
    await sleep(3);
  }
}

export const isClean = ({ lost, doubled, ghosts, miscounted }: Counts): boolean =>
  lost + doubled + ghosts + miscounted === 0;
