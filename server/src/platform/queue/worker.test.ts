import assert from 'node:assert/strict';
import { after, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { startService } from '../../../test/service.ts';
import type { Work } from './job-kind.ts';
import { failedJobsOf, onEvent, probeKind, storeEvent, runtimeOf } from './queue.fixture.ts';
import { startWorker, type Worker } from './worker.ts';

const service = await startService();
const published = { type: 'order.published', data: { order_id: 1 } } as const;
const workers: Worker[] = [];
after(async () => {
  await Promise.all(workers.map((worker) => worker.stop()));
});

beforeEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop()));
  await sql`TRUNCATE events, failed_jobs CASCADE`.execute(service.db.q);
  await sql`DELETE FROM pgboss.job`.execute(service.db.q);
});

async function startTestWorker(
  work: Work,
  options: { readonly stopTimeoutMs?: number } = {},
): Promise<Worker> {
  const worker = await startWorker({
    platform: service.app.platform,
    databaseUrl: service.databaseUrl,
    work,
    takeOver: { heartbeatSeconds: 10, superviseSeconds: 1 },
    ...options,
  });
  workers.push(worker);
  return worker;
}

/** Waits until a condition is true; returns how long it took, in ms. */
async function until(
  isTrue: () => boolean | Promise<boolean>,
  longestMs = 15_000,
): Promise<number> {
  const start = performance.now();
  while (!(await isTrue())) {
    assert.ok(performance.now() - start < longestMs, `in vain for ${longestMs} ms`);
    await sleep(10);
  }
  return performance.now() - start;
}

const stateOf = async (name: string) =>
  (
    await sql<{ state: string }>`SELECT state::text FROM pgboss.job WHERE name = ${name}`.execute(
      service.db.q,
    )
  ).rows.map(({ state }) => state);

/** Waits until jobs without a heartbeat have been looked for, in a pass that begins from now on. */
async function supervised(queue: string): Promise<void> {
  const passes = async () =>
    (
      await sql<{ pass: string }>`
        SELECT monitor_claim_on::text AS pass FROM pgboss.queue WHERE name = ${queue}`.execute(
        service.db.q,
      )
    ).rows[0]?.pass;
  for (let n = 0; n < 2; n += 1) {
    const before = await passes();
    await until(async () => (await passes()) !== before);
  }
}

