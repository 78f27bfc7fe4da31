import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildProducer, buildSupplier } from '../../../test/people.ts';
import { raceTrials } from '../../../test/race-trials.ts';
import { startService } from '../../../test/service.ts';
import { openPlanWorld } from './plan-limits.fixture.ts';

const { service, subscribe, draftOf, publish, submit, offerOf } = await openPlanWorld(
  await startService(),
);
const TRIALS = raceTrials();

describe('the limits of a plan', () => {
  it('hold for concurrent publications', async () => {
    for (let trial = 0; trial < TRIALS; trial += 1) {
      const producer = await buildProducer(service);
      await subscribe(producer, 'producer', { 'orders.max_active': 2 });
      const drafts = await Promise.all(Array.from({ length: 5 }, () => draftOf(producer)));
      const answers = await Promise.all(drafts.map((order) => publish(producer, order)));
      assert.deepEqual(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 200, 403, 403, 403],
      );
    }
  });

  it('hold for concurrent submissions', async () => {
    for (let trial = 0; trial < TRIALS; trial += 1) {
      const supplier = await buildSupplier(service);
      await subscribe(supplier, 'supplier', { 'proposals.max_per_month': 2 });
      const drafts = await Promise.all(Array.from({ length: 5 }, () => offerOf(supplier)));
      const answers = await Promise.all(drafts.map((proposal) => submit(supplier, proposal)));
      assert.deepEqual(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 200, 403, 403, 403],
      );
    }
  });
});
