import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { systemActor } from '../db/command.ts';
import { countStatements } from '../../../test/count-statements.ts';
import { startService } from '../../../test/service.ts';
import { MAX_ATTEMPTS } from './event-store.ts';
import type { EventListener } from './job-kind.ts';
import {
  eventsOf,
  failedJobsOf,
  onEvent,
  probeKind,
  storeEvent,
  runtimeOf,
} from './queue.fixture.ts';

const service = await startService();
const { platform } = service.app;

beforeEach(async () => {
  await sql`TRUNCATE events, failed_jobs CASCADE`.execute(service.db.q);
  await sql`DELETE FROM pgboss.job`.execute(service.db.q);
});

const order = (id: number) => ({ type: 'order.published', data: { order_id: id } }) as const;

describe('an event', () => {
  it('is turned into jobs once, with the rows of its listeners, in the order of events', async () => {
    const [mail, print] = [probeKind('test.mail'), probeKind('test.print')];
    const heard: number[] = [];
    const listener: EventListener = (_uow, { id }) => {
      heard.push(id);
      return Promise.resolve([{ kind: 'test.print', data: { event_id: id } }]);
    };
    const runtime = await runtimeOf(service, {
      jobs: [{ ...mail, on: 'order.published' }, print],
      listeners: [listener],
    });
    await storeEvent(service, order(1));
    await storeEvent(service, { type: 'order.closed', data: { order_id: 2 } });
    await runtime.runUntilIdle();
    await runtime.runUntilIdle();
    const [first, second] = await eventsOf(service);
    assert.deepEqual(heard, [first?.id, second?.id]);
    assert.deepEqual(mail.runs, [{ data: { order_id: 1 }, attempt: 1, isLast: false }]);
    assert.deepEqual(
      new Set(print.runs.map(({ data }) => data['event_id'])),
      new Set([first?.id, second?.id]),
    );
    assert.ok(first?.dispatched_at !== null && second?.dispatched_at !== null);
  });

  it('leaves nothing when its request was rolled back', async () => {
    const kind = probeKind('test.never');
    const runtime = await runtimeOf(service, {
      jobs: [kind],
      listeners: [onEvent('order.published', 'test.never')],
    });
    await assert.rejects(
      platform.command(systemActor, async (uow) => {
        uow.event(order(1));
        return Promise.reject(new Error('changed my mind'));
      }),
      /changed my mind/,
    );
    await runtime.runUntilIdle();
    assert.deepEqual([await eventsOf(service), kind.runs], [[], []]);
  });

  it('leaves neither jobs nor rows when a listener fails, and does not delay other events', async () => {
    const start = new Date();
    service.moveClock(start);
    const kind = probeKind('test.after');
    let broken = true;
    const failing: EventListener = async (uow, { id, data }) => {
      await uow.db.q
        .insertInto('reminders')
        .values({ kind: 'test', subject_id: id, due: '2026-01-01', reminded_at: uow.now })
        .execute();
      if (broken && data['order_id'] === 1) throw new Error('no such order: joao@fazenda.example');
      return [{ kind: 'test.after', data }];
    };
    const runtime = await runtimeOf(service, { jobs: [kind], listeners: [failing] });
    await storeEvent(service, order(1));
    await storeEvent(service, order(2));
    await runtime.runUntilIdle();
    const [poison, good] = await eventsOf(service);
    assert.deepEqual(
      [poison?.attempts, poison?.failure, poison?.dispatched_at, good?.dispatched_at === null],
      [1, 'no such order: …@…', null, false],
    );
    assert.deepEqual(
      kind.runs.map(({ data }) => data),
      [{ order_id: 2 }],
    );
    assert.deepEqual(
      (await service.db.q.selectFrom('reminders').select('subject_id').execute()).map(
        (row) => row.subject_id,
      ),
      [good?.id],
    );

    service.moveClock(new Date(start.getTime() + 1_000));
    await runtime.runUntilIdle();
    assert.equal((await eventsOf(service))[0]?.attempts, 1, 'its second try is two seconds later');
    broken = false;
    service.moveClock(new Date(start.getTime() + 3_000));
    await runtime.runUntilIdle();
    assert.deepEqual(
      kind.runs.map(({ data }) => data),
      [{ order_id: 2 }, { order_id: 1 }],
    );
  });

  it('is abandoned after its last attempt, reported to administrators, and can be reopened', async () => {
    let broken = true;
    const failing: EventListener = (_uow, { type }) =>
      broken && type !== 'job.failed' ? Promise.reject(new Error('poison')) : Promise.resolve([]);
    const runtime = await runtimeOf(service, { jobs: [], listeners: [failing] });
    await storeEvent(service, order(1));
    await runtime.runUntilIdle({ evenIfEarly: true });
    const [poison, report] = await eventsOf(service);
    const [failed] = await failedJobsOf(service);
    assert.deepEqual(
      [poison?.attempts, poison?.dispatched_at, poison?.failed_at === null],
      [MAX_ATTEMPTS, null, false],
    );
    assert.deepEqual(
      [failed?.name, failed?.data, failed?.failure, failed?.attempts],
      ['event.fan_out', { event_id: poison?.id }, 'poison', MAX_ATTEMPTS],
    );
    assert.deepEqual([report?.type, report?.data], ['job.failed', { job_id: failed?.id }]);

    broken = false;
    await storeEvent(service, { type: 'job.retried', data: { job_id: failed?.id ?? 0 } });
    await runtime.runUntilIdle();
    const [opened] = await eventsOf(service);
    assert.deepEqual(
      [opened?.attempts, opened?.failed_at, opened?.dispatched_at === null],
      [0, null, false],
    );
  });

  it('that reports a failed job is not reported when it fails itself', async () => {
    const runtime = await runtimeOf(service, {
      jobs: [],
      listeners: [() => Promise.reject(new Error('poison'))],
    });
    await storeEvent(service, { type: 'job.failed', data: { job_id: 7 } });
    await runtime.runUntilIdle({ evenIfEarly: true });
    assert.deepEqual(
      [(await eventsOf(service)).length, (await failedJobsOf(service)).length],
      [1, 1],
    );
  });

  it('is dispatched once by one of two workers', async () => {
    const kind = probeKind('test.shared');
    const work = { jobs: [kind], listeners: [onEvent('order.published', 'test.shared')] };
    const [one, other] = [await runtimeOf(service, work), await runtimeOf(service, work)];
    for (let id = 1; id <= 200; id += 1) await storeEvent(service, order(id));
    await Promise.all([one.runUntilIdle(), other.runUntilIdle()]);
    assert.deepEqual(
      kind.runs.map(({ data }) => data['order_id']).toSorted((a = 0, b = 0) => a - b),
      Array.from({ length: 200 }, (_, index) => index + 1),
    );
  });

  it('creates ten thousand jobs in as few statements as one', async () => {
    const kind = probeKind('test.many');
    let jobs = 1;
    const runtime = await runtimeOf(service, {
      jobs: [kind],
      listeners: [
        () =>
          Promise.resolve(
            Array.from({ length: jobs }, (_, id) => ({ kind: 'test.many', data: { id } })),
          ),
      ],
    });
    const dispatch = async (): Promise<number> => {
      await storeEvent(service, order(1));
      return countStatements(async () =>
        assert.deepEqual(await runtime.dispatcher.next(), ['test.many']),
      );
    };
    const forOne = await dispatch();
    jobs = 10_000;
    assert.equal(await dispatch(), forOne);
    const {
      rows: [count],
    } = await sql<{
      n: number;
    }>`SELECT count(*) AS n FROM pgboss.job WHERE name = 'test.many'`.execute(service.db.q);
    assert.equal(count?.n, 10_001);
  });
});

