import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { addDays, localDate } from '@lavra/domain/calendar/calendar';
import { mondayOf } from '../features/admin-dashboard/weekly-figures.ts';
import { readPlaces } from '../features/reference-data/places.ts';
import { hashPassword } from '../platform/auth/password.ts';
import { systemActor } from '../platform/db/command.ts';
import { startService } from '../../test/service.ts';
import { createDemoAccounts, DEMO_PASSWORD } from './demo-accounts.ts';
import { loadDemoCatalogue } from './demo-catalogue-store.ts';
import { createDemoPeople } from './demo-people.ts';
import { createDemoPlans, createDemoSubscriptions, paidOn } from './demo-subscriptions.ts';

const service = await startService();
const { platform } = service.app;
const { q } = service.db;

it('the demo contains subscriptions in every status, with the matching payments', async () => {
  const people = createDemoPeople(readPlaces());
  const passwordHash = await hashPassword(DEMO_PASSWORD);
  const today = localDate(platform.clock.now(), platform.zone);
  await platform.command(systemActor, async (uow) => {
    await loadDemoCatalogue(uow);
    await createDemoPlans(uow);
    await createDemoSubscriptions(uow, {
      people,
      userIds: await createDemoAccounts(uow, people, passwordHash),
      today,
      zone: platform.zone,
    });
  });
  const counted = await q
    .selectFrom('subscriptions')
    .select(['status', sql<number>`count(*)::int`.as('n')])
    .groupBy('status')
    .orderBy('status')
    .execute();
  assert.deepEqual(counted, [
    { status: 'active', n: 16 },
    { status: 'cancelled', n: 4 },
    { status: 'expired', n: 8 },
    { status: 'trial', n: 27 },
  ]);
  const wrong = await q
    .selectFrom('payments as p')
    .innerJoin('subscriptions as s', 's.id', 'p.subscription_id')
    .select('p.id')
    .where((is) =>
      is.or([is('p.payment_date', '>', today), is('p.payment_date', '>=', is.ref('s.due_date'))]),
    )
    .execute();
  assert.deepEqual(wrong, []);
  assert.equal((await q.selectFrom('payments').select('id').execute()).length, 72);
  const plans = (await q.selectFrom('plans').select('slug').orderBy('slug').execute()).map(
    ({ slug }) => slug,
  );
  assert.deepEqual(plans, [
    'consultor',
    'fornecedor-essencial',
    'fornecedor-profissional',
    'produtor-essencial',
    'produtor-profissional',
  ]);
});

it('the demo’s people pay in nearly each of the last twelve weeks, whatever today is', () => {
  for (let day = 0; day < 1461; day += 1) {
    const today = addDays('2026-01-01', day);
    const days = Array.from({ length: 40 }, (_, index) => paidOn(index, today)).flat();
    assert.deepEqual(
      days.filter((paid) => paid > today),
      [],
    );
    const first = addDays(mondayOf(today), -77);
    const weeks = new Set(days.filter((paid) => paid >= first).map(mondayOf));
    assert.ok(weeks.size >= 10, `${today}: ${weeks.size} weeks`);
  }
});
