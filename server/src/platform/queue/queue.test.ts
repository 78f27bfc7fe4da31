import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { sql } from 'kysely';
import { systemActor } from '../db/command.ts';
import { startService } from '../../../test/service.ts';
import { MOST_TRIES } from './event-store.ts';
import type { EventListener } from './job-kind.ts';
import { eventsOf, failedJobsOf, onEvent, probeKind, tell, workshopOf } from './queue.fixture.ts';

const service = await startService();
const { platform } = service.app;

beforeEach(async () => {
  await sql`TRUNCATE events, failed_jobs CASCADE`.execute(service.db.q);
  await sql`DELETE FROM pgboss.job`.execute(service.db.q);
});

const order = (id: number) => ({ type: 'order.published', data: { order_id: id } }) as const;

describe('an event', () => {
  it('becomes jobs once, with what listeners wrote, in the order of events', async () => {
    const [mail, print] = [probeKind('test.mail'), probeKind('test.print')];
    const heard: number[] = [];
    const listener: EventListener = (_uow, { id }) => {
      heard.push(id);
      return Promise.resolve([{ kind: 'test.print', data: { event_id: id } }]);
    };
    const workshop = await workshopOf(service, {
      jobs: [{ ...mail, on: 'order.published' }, print],
      listeners: [listener],
    });
    await tell(service, order(1));
    await tell(service, { type: 'order.closed', data: { order_id: 2 } });
    await workshop.finish();
    await workshop.finish();
    const [first, second] = await eventsOf(service);
    assert.deepEqual(heard, [first?.id, second?.id]);
    assert.deepEqual(mail.runs, [{ data: { order_id: 1 }, attempt: 1, isLast: false }]);
    assert.deepEqual(
      new Set(print.runs.map(({ data }) => data['event_id'])),
      new Set([first?.id, second?.id]),
    );
    assert.ok(first?.dispatched_at !== null && second?.dispatched_at !== null);
  });

  it('of a request that was rolled back leaves nothing', async () => {
    const kind = probeKind('test.never');
    const workshop = await workshopOf(service, {
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
    await workshop.finish();
    assert.deepEqual([await eventsOf(service), kind.runs], [[], []]);
  });

  it('that a listener chokes on leaves neither jobs nor rows, and does not hold up the others', async () => {
    const kind = probeKind('test.after');
    let broken = true;
    const choking: EventListener = async (uow, { id, data }) => {
      await uow.db.q
        .insertInto('reminders')
        .values({ kind: 'test', subject_id: id, due: '2026-01-01', reminded_at: uow.now })
        .execute();
      if (broken && data['order_id'] === 1) throw new Error('no such order: joao@fazenda.example');
      return [{ kind: 'test.after', data }];
    };
    const workshop = await workshopOf(service, { jobs: [kind], listeners: [choking] });
    await tell(service, order(1));
    await tell(service, order(2));
    await workshop.finish();
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

    service.moveClock(new Date(Date.now() + 1_000));
    await workshop.finish();
    assert.equal((await eventsOf(service))[0]?.attempts, 1, 'its second try is two seconds later');
    broken = false;
    service.moveClock(new Date(Date.now() + 3_000));
    await workshop.finish();
    assert.deepEqual(
      kind.runs.map(({ data }) => data),
      [{ order_id: 2 }, { order_id: 1 }],
    );
  });

  it('that nobody can digest is given up after its last try: kept, told to the administrators, and opened again on demand', async () => {
    let broken = true;
    const choking: EventListener = (_uow, { type }) =>
      broken && type !== 'job.failed' ? Promise.reject(new Error('poison')) : Promise.resolve([]);
    const workshop = await workshopOf(service, { jobs: [], listeners: [choking] });
    await tell(service, order(1));
    await workshop.finish({ evenIfEarly: true });
    const [poison, told] = await eventsOf(service);
    const [failed] = await failedJobsOf(service);
    assert.deepEqual(
      [poison?.attempts, poison?.dispatched_at, poison?.failed_at === null],
      [MOST_TRIES, null, false],
    );
    assert.deepEqual(
      [failed?.name, failed?.data, failed?.failure, failed?.attempts],
      ['event.fan_out', { event_id: poison?.id }, 'poison', MOST_TRIES],
    );
    assert.deepEqual([told?.type, told?.data], ['job.failed', { job_id: failed?.id }]);

    broken = false;
    await tell(service, { type: 'job.retried', data: { job_id: failed?.id ?? 0 } });
    await workshop.finish();
    const [opened] = await eventsOf(service);
    assert.deepEqual(
      [opened?.attempts, opened?.failed_at, opened?.dispatched_at === null],
      [0, null, false],
    );
  });

  it('that tells of a failed job is never told of when it fails itself', async () => {
    const workshop = await workshopOf(service, {
      jobs: [],
      listeners: [() => Promise.reject(new Error('poison'))],
    });
    await tell(service, { type: 'job.failed', data: { job_id: 7 } });
    await workshop.finish({ evenIfEarly: true });
    assert.deepEqual(
      [(await eventsOf(service)).length, (await failedJobsOf(service)).length],
      [1, 1],
    );
  });

  it('is shared between two workers, each told on once', async () => {
    const kind = probeKind('test.shared');
    const work = { jobs: [kind], listeners: [onEvent('order.published', 'test.shared')] };
    const [one, other] = [await workshopOf(service, work), await workshopOf(service, work)];
    for (let id = 1; id <= 200; id += 1) await tell(service, order(id));
    await Promise.all([one.finish(), other.finish()]);
    assert.deepEqual(
      kind.runs.map(({ data }) => data['order_id']).toSorted((a = 0, b = 0) => a - b),
      Array.from({ length: 200 }, (_, index) => index + 1),
    );
  });

  it('makes ten thousand jobs in well under half a second', async () => {
    const kind = probeKind('test.many');
    const workshop = await workshopOf(service, {
      jobs: [kind],
      listeners: [
        () =>
          Promise.resolve(
            Array.from({ length: 10_000 }, (_, id) => ({ kind: 'test.many', data: { id } })),
          ),
      ],
    });
    await tell(service, order(1));
    const before = performance.now();
    assert.deepEqual(await workshop.dispatcher.next(), ['test.many']);
    const ms = performance.now() - before;
    assert.ok(ms < 1_500, `${ms} ms, with room for a busy machine`);
    const {
      rows: [count],
    } = await sql<{
      n: number;
    }>`SELECT count(*) AS n FROM pgboss.job WHERE name = 'test.many'`.execute(service.db.q);
    assert.equal(count?.n, 10_000);
  });
});

describe('a job', () => {
  it('that fails is tried again at its hour, and after its last try kept once and told once', async () => {
    const kind = probeKind(
      'test.failing',
      () => Promise.reject(new Error('smtp://u:segredo@mail.example said no')),
      { backoffSeconds: 60 },
    );
    const workshop = await workshopOf(service, {
      jobs: [kind],
      listeners: [onEvent('order.published', 'test.failing')],
    });
    await tell(service, order(5));
    await workshop.finish();
    await workshop.finish();
    assert.equal(kind.runs.length, 1, 'the next try waits a minute');
    await workshop.finish({ evenIfEarly: true });
    await workshop.finish({ evenIfEarly: true });
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

    await tell(service, { type: 'job.retried', data: { job_id: failed[0]?.id ?? 0 } });
    await workshop.finish();
    assert.deepEqual(kind.runs.at(-1), { data: { order_id: 5 }, attempt: 1, isLast: false });
  });

  it('that only tells of a failed job makes no further noise when it fails', async () => {
    const kind = probeKind('test.alarm', () => Promise.reject(new Error('no mail today')), {
      retries: 0,
    });
    const workshop = await workshopOf(service, {
      jobs: [kind],
      listeners: [onEvent('job.failed', 'test.alarm')],
    });
    await tell(service, { type: 'job.failed', data: { job_id: 7 } });
    await workshop.finish({ evenIfEarly: true });
    assert.deepEqual(
      [(await eventsOf(service)).length, (await failedJobsOf(service)).length],
      [1, 1],
    );
  });

  it('is told to stop when its time is over', async () => {
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
    const workshop = await workshopOf(service, {
      jobs: [kind],
      listeners: [onEvent('order.published', 'test.slow')],
    });
    await tell(service, order(1));
    await workshop.finish();
    assert.match(String(reason), /passou de 1 s/);
    assert.equal((await failedJobsOf(service))[0]?.failure, 'passou de 1 s');
  });

  it('that a stopping worker had begun goes back to the queue, and the try does not count', async () => {
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
    const [stopping, other] = [await workshopOf(service, work), await workshopOf(service, work)];
    await tell(service, order(1));
    await stopping.dispatcher.next();
    const lane = stopping.lanes.get('test.long');
    await lane?.drain();
    await begun.promise;
    lane?.stop();
    await lane?.handBack();
    deaf = false;
    await other.finish();
    assert.equal(kind.runs.length, 2);
    assert.equal(kind.runs[1]?.isLast, true);
    assert.deepEqual(await failedJobsOf(service), []);
  });

  it('that another worker took meanwhile is not settled by the first one', async () => {
    const gates = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const kind = probeKind('test.stolen', async () => {
      await gates[kind.runs.length - 1]?.promise;
    });
    const work = { jobs: [kind], listeners: [onEvent('order.published', 'test.stolen')] };
    const [slow, quick] = [await workshopOf(service, work), await workshopOf(service, work)];
    await tell(service, order(1));
    await slow.dispatcher.next();
    await slow.lanes.get('test.stolen')?.drain();
    await sql`UPDATE pgboss.job SET state = 'retry' WHERE name = 'test.stolen'`.execute(
      service.db.q,
    ); // as a missed heartbeat does
    await quick.lanes.get('test.stolen')?.drain();
    gates[0]?.resolve();
    await slow.lanes.get('test.stolen')?.settled();
    const stateOf = async () =>
      (
        await sql<{
          state: string;
        }>`SELECT state::text FROM pgboss.job WHERE name = 'test.stolen'`.execute(service.db.q)
      ).rows[0]?.state;
    assert.equal(await stateOf(), 'active', "it is still the other one's");
    gates[1]?.resolve();
    await quick.lanes.get('test.stolen')?.settled();
    assert.equal(await stateOf(), 'completed');
  });
});
