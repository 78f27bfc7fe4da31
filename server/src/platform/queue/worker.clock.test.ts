import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startService } from '../../../test/service.ts';
import { until } from '../../../test/until.ts';
import { probeKind, storeEvent } from './queue.fixture.ts';
import { published, workersOf } from './worker.fixture.ts';

const service = await startService();
const workers = workersOf(service);

/** Returns how many ms pass until a condition holds. */
async function timeUntil(what: string, holds: () => boolean): Promise<number> {
  const start = performance.now();
  await until(what, holds);
  return performance.now() - start;
}

describe('a worker', () => {
  it('runs the job of an event well within a second', async () => {
    const kind = probeKind('test.soon');
    await workers.start({ jobs: [{ ...kind, on: 'order.published' }], listeners: [] });
    const waits: number[] = [];
    for (let n = 1; n <= 5; n += 1) {
      await storeEvent(service, published);
      waits.push(await timeUntil('it has run', () => kind.runs.length === n));
      await sleep(70); // shifts the events against the loop's interval; nothing is waited for
    }
    const [, , median = Infinity] = waits.toSorted((a, b) => a - b);
    assert.ok(median < 700, `median of ${waits.map(Math.round).join(', ')} ms`);
  });

  it('processes hundreds of jobs without waiting', async () => {
    const kind = probeKind('test.burst', () => sleep(5), { concurrency: 10 });
    const jobs = Array.from({ length: 300 }, (_, id) => ({ kind: 'test.burst', data: { id } }));
    await workers.start({ jobs: [kind], listeners: [() => Promise.resolve(jobs)] });
    await storeEvent(service, published);
    const ms = await timeUntil('all have run', () => kind.runs.length === 300);
    assert.ok(ms < 5_000, `${ms} ms`);
  });
});
