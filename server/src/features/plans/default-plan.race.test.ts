import assert from 'node:assert/strict';
import { it } from 'node:test';
import { buildAdmin } from '../../../test/people.ts';
import { raceTrials } from '../../../test/race-trials.ts';
import { startService } from '../../../test/service.ts';
import { violatesUnique } from '../../platform/db/database-errors.ts';
import { systemActor } from '../../platform/db/command.ts';
import { buildPlan } from './plans.fixture.ts';

const TRIALS = raceTrials();
const service = await startService();
const { token } = await buildAdmin(service);
const plans = await Promise.all(Array.from({ length: 6 }, () => buildPlan(service)));
const defaults = async (): Promise<number> =>
  (
    await service.db.q
      .selectFrom('plans')
      .select('id')
      .where('profile_type', '=', 'producer')
      .where('is_default', '=', true)
      .execute()
  ).length;
const put = (id: number, body: object) =>
  service.call('PUT', `/api/v1/admin/plans/${id}`, { token, body });

it('concurrent changes of the default plan all succeed, and one default plan is left', async () => {
  for (let trial = 0; trial < TRIALS; trial += 1) {
    const answers = await Promise.all([
      ...plans.map(({ id }) => put(id, { is_default: true })),
      service.call('POST', '/api/v1/admin/plans', {
        token,
        body: { name: `Novo ${trial}`, profile_type: 'producer', is_default: true },
      }),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      answers.map(() => 200),
      JSON.stringify(answers.map(({ body }) => body['code'])),
    );
    assert.equal(await defaults(), 1);
  }
});

it('a plan is never both the default and inactive', async () => {
  for (let trial = 0; trial < TRIALS; trial += 1) {
    const plan = await buildPlan(service);
    const [marked, removed] = await Promise.all([
      put(plan.id, { is_default: true }),
      service.call('DELETE', `/api/v1/admin/plans/${plan.id}`, { token }),
    ]);
    assert.deepEqual(
      [marked.status, removed.status].toSorted((a, b) => a - b),
      [200, 422],
      JSON.stringify([marked.body, removed.body]),
    );
    assert.equal(await defaults(), 1);
  }
});

it('without the lock of the profile the same changes conflict', async () => {
  const { platform } = service.app;
  let refused = 0;
  for (let trial = 0; trial < TRIALS && refused === 0; trial += 1) {
    const marked = await Promise.allSettled(
      plans.map(({ id }) =>
        platform.command(systemActor, async ({ db }) => {
          await db.q
            .updateTable('plans')
            .set({ is_default: false })
            .where('profile_type', '=', 'producer')
            .where('is_default', '=', true)
            .where('id', '<>', id)
            .execute();
          await db.q.updateTable('plans').set({ is_default: true }).where('id', '=', id).execute();
        }),
      ),
    );
    refused = marked.filter(
      (move) => move.status === 'rejected' && violatesUnique(move.reason, 'plans_one_default'),
    ).length;
  }
  assert.ok(refused > 0, 'the race was never run');
});
