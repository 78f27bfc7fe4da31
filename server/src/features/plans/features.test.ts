import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Feature } from '@lavra/contract/admin/plans';
import { buildAdmin, buildProducer } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { buildPlan } from './plans.fixture.ts';

interface Body extends Feature {
  code: string;
  message: string;
  errors: Record<string, string[]>;
  data: Feature[];
  meta: { total: number };
}

const service = await startService();
const { token } = await buildAdmin(service, 'financeiro');
const call = (method: string, path: string, body?: unknown, as = token) =>
  service.call<Body>(method, `/api/v1/admin/features${path}`, { token: as, body });
async function ok(method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await call(method, path, body);
  assert.equal(answer.status, 200, `${method} ${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
}
async function refused(
  method: string,
  path: string,
  code: string,
  body?: unknown,
): Promise<string[]> {
  const answer = await call(method, path, body);
  assert.deepEqual(
    [answer.status, answer.body.code],
    [code.endsWith('not_found') ? 404 : 422, code],
    `${method} ${path} ${JSON.stringify(body)}`,
  );
  return Object.keys(answer.body.errors ?? {});
}
let ordinal = 0;
const make = (fields: object = {}): Promise<Body> =>
  ok('POST', '', {
    key: `extra.recurso_${(ordinal += 1)}`,
    name: 'Recurso',
    type: 'limit',
    profile: 'producer',
    ...fields,
  });
const give = (planId: number, key: string, value: unknown) =>
  service.call('PUT', `/api/v1/admin/plans/${planId}/features`, {
    token,
    body: { features: [{ key, value }] },
  });

describe('a feature', () => {
  it('is created, changed and deleted, and each change is audited', async () => {
    const made = await make({
      key: 'reports.monthly',
      name: ' Relatório  mensal ',
      type: 'boolean',
      description: 'Por e-mail',
    });
    assert.deepEqual(
      [made.key, made.name, made.type, made.profile, made.description, made.plans_count],
      ['reports.monthly', 'Relatório mensal', 'boolean', 'producer', 'Por e-mail', 0],
    );
    const changed = await ok('PUT', `/${made.id}`, {
      key: 'reports.weekly',
      type: 'limit',
      profile: null,
      description: null,
    });
    assert.deepEqual(
      [changed.key, changed.type, changed.profile, changed.description],
      ['reports.weekly', 'limit', null, null],
    );
    assert.equal((await ok('DELETE', `/${made.id}`)).message, 'Recurso excluído.');
    await refused('PUT', `/${made.id}`, 'feature_not_found', {});
    const log = await service.db.q
      .selectFrom('audit_log')
      .select('action')
      .where('resource_type', '=', 'feature')
      .where('resource_id', '=', made.id)
      .orderBy('id')
      .execute();
    assert.deepEqual(
      log.map(({ action }) => action),
      ['created', 'updated', 'deleted'],
    );
  });

  it('cannot be deleted or change type while a plan has a value of it', async () => {
    const { id, key } = await make();
    const plan = await buildPlan(service);
    assert.equal((await give(plan.id, key, 5)).status, 200);
    await refused('DELETE', `/${id}`, 'feature_in_use');
    assert.deepEqual(await refused('PUT', `/${id}`, 'validation_failed', { type: 'boolean' }), [
      'type',
    ]);
    assert.deepEqual(await refused('PUT', `/${id}`, 'validation_failed', { profile: 'supplier' }), [
      'profile',
    ]);
    assert.equal((await ok('PUT', `/${id}`, { name: 'Outro nome', type: 'limit' })).plans_count, 1);
    await service.call('PUT', `/api/v1/admin/plans/${plan.id}/features`, {
      token,
      body: { features: [] },
    });
    await ok('DELETE', `/${id}`);
  });

  it('is never deleted while a value is being added', async () => {
    const plan = await buildPlan(service);
    for (let trial = 0; trial < 10; trial += 1) {
      const { id, key } = await make();
      const [removed, given] = await Promise.all([
        call('DELETE', `/${id}`),
        give(plan.id, key, trial),
      ]);
      assert.ok(
        [
          [200, 422],
          [422, 200],
        ].some(([one, two]) => removed.status === one && given.status === two),
        JSON.stringify([removed.body, given.body]),
      );
    }
  });

  it('keeps its key and type when the service applies it', async () => {
    const id = (await ok('GET', '?q=orders.max_active')).data[0]?.id;
    assert.deepEqual(
      (
        await refused('PUT', `/${id}`, 'validation_failed', {
          key: 'orders.limit',
          type: 'boolean',
        })
      ).toSorted(),
      ['key', 'type'],
    );
    assert.equal(
      (await ok('PUT', `/${id}`, { key: 'orders.max_active', name: 'Cotações abertas' })).name,
      'Cotações abertas',
    );
  });

  it('has a unique key', async () => {
    const [one, two] = [await make(), await make()];
    assert.deepEqual(
      await refused('POST', '', 'validation_failed', { key: one.key, name: 'A', type: 'limit' }),
      ['key'],
    );
    assert.deepEqual(await refused('PUT', `/${two.id}`, 'validation_failed', { key: one.key }), [
      'key',
    ]);
  });

  it('is refused where a field is invalid', async () => {
    const { id } = await make();
    const wrong: readonly (readonly [object, string])[] = [
      [{ key: 'Com Espaço' }, 'key'],
      [{ key: '' }, 'key'],
      [{ key: 'a..b' }, 'key'],
      [{ key: 'x'.repeat(61) }, 'key'],
      [{ name: ' ' }, 'name'],
      [{ name: '\u200B' }, 'name'],
      [{ type: 'texto' }, 'type'],
      [{ profile: 'admin' }, 'profile'],
      [{ description: 7 }, 'description'],
    ];
    for (const [fields, field] of wrong) {
      assert.deepEqual(
        await refused('POST', '', 'validation_failed', {
          key: 'livre',
          name: 'A',
          type: 'limit',
          ...fields,
        }),
        [field],
        JSON.stringify(fields).slice(0, 50),
      );
      assert.deepEqual(await refused('PUT', `/${id}`, 'validation_failed', fields), [field]);
    }
    assert.deepEqual((await refused('POST', '', 'validation_failed', {})).toSorted(), [
      'key',
      'name',
      'type',
    ]);
  });
});

it('features are listed, filtered and searched', async () => {
  await make({ key: 'zebra.todos', name: 'Zebra', profile: null });
  const keys = async (query: string) => (await ok('GET', query)).data.map(({ key }) => key);
  assert.deepEqual(await keys('?type=boolean&profile=supplier'), ['proposals.spreadsheet']);
  assert.ok((await keys('?profile=supplier')).includes('zebra.todos'), 'it is of all profiles');
  assert.deepEqual(await keys('?q=zebra'), ['zebra.todos']);
  assert.equal((await keys('?sort=-key&per_page=1'))[0], 'zebra.todos');
  for (const id of ['999999', 'abc']) {
    await refused('PUT', `/${id}`, 'feature_not_found', { name: 7 });
    await refused('DELETE', `/${id}`, 'feature_not_found');
  }
});

it('only masters and finance manage features', async () => {
  const { id } = await make();
  for (const [method, path] of [
    ['GET', ''],
    ['POST', ''],
    ['PUT', `/${id}`],
    ['DELETE', `/${id}`],
  ] as const) {
    assert.equal((await service.call(method, `/api/v1/admin/features${path}`)).status, 401);
    for (const person of [await buildAdmin(service, 'operacional'), await buildProducer(service)])
      assert.equal((await call(method, path, { name: 7 }, person.token)).status, 403);
  }
});
