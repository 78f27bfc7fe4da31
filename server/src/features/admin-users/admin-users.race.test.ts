import assert from 'node:assert/strict';
import { it } from 'node:test';
import { buildAdmin, type TestPerson } from '../../../test/people.ts';
import { raceTrials } from '../../../test/race-trials.ts';
import { startService } from '../../../test/service.ts';
import { adminForm, userCalls } from './admin-users.fixture.ts';

const TRIALS = raceTrials();
const service = await startService();
const { create, change, setStatus, remove } = userCalls(service);

type Attack = (by: TestPerson, on: TestPerson) => Promise<{ status: number; body: object }>;
const attacks: readonly Attack[] = [
  (by, on) => change(by, on.userId, { admin_role: 'operacional' }),
  (by, on) => setStatus(by, on.userId, 'bloqueado'),
  (by, on) => remove(by, on.userId),
];
const attackOf = (index: number): Attack => attacks[index % attacks.length] ?? assert.fail();

const activeMasters = async (): Promise<number[]> =>
  (
    await service.db.q
      .selectFrom('users')
      .select('id')
      .where('admin_role', '=', 'master')
      .where('status', '=', 'ativo')
      .where('deleted_at', 'is', null)
      .execute()
  ).map(({ id }) => id);

it('one master remains when masters demote each other at the same time', async () => {
  for (let trial = 0; trial < TRIALS; trial += 1) {
    await service.db.q
      .updateTable('users')
      .set({ status: 'bloqueado' })
      .where('user_type', '=', 'admin')
      .execute();
    const masters = await Promise.all(
      Array.from({ length: 2 + (trial % 3) }, () => buildAdmin(service)),
    );
    const answers = await Promise.all(
      masters.map((by, index) =>
        attackOf(trial + index)(by, masters[(index + 1) % masters.length] ?? by),
      ),
    );
    assert.ok(
      answers.every(({ status }) => [200, 401, 403, 404].includes(status)),
      JSON.stringify(answers),
    );
    assert.ok(answers.some(({ status }) => status === 200));
    const left = await activeMasters();
    assert.ok(left.length >= 1, `no master is left after trial ${trial}`);
    if (masters.length === 2)
      assert.deepEqual(
        [left.length, answers.filter(({ status }) => status === 200).length],
        [1, 1],
        JSON.stringify(answers),
      );
  }
});

it('a master creates no more administrators once a concurrent demotion has committed', async () => {
  for (let trial = 0; trial < TRIALS; trial += 1) {
    const [keeper, falling] = [await buildAdmin(service), await buildAdmin(service)];
    const form = adminForm({ admin_role: 'master' });
    const [demoted, made] = await Promise.all([
      change(keeper, falling.userId, { admin_role: 'financeiro' }),
      create(falling, form),
    ]);
    assert.equal(demoted.status, 200);
    assert.ok([200, 401].includes(made.status), JSON.stringify(made.body));
    const created = await service.db.q
      .selectFrom('audit_log')
      .select('id')
      .where('actor_id', '=', falling.userId)
      .where('action', '=', 'created')
      .executeTakeFirst();
    const fell = await service.db.q
      .selectFrom('audit_log')
      .select('id')
      .where('resource_id', '=', falling.userId)
      .where('actor_id', '=', keeper.userId)
      .executeTakeFirstOrThrow();
    if (created !== undefined) assert.ok(created.id < fell.id, 'it was made before the fall');
  }
});
