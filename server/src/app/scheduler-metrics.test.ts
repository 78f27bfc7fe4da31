import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { startService } from '../../test/service.ts';

const service = await startService();

async function lastRunAge(): Promise<string | undefined> {
  const { raw } = await service.call('GET', '/metrics');
  return raw
    .toString()
    .split('\n')
    .find((line) => line.startsWith('lavra_scheduler_last_run_age_seconds '));
}

describe('the age of the last scheduler run', () => {
  it('is measured from the last run in any process, and is absent before the first', async () => {
    assert.equal(await lastRunAge(), undefined);
    const take = (task: string, at: string) =>
      service.db.q
        .insertInto('scheduler_ticks')
        .values({ task, slot: new Date(at), ran_at: new Date(at) })
        .execute();
    await take('one', '2027-03-09T12:00:00-03:00');
    await take('another', '2027-03-09T12:01:00-03:00');
    service.moveClock(new Date('2027-03-09T12:05:00-03:00'));
    assert.equal(await lastRunAge(), 'lavra_scheduler_last_run_age_seconds 240');
  });
});
