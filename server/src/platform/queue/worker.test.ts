import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startService } from '../../../test/service.ts';
import { until } from '../../../test/until.ts';
import { failedJobsOf, onEvent, probeKind, storeEvent } from './queue.fixture.ts';
import { published, workersOf } from './worker.fixture.ts';

const service = await startService();
const workers = workersOf(service);

describe('a worker', () => {
  it('retries a failed job when it is due', async () => {
    const kind = probeKind('test.again', (_data, { attempt }) =>
      attempt === 1 ? Promise.reject(new Error('not yet')) : Promise.resolve(),
    );
    await workers.start({ jobs: [kind], listeners: [onEvent('order.published', 'test.again')] });
    await storeEvent(service, published);
    await until('it runs again', () => kind.runs.length === 2);
    await until(
      'it is completed',
      async () => (await workers.statesOf('test.again')).join() === 'completed',
    );
    assert.deepEqual(await failedJobsOf(service), []);
  });

  it('processes hundreds of jobs without waiting, within the concurrency of each kind', async () => {
    let [now, most] = [0, 0];
    const kind = probeKind(
      'test.burst',
      async () => {
        most = Math.max(most, (now += 1));
        await sleep(1);
        now -= 1;
      },
      { concurrency: 10 },
    );
    await workers.start({
      jobs: [kind],
      listeners: [
        () =>
          Promise.resolve(
            Array.from({ length: 300 }, (_, id) => ({ kind: 'test.burst', data: { id } })),
          ),
      ],
    });
    await storeEvent(service, published);
    await until('all have run', () => kind.runs.length === 300);
    assert.ok(most > 1 && most <= 10, `${most} at once`);
  });

  it('lets jobs end when it stops, requeues those that fail at the signal, and takes no new ones', async () => {
    const heeding = probeKind(
      'test.heeding',
      (_data, { signal }) =>
        new Promise((resolve) => {
          signal.addEventListener('abort', () => setImmediate(resolve));
        }),
    );
    const throwing = probeKind(
      'test.throwing',
      (_data, { signal }) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener('abort', () => reject(new Error('half-way')));
        }),
      { retries: 0 },
    );
    const worker = await workers.start({
      jobs: [heeding, throwing],
      listeners: [onEvent('order.published', 'test.heeding', 'test.throwing')],
    });
    await storeEvent(service, published);
    await until('both run', () => heeding.runs.length + throwing.runs.length === 2);
    const stopped = worker.stop();
    await storeEvent(service, published);
    await stopped;
    assert.deepEqual(
      [await workers.statesOf('test.heeding'), await workers.statesOf('test.throwing')],
      [['completed'], ['created']],
    );
    assert.deepEqual([heeding.runs.length, await failedJobsOf(service)], [1, []]);

    const again = probeKind('test.throwing');
    await workers.start({ jobs: [again, probeKind('test.heeding')], listeners: [] });
    await until('it runs again', () => again.runs.length === 1);
    assert.equal(again.runs[0]?.isLast, true, 'the try that was cut short did not count');
  });

  it('requeues a job that ignores the signal when it stops', async () => {
    const deaf = probeKind('test.deaf', () => new Promise(() => {}), { retries: 0 });
    const worker = await workers.start(
      { jobs: [deaf], listeners: [onEvent('order.published', 'test.deaf')] },
      { stopTimeoutMs: 50 },
    );
    await storeEvent(service, published);
    await until('it runs', () => deaf.runs.length === 1);
    await worker.stop();
    assert.deepEqual(await workers.statesOf('test.deaf'), ['created']);
    const again = probeKind('test.deaf');
    await workers.start({ jobs: [again], listeners: [] });
    await until('it runs again', () => again.runs.length === 1);
    assert.equal(again.runs[0]?.isLast, true, 'the try that was cut short did not count');
  });
});