describe('a worker', () => {
  it('runs the job of an event well within a second', async () => {
    const kind = probeKind('test.soon');
    await startTestWorker({ jobs: [{ ...kind, on: 'order.published' }], listeners: [] });
    const waits: number[] = [];
    for (let n = 1; n <= 5; n += 1) {
      await storeEvent(service, published);
      waits.push(await until(() => kind.runs.length === n));
      await sleep(70); // shifts the events against the loop's interval; nothing is waited for
    }
    const [, , median = Infinity] = waits.toSorted((a, b) => a - b);
    assert.ok(median < 700, `median of ${waits.map(Math.round).join(', ')} ms`);
  });

  it('retries a failed job when it is due', async () => {
    const kind = probeKind('test.again', (_data, { attempt }) =>
      attempt === 1 ? Promise.reject(new Error('not yet')) : Promise.resolve(),
    );
    await startTestWorker({ jobs: [kind], listeners: [onEvent('order.published', 'test.again')] });
    await storeEvent(service, published);
    await until(() => kind.runs.length === 2);
    await until(async () => (await stateOf('test.again')).join() === 'completed');
    assert.deepEqual(await failedJobsOf(service), []);
  });

  it('processes hundreds of jobs without waiting, within the concurrency of each kind', async () => {
    let [now, most] = [0, 0];
    const kind = probeKind(
      'test.burst',
      async () => {
        most = Math.max(most, (now += 1));
        await sleep(5);
        now -= 1;
      },
      { concurrency: 10 },
    );
    await startTestWorker({
      jobs: [kind],
      listeners: [
        () =>
          Promise.resolve(
            Array.from({ length: 300 }, (_, id) => ({ kind: 'test.burst', data: { id } })),
          ),
      ],
    });
    await storeEvent(service, published);
    const ms = await until(() => kind.runs.length === 300);
    assert.ok(ms < 5_000, `${ms} ms`);
    assert.ok(most > 1 && most <= 10, `${most} at once`);
  });

  it('takes over the job of a worker that died, and counts that as an attempt', async () => {
    let dead = true;
    const kind = probeKind('test.orphan', () => (dead ? new Promise(() => {}) : Promise.resolve()));
    const work = { jobs: [kind], listeners: [onEvent('order.published', 'test.orphan')] };
    const dying = await runtimeOf(service, work);
    await storeEvent(service, published);
    await dying.dispatcher.next();
    await dying.consumers.get('test.orphan')?.drain();
    await until(() => kind.runs.length === 1);
    dead = false;
    await startTestWorker(work);
    await supervised('test.orphan');
    assert.equal(kind.runs.length, 1, 'its heart may still beat');
    await sql`UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '19 s' WHERE name = 'test.orphan'`.execute(
      service.db.q,
    );
    await until(() => kind.runs.length === 2);
    assert.equal(kind.runs[1]?.attempt, 2);
  });

  it('stores the job as failed, once, when it dies at the last attempt', async () => {
    const kind = probeKind('test.killer', () => new Promise(() => {}), { retries: 0 });
    const work = { jobs: [kind], listeners: [onEvent('order.published', 'test.killer')] };
    const dying = await runtimeOf(service, work);
    await storeEvent(service, published);
    await dying.dispatcher.next();
    await dying.consumers.get('test.killer')?.drain();
    await sql`UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '1 minute' WHERE name = 'test.killer'`.execute(
      service.db.q,
    );
    await Promise.all([startTestWorker(work), startTestWorker(work)]);
    await until(async () => (await failedJobsOf(service)).length > 0);
    await supervised('test.killer'); // once more by either worker
    assert.deepEqual(
      (await failedJobsOf(service)).map(({ name, failure, attempts }) => [name, failure, attempts]),
      [['test.killer', 'o processo que o executava parou', 1]],
    );
  });

  it('keeps a long job alive by its heartbeat', async () => {
    const ended = Promise.withResolvers<void>();
    const kind = probeKind('test.long', () => ended.promise, { retries: 0 });
    await startTestWorker({ jobs: [kind], listeners: [onEvent('order.published', 'test.long')] });
    await storeEvent(service, published);
    await until(() => kind.runs.length === 1);
    const age = async (): Promise<number> =>
      (
        await sql<{ seconds: number }>`
          SELECT extract(epoch FROM now() - heartbeat_on)::float8 AS seconds
          FROM pgboss.job WHERE name = 'test.long'`.execute(service.db.q)
      ).rows[0]?.seconds ?? Infinity;
    for (let beats = 0; beats < 2; beats += 1) {
      await sql`UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '7 s' WHERE name = 'test.long'`.execute(
        service.db.q,
      );
      await until(async () => (await age()) < 5);
    }
    await supervised('test.long');
    assert.deepEqual(
      await stateOf('test.long'),
      ['active'],
      'without a beat it would be lost by now',
    );
    ended.resolve();
    await until(async () => (await stateOf('test.long')).join() === 'completed');
  });

  it('lets jobs end when it stops, requeues those that ignore the signal, and takes no new ones', async () => {
    let stops = 0;
    const heeding = probeKind(
      'test.heeding',
      (_data, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => {
            stops += 1;
            setTimeout(resolve, 100);
          });
        }),
    );
    const throwing = probeKind(
      'test.throwing',
      (_data, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            stops += 1;
            reject(new Error('half-way'));
          });
        }),
      { retries: 0 },
    );
    const deaf = probeKind('test.deaf', () => new Promise(() => {}), { retries: 0 });
    const worker = await startTestWorker(
      {
        jobs: [heeding, throwing, deaf],
        listeners: [onEvent('order.published', 'test.heeding', 'test.throwing', 'test.deaf')],
      },
      { stopTimeoutMs: 500 },
    );
    await storeEvent(service, published);
    await until(() => heeding.runs.length + throwing.runs.length + deaf.runs.length === 3);
    const start = performance.now();
    const stopped = worker.stop();
    await storeEvent(service, published);
    await stopped;
    assert.ok(performance.now() - start < 2_000);
    assert.equal(stops, 2);
    assert.deepEqual(
      [await stateOf('test.heeding'), await stateOf('test.throwing'), await stateOf('test.deaf')],
      [['completed'], ['created'], ['created']],
    );
    assert.deepEqual([heeding.runs.length, await failedJobsOf(service)], [1, []]);

    const runs = [probeKind('test.throwing'), probeKind('test.deaf'), probeKind('test.heeding')];
    await startTestWorker({ jobs: runs, listeners: [] });
    await until(() => runs.slice(0, 2).every((kind) => kind.runs.length === 1));
    assert.ok(
      runs.slice(0, 2).every((kind) => kind.runs[0]?.isLast === true),
      'the try that was cut short did not count',
    );
  });
});
