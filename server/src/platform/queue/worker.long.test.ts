import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { startService } from '../../../test/service.ts';
import { until } from '../../../test/until.ts';
import { failedJobsOf, onEvent, probeKind, runtimeOf, storeEvent } from './queue.fixture.ts';
import { published, workersOf } from './worker.fixture.ts';

const service = await startService();
const workers = workersOf(service);

describe('a worker', () => {
  it('takes over the job of a worker that died, and counts that as an attempt', async () => {
    let dead = true;
    const kind = probeKind('test.orphan', () => (dead ? new Promise(() => {}) : Promise.resolve()));
    const work = { jobs: [kind], listeners: [onEvent('order.published', 'test.orphan')] };
    const dying = await runtimeOf(service, work);
    await storeEvent(service, published);
    await dying.dispatcher.next();
    await dying.consumers.get('test.orphan')?.drain();
    await until('it runs', () => kind.runs.length === 1);
    dead = false;
    await sql`UPDATE pgboss.job SET heartbeat_on = now() + interval '1 hour' WHERE name = 'test.orphan'`.execute(
      service.db.q,
    );
    await workers.start(work);
    await workers.supervised('test.orphan');
    assert.equal(kind.runs.length, 1, 'its heart may still beat');
    await sql`UPDATE pgboss.job SET heartbeat_on = now() - interval '1 hour' WHERE name = 'test.orphan'`.execute(
      service.db.q,
    );
    await until('it runs again', () => kind.runs.length === 2);
    assert.equal(kind.runs[1]?.attempt, 2);
  });

  it('stores the job as failed, once, when it dies at the last attempt', async () => {
    const kind = probeKind('test.killer', () => new Promise(() => {}), { retries: 0 });
    const work = { jobs: [kind], listeners: [onEvent('order.published', 'test.killer')] };
    const dying = await runtimeOf(service, work);
    await storeEvent(service, published);
    await dying.dispatcher.next();
    await dying.consumers.get('test.killer')?.drain();
    await sql`
      UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '1 minute'
      WHERE name = 'test.killer'`.execute(service.db.q);
    await Promise.all([workers.start(work), workers.start(work)]);
    await until('it has failed', async () => (await failedJobsOf(service)).length > 0);
    await workers.supervised('test.killer'); // once more by either worker
    assert.deepEqual(
      (await failedJobsOf(service)).map(({ name, failure, attempts }) => [name, failure, attempts]),
      [['test.killer', 'o processo que o executava parou', 1]],
    );
  });

  it('keeps a long job alive by its heartbeat', async () => {
    const ended = Promise.withResolvers<void>();
    const kind = probeKind('test.long', () => ended.promise, { retries: 0 });
    await workers.start(
      { jobs: [kind], listeners: [onEvent('order.published', 'test.long')] },
      { takeOver: { heartbeatSeconds: 40, superviseSeconds: 1 } },
    );
    await storeEvent(service, published);
    await until('it runs', () => kind.runs.length === 1);
    const age = async (): Promise<number> =>
      (
        await sql<{ seconds: number }>`
          SELECT extract(epoch FROM now() - heartbeat_on)::float8 AS seconds
          FROM pgboss.job WHERE name = 'test.long'`.execute(service.db.q)
      ).rows[0]?.seconds ?? Infinity;
    for (let beats = 0; beats < 2; beats += 1) {
      await sql`UPDATE pgboss.job SET heartbeat_on = heartbeat_on - interval '22 s' WHERE name = 'test.long'`.execute(
        service.db.q,
      );
      await until('a heartbeat', async () => (await age()) < 18);
    }
    await workers.supervised('test.long');
    assert.deepEqual(
      await workers.statesOf('test.long'),
      ['active'],
      'without a beat it would be lost by now',
    );
    ended.resolve();
    await until(
      'it is completed',
      async () => (await workers.statesOf('test.long')).join() === 'completed',
    );
  });
});
