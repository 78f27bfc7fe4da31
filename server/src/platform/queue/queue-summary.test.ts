import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemActor } from '../db/command.ts';
import { startService } from '../../../test/service.ts';
import { storeFailedJob } from './failed-jobs.ts';
import { onEvent, probeKind, storeEvent, runtimeOf } from './queue.fixture.ts';

const service = await startService({ now: new Date('2027-03-09T12:00:00-03:00') });

const metric = async (name: string): Promise<string | undefined> => {
  const { raw } = await service.call('GET', '/metrics');
  return raw
    .toString()
    .split('\n')
    .find((line) => line.startsWith(`${name} `) || line.startsWith(`${name}{`));
};

describe('the metrics of the queue', () => {
  it('count events and the age of the oldest, jobs by kind and state, and failed jobs', async () => {
    assert.equal(await metric('lavra_events_waiting'), 'lavra_events_waiting 0');
    assert.equal(await metric('lavra_events_oldest_seconds'), 'lavra_events_oldest_seconds 0');
    service.moveClock(new Date('2027-03-09T12:00:00-03:00'));
    await storeEvent(service, { type: 'order.published', data: { order_id: 1 } });
    await storeEvent(service, { type: 'order.closed', data: { order_id: 1 } });
    service.moveClock(new Date('2027-03-09T12:01:30-03:00'));
    assert.equal(await metric('lavra_events_waiting'), 'lavra_events_waiting 2');
    assert.equal(await metric('lavra_events_oldest_seconds'), 'lavra_events_oldest_seconds 90');

    const runtime = await runtimeOf(service, {
      jobs: [probeKind('test.counted')],
      listeners: [onEvent('order.closed', 'test.counted')],
    });
    while ((await runtime.dispatcher.next()) !== undefined);
    assert.equal(await metric('lavra_events_waiting'), 'lavra_events_waiting 0');
    assert.equal(await metric('lavra_jobs'), 'lavra_jobs{job="test.counted",state="created"} 1');
    await runtime.runUntilIdle();
    assert.equal(await metric('lavra_jobs'), undefined);

    await service.app.platform.command(systemActor, (uow) =>
      storeFailedJob(uow, {
        name: 'test.counted',
        data: {},
        failure: 'não',
        attempts: 1,
        cause: 'order.closed',
      }),
    );
    assert.equal(await metric('lavra_failed_jobs_open'), 'lavra_failed_jobs_open 1');
  });
});
