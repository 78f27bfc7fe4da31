import assert from 'node:assert/strict';
import { it } from 'node:test';
import { addDays } from '@lavra/domain/calendar/calendar';
import { addMonths } from '@lavra/domain/subscription/months';
import { buildAdmin } from '../../../test/people.ts';
import { raceTrials } from '../../../test/race-trials.ts';
import { startService } from '../../../test/service.ts';
import { systemActor } from '../../platform/db/command.ts';
import { buildSubscription, payFor, stateOf } from './subscriptions.fixture.ts';
import { startMissingTrials, startTrials } from './trials.ts';

const TRIALS = raceTrials();
const NOW = new Date('2027-03-10T12:00:00-03:00');
const service = await startService({ now: NOW });
service.moveClock(NOW);
const { platform } = service.app;
const { token } = await buildAdmin(service);
const extend = (id: number, days: number) =>
  service.call('POST', `/api/v1/admin/subscriptions/${id}/extend-trial`, { token, body: { days } });

it('concurrent extensions of a trial all count', async () => {
  const { id } = await buildSubscription(service, { status: 'trial', due_date: '2027-03-20' });
  let due = '2027-03-20';
  for (let trial = 0; trial < TRIALS; trial += 1) {
    const answers = await Promise.all([extend(id, 1), extend(id, 2), extend(id, 3)]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200],
    );
    due = addDays(due, 6);
    assert.equal((await stateOf(service, { id })).due_date, due);
  }
});

it('without the lock some extensions are lost', async () => {
  const { id } = await buildSubscription(service, { status: 'trial', due_date: '2027-03-20' });
  const careless = (days: number) =>
    platform.command(systemActor, async ({ db }) => {
      const { due_date } = await db.q
        .selectFrom('subscriptions')
        .select('due_date')
        .where('id', '=', id)
        .executeTakeFirstOrThrow();
      await db.q
        .updateTable('subscriptions')
        .set({ due_date: addDays(due_date, days) })
        .where('id', '=', id)
        .execute();
    });
  for (let trial = 0; trial < TRIALS; trial += 1)
    await Promise.all([careless(1), careless(2), careless(3)]);
  assert.ok(
    (await stateOf(service, { id })).due_date < addDays('2027-03-20', 6 * TRIALS),
    'the race was never run',
  );
});

it('an extension and a payment at the same time have the effect of one after the other', async () => {
  for (let trial = 0; trial < TRIALS; trial += 1) {
    const { id, plan } = await buildSubscription(service, {
      status: 'trial',
      due_date: '2027-03-20',
    });
    const [extended] = await Promise.all([
      extend(id, 10),
      payFor(service, { id }, { planId: plan.id }),
    ]);
    const { status, due_date } = await stateOf(service, { id });
    assert.deepEqual(
      [status, due_date],
      ['active', addMonths(extended.status === 200 ? '2027-03-30' : '2027-03-20', 1)],
    );
  }
});

it('a person gets only one trial', async () => {
  for (let trial = 0; trial < TRIALS; trial += 1) {
    const { id, person } = await buildSubscription(service);
    await service.db.q.deleteFrom('subscriptions').where('id', '=', id).execute();
    await Promise.all([
      startMissingTrials(platform),
      startMissingTrials(platform),
      platform.command(systemActor, (uow) => startTrials(uow, [person.userId])),
    ]);
    assert.equal(
      (
        await service.db.q
          .selectFrom('subscriptions')
          .select('id')
          .where('user_id', '=', person.userId)
          .execute()
      ).length,
      1,
    );
  }
});