describe('a job', () => {
  it('is retried after a failure, and after its last attempt stored and reported once', async () => {
    const kind = probeKind(
      'test.failing',
      () => Promise.reject(new Error('smtp://u:segredo@mail.example said no')),
      { backoffSeconds: 60 },
    );
    const runtime = await runtimeOf(service, {
      jobs: [kind],
      listeners: [onEvent('order.published', 'test.failing')],
    });
    await storeEvent(service, order(5));
    await runtime.runUntilIdle();
    await runtime.runUntilIdle();
    assert.equal(kind.runs.length, 1, 'the next try waits a minute');
    await runtime.runUntilIdle({ evenIfEarly: true });
    await runtime.runUntilIdle({ evenIfEarly: true });
    assert.deepEqual(
      kind.runs.map(({ attempt, isLast }) => [attempt, isLast]),
      [
        [1, false],
        [2, false],
        [3, true],
      ],
    );
    const failed = await failedJobsOf(service);
    assert.deepEqual(
      failed.map(({ name, data, failure, attempts }) => ({ name, data, failure, attempts })),
      [
        {
          name: 'test.failing',
          data: { order_id: 5 },
          failure: 'smtp://…@mail.example said no',
          attempts: 3,
        },
      ],
    );
    assert.deepEqual(
      (await eventsOf(service)).map(({ type }) => type),
      ['order.published', 'job.failed'],
    );

    await storeEvent(service, { type: 'job.retried', data: { job_id: failed[0]?.id ?? 0 } });
    await runtime.runUntilIdle();
    assert.deepEqual(kind.runs.at(-1), { data: { order_id: 5 }, attempt: 1, isLast: false });
  });

  it('that reports a failed job causes no further report when it fails', async () => {
    const kind = probeKind('test.alarm', () => Promise.reject(new Error('no mail today')), {
      retries: 0,
    });
    const runtime = await runtimeOf(service, {
      jobs: [kind],
      listeners: [onEvent('job.failed', 'test.alarm')],
    });
    await storeEvent(service, { type: 'job.failed', data: { job_id: 7 } });
    await runtime.runUntilIdle({ evenIfEarly: true });
    assert.deepEqual(
      [(await eventsOf(service)).length, (await failedJobsOf(service)).length],
      [1, 1],
    );
  });

  it('is aborted after its time limit', async () => {
    let reason: unknown;
    const kind = probeKind(
      'test.slow',
      (_data, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => {
            reason = signal.reason;
            reject(new Error('stopped half-way'));
          });
        }),
      { retries: 0, timeoutSeconds: 1 },
    );
    const runtime = await runtimeOf(service, {
      jobs: [kind],
      listeners: [onEvent('order.published', 'test.slow')],
    });
    await storeEvent(service, order(1));
    await runtime.runUntilIdle();
    assert.match(String(reason), /passou de 1 s/);
    assert.equal((await failedJobsOf(service))[0]?.failure, 'passou de 1 s');
  });

  it('is requeued when its worker stops, and the attempt does not count', async () => {
    const begun = Promise.withResolvers<void>();
    let deaf = true;
    const kind = probeKind(
      'test.long',
      () => {
        begun.resolve();
        return deaf ? new Promise(() => {}) : Promise.resolve();
      },
      { retries: 0 },
    );
    const work = { jobs: [kind], listeners: [onEvent('order.published', 'test.long')] };
    const [stopping, other] = [await runtimeOf(service, work), await runtimeOf(service, work)];
    await storeEvent(service, order(1));
    await stopping.dispatcher.next();
    const consumer = stopping.consumers.get('test.long');
    await consumer?.drain();
    await begun.promise;
    consumer?.stop();
    await consumer?.requeueRunning();
    deaf = false;
    await other.runUntilIdle();
    assert.equal(kind.runs.length, 2);
    assert.equal(kind.runs[1]?.isLast, true);
    assert.deepEqual(await failedJobsOf(service), []);
  });

  it('is not settled by its first worker once another worker took it over', async () => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const kind = probeKind('test.stolen', async () => {
      await gates[kind.runs.length - 1]?.promise;
    });
    const work = { jobs: [kind], listeners: [onEvent('order.published', 'test.stolen')] };
    const [slow, quick] = [await runtimeOf(service, work), await runtimeOf(service, work)];
    await storeEvent(service, order(1));
    await slow.dispatcher.next();
    await slow.consumers.get('test.stolen')?.drain();
    await sql`UPDATE pgboss.job SET state = 'retry' WHERE name = 'test.stolen'`.execute(
      service.db.q,
    ); // as a missed heartbeat does
    await quick.consumers.get('test.stolen')?.drain();
    gates[0]?.resolve();
    await slow.consumers.get('test.stolen')?.settled();
    const stateOf = async () =>
      (
        await sql<{
          state: string;
        }>`SELECT state::text FROM pgboss.job WHERE name = 'test.stolen'`.execute(service.db.q)
      ).rows[0]?.state;
    assert.equal(await stateOf(), 'active', "it is still the other one's");
    gates[1]?.resolve();
    await quick.consumers.get('test.stolen')?.settled();
    assert.equal(await stateOf(), 'completed');
  });
});
