import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Plan } from '@lavra/contract/subscriptions/schemas';
import { buildAdmin, buildConsultant, buildProducer, buildSupplier } from '../../../test/people.ts';
import { startService, type Answer } from '../../../test/service.ts';
import { buildPlan } from './plans.fixture.ts';

interface Body extends Plan {
  code: string;
  message: string;
  errors: Record<string, string[]>;
  data: Plan[];
  meta: { total: number; per_page: number; next_cursor: string | null };
}

const service = await startService();
const admin = await buildAdmin(service);
const finance = await buildAdmin(service, 'financeiro');
const operations = await buildAdmin(service, 'operacional');

type Sent = { body?: unknown; token?: string };
const call = (
  method: string,
  path: string,
  { token = finance.token, ...sent }: Sent = {},
): Promise<Answer<Body>> => service.call(method, `/api/v1/admin/plans${path}`, { token, ...sent });
async function ok(method: string, path: string, sent?: Sent): Promise<Body> {
  const { status, body } = await call(method, path, sent);
  assert.equal(status, 200, `${method} ${path}: ${JSON.stringify(body)}`);
  return body;
}
async function refused(
  method: string,
  path: string,
  [status, code]: readonly [number, string],
  sent?: Sent,
): Promise<string[]> {
  const answer = await call(method, path, sent);
  assert.deepEqual([answer.status, answer.body.code], [status, code], `${method} ${path}`);
  return Object.keys(answer.body.errors ?? {});
}
let ordinal = 0;
const form = (fields: object = {}) => ({
  name: `Plano ${(ordinal += 1)}`,
  profile_type: 'producer',
  price_monthly: 59.9,
  ...fields,
});
const make = (fields: object = {}): Promise<Body> => ok('POST', '', { body: form(fields) });
const publicPlans = async (query = ''): Promise<Plan[]> =>
  (await service.call<Body>('GET', `/api/v1/plans${query}`)).body.data;
const defaults = async (profile: string): Promise<number[]> =>
  (
    await service.db.q
      .selectFrom('plans')
      .select('id')
      .where('profile_type', '=', profile)
      .where('is_default', '=', true)
      .execute()
  ).map(({ id }) => id);
const logOf = async (id: number) =>
  (
    await service.db.q
      .selectFrom('audit_log')
      .select('action')
      .where('resource_type', '=', 'plan')
      .where('resource_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);

describe('a new installation', () => {
  it('has one default plan for each profile, with its features', async () => {
    const plans = await publicPlans();
    assert.deepEqual(
      plans.map(({ slug, is_default }) => [slug, is_default]),
      [
        ['consultor', true],
        ['produtor-essencial', true],
        ['fornecedor-essencial', true],
      ],
    );
    assert.deepEqual(
      plans[2]?.features.map(({ key, type, value }) => [key, type, value]),
      [
        ['proposals.max_per_month', 'limit', 50],
        ['proposals.spreadsheet', 'boolean', true],
      ],
    );
    assert.deepEqual(
      [
        plans[1]?.price_monthly,
        plans[1]?.price_quarterly,
        plans[1]?.price_annual,
        plans[1]?.trial_days,
      ],
      [99.9, 269.9, 999, 30],
    );
  });
});

describe('a plan', () => {
  it('is created, changed and deactivated, and each change is audited', async () => {
    const plan = await make({
      name: ' Plano   Safra ',
      price_quarterly: 150,
      description: 'Para a safra',
      trial_days: 7,
      sort_order: 5,
    });
    assert.deepEqual(
      [
        plan.name,
        plan.slug,
        plan.price_monthly,
        plan.price_quarterly,
        plan.price_annual,
        plan.trial_days,
        plan.is_default,
        plan.is_active,
        plan.sort_order,
      ],
      ['Plano Safra', 'plano-safra', 59.9, 150, null, 7, false, true, 5],
    );
    const changed = await ok('PUT', `/${plan.uuid}`, {
      body: { price_annual: 600.5, price_quarterly: null, description: null },
    });
    assert.deepEqual(
      [
        changed.price_monthly,
        changed.price_quarterly,
        changed.price_annual,
        changed.description,
        changed.trial_days,
      ],
      [59.9, null, 600.5, null, 7],
    );
    assert.deepEqual(
      await ok('PUT', `/${plan.id}`, { body: { name: 'Plano Safra', price_annual: 600.5 } }),
      changed,
      'nothing changed',
    );
    assert.match((await ok('DELETE', `/${plan.id}`)).message, /desativado/);
    assert.equal((await ok('DELETE', `/${plan.id}`)).code, undefined, 'once more changes nothing');
    const row = await service.db.q
      .selectFrom('plans')
      .select('is_active')
      .where('id', '=', plan.id)
      .executeTakeFirstOrThrow();
    assert.equal(row.is_active, false, 'it is still there');
    assert.deepEqual(await logOf(plan.id), ['created', 'updated', 'deleted']);
  });

  it('is public while it is active', async () => {
    const plan = await make({ profile_type: 'supplier' });
    const slugs = async (): Promise<string[]> =>
      (await publicPlans('?profile_type=supplier')).map(({ slug }) => slug);
    assert.ok((await slugs()).includes(plan.slug));
    await ok('DELETE', `/${plan.id}`);
    assert.ok(!(await slugs()).includes(plan.slug));
    await ok('PUT', `/${plan.id}`, { body: { is_active: true } });
    assert.ok((await slugs()).includes(plan.slug));
    assert.equal((await service.call('GET', '/api/v1/plans?profile_type=admin')).status, 422);
    assert.equal(
      (await service.call('GET', '/api/v1/plans?page=1')).status,
      422,
      'it is no paged list',
    );
  });

  it('has a unique address', async () => {
    const [one, two] = [
      await make({ name: 'Ouro' }),
      await make({ name: 'Ouro', profile_type: 'supplier' }),
    ];
    assert.deepEqual([one.slug, two.slug], ['ouro', 'ouro-2']);
    assert.deepEqual(
      await refused('POST', '', [422, 'validation_failed'], { body: form({ slug: 'ouro' }) }),
      ['slug'],
    );
    assert.deepEqual(
      await refused('PUT', `/${two.id}`, [422, 'validation_failed'], { body: { slug: 'ouro' } }),
      ['slug'],
    );
    assert.deepEqual(
      await refused('POST', '', [422, 'validation_failed'], { body: form({ name: '日本' }) }),
      ['slug'],
    );
  });

  it('has a letter in its address, since digits alone would be an id', async () => {
    for (const slug of ['2026', '1', '2026-2']) {
      assert.deepEqual(
        await refused('POST', '', [422, 'validation_failed'], { body: form({ slug }) }),
        ['slug'],
      );
    }
    const { slug, id } = await make({ name: '2026' });
    assert.equal(slug, 'plano-2026');
    assert.deepEqual(
      await refused('PUT', `/${id}`, [422, 'validation_failed'], { body: { slug: '2026' } }),
      ['slug'],
    );
  });

  it('is refused where a field is invalid', async () => {
    const { id } = await make();
    const wrong: readonly (readonly [object, string])[] = [
      [{ name: '' }, 'name'],
      [{ name: '\u200B' }, 'name'],
      [{ name: 'x'.repeat(101) }, 'name'],
      [{ name: null }, 'name'],
      [{ slug: 'Com Espaço' }, 'slug'],
      [{ price_monthly: -1 }, 'price_monthly'],
      [{ price_monthly: 9.999 }, 'price_monthly'],
      [{ price_annual: 1e13 }, 'price_annual'],
      [{ price_quarterly: '10' }, 'price_quarterly'],
      [{ trial_days: 366 }, 'trial_days'],
      [{ trial_days: -1 }, 'trial_days'],
      [{ trial_days: 1.5 }, 'trial_days'],
      [{ is_active: 'sim' }, 'is_active'],
      [{ is_default: null }, 'is_default'],
      [{ profile_type: 'admin' }, 'profile_type'],
      [{ sort_order: 1e9 }, 'sort_order'],
      [{ description: 'x'.repeat(2001) }, 'description'],
    ];
    for (const [fields, field] of wrong) {
      assert.deepEqual(
        await refused('POST', '', [422, 'validation_failed'], { body: form(fields) }),
        [field],
        JSON.stringify(fields).slice(0, 60),
      );
      assert.deepEqual(
        await refused('PUT', `/${id}`, [422, 'validation_failed'], { body: fields }),
        [field],
      );
    }
    assert.deepEqual(
      (await refused('POST', '', [422, 'validation_failed'], { body: {} })).toSorted(),
      ['name', 'profile_type'],
    );
    assert.deepEqual(
      await refused('PUT', `/${id}`, [422, 'validation_failed'], {
        body: { profile_type: 'supplier' },
      }),
      ['profile_type'],
      'it stays with its profile',
    );
    assert.equal(
      (await make({ price_monthly: 9_999_999_999_999.99 })).price_monthly,
      9_999_999_999_999.99,
    );
  });
});

describe('the default plan of a profile', () => {
  it('moves to the plan that is made the default', async () => {
    const [one, two] = [
      await make({ profile_type: 'consultant', is_default: true }),
      await make({ profile_type: 'consultant' }),
    ];
    assert.deepEqual(await defaults('consultant'), [one.id]);
    await ok('PUT', `/${two.id}`, { body: { is_default: true } });
    assert.deepEqual(await defaults('consultant'), [two.id]);
    assert.equal((await defaults('producer')).length, 1, 'the other profiles keep theirs');
  });

  it('is always active: it cannot be deactivated, and an inactive plan cannot become it', async () => {
    const [one] = await defaults('supplier');
    await refused('DELETE', `/${one}`, [422, 'plan_default']);
    await refused('PUT', `/${one}`, [422, 'plan_default'], { body: { is_active: false } });
    await refused('PUT', `/${one}`, [422, 'plan_default'], {
      body: { is_active: false, is_default: false },
    });
    const { id } = await make({ profile_type: 'supplier', is_active: false });
    await refused('PUT', `/${id}`, [422, 'plan_inactive'], { body: { is_default: true } });
    await refused('POST', '', [422, 'plan_inactive'], {
      body: form({ is_active: false, is_default: true }),
    });
    await ok('PUT', `/${id}`, { body: { is_default: true, is_active: true } });
    assert.deepEqual(await defaults('supplier'), [id]);
  });
});

describe('the features of a plan', () => {
  const set = (id: number, features: unknown, token = finance.token) =>
    service.call<Body>('PUT', `/api/v1/admin/plans/${id}/features`, { token, body: { features } });

  it('are set as a whole', async () => {
    const { id } = await make();
    const first = await set(id, [
      { key: 'orders.max_active', value: 3 },
      { key: 'orders.max_items', value: null },
    ]);
    assert.deepEqual(
      first.body.features.map(({ key, value }) => [key, value]),
      [
        ['orders.max_active', 3],
        ['orders.max_items', null],
      ],
    );
    assert.deepEqual(
      (await set(id, [{ key: 'orders.max_active', value: 0 }])).body.features.map(
        ({ key, value }) => [key, value],
      ),
      [['orders.max_active', 0]],
    );
    assert.deepEqual((await set(id, [])).body.features, []);
    assert.deepEqual(await logOf(id), ['created', 'updated', 'updated', 'updated']);
    await set(id, []);
    assert.equal((await logOf(id)).length, 4, 'nothing changed, nothing logged');
    const supplier = await make({ profile_type: 'supplier' });
    assert.deepEqual(
      (await set(supplier.id, [{ key: 'proposals.spreadsheet', value: false }])).body.features.map(
        ({ value }) => value,
      ),
      [false],
    );
  });

  it('have values of the right type, and each is named once', async () => {
    const { id } = await make();
    const supplier = await make({ profile_type: 'supplier' });
    const wrong: readonly (readonly [number, unknown, string])[] = [
      [id, [{ key: 'orders.max_active', value: -1 }], 'features.0.value'],
      [id, [{ key: 'orders.max_active', value: true }], 'features.0.value'],
      [id, [{ key: 'orders.max_active', value: 1.5 }], 'features.0.value'],
      [id, [{ key: 'orders.max_active', value: '3' }], 'features.0.value'],
      [id, [{ key: 'orders.max_active' }], 'features.0.value'],
      [id, [{ key: 'nada', value: 1 }], 'features.0.key'],
      [
        id,
        [
          { key: 'orders.max_active', value: 1 },
          { key: 'orders.max_active', value: 2 },
        ],
        'features.1.key',
      ],
      [id, 'tudo', 'features'],
      [id, [{ key: 'proposals.spreadsheet', value: true }], 'features.0.key'],
      [supplier.id, [{ key: 'proposals.spreadsheet', value: 1 }], 'features.0.value'],
      [supplier.id, [{ key: 'proposals.spreadsheet', value: null }], 'features.0.value'],
    ];
    for (const [plan, features, field] of wrong) {
      const { status, body } = await set(plan, features);
      assert.deepEqual(
        [status, Object.keys(body.errors ?? {})],
        [422, [field]],
        JSON.stringify(features),
      );
    }
    assert.deepEqual(
      (await ok('GET', `?q=${encodeURIComponent(supplier.name)}`)).data[0]?.features,
      [],
    );
  });
});

describe('the list of plans', () => {
  it('can be filtered, searched, sorted and paged', async () => {
    for (const [name, sort_order, is_active] of [
      ['Lista Básica', 3, true],
      ['Lista Avançada', 1, true],
      ['Lista Antiga', 2, false],
    ] as const)
      await make({ name, sort_order, is_active });
    const names = async (query: string) =>
      (await ok('GET', `?search=LISTA&${query}`)).data.map(({ name }) => name);
    assert.deepEqual(await names(''), ['Lista Avançada', 'Lista Antiga', 'Lista Básica']);
    assert.deepEqual(await names('sort=-name&is_active=true'), ['Lista Básica', 'Lista Avançada']);
    assert.deepEqual(await names('is_active=0&profile_type=producer'), ['Lista Antiga']);
    assert.deepEqual(await names('profile_type=supplier'), []);
    for (const sort of ['sort_order', '-sort_order', 'name', '-created_at']) {
      const walked: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const { data, meta }: Body = await ok(
          'GET',
          `?search=lista&per_page=1&sort=${sort}${cursor === '' ? '' : `&cursor=${cursor}`}`,
        );
        walked.push(...data.map(({ name }) => name));
        cursor = meta.next_cursor;
      }
      assert.deepEqual(walked, await names(`sort=${sort}`), sort);
    }
    assert.deepEqual(await refused('GET', '?sort=price', [422, 'validation_failed']), ['sort']);
    assert.equal((await ok('GET', '')).meta.per_page, 25);
  });
});

describe('access to the administration of plans', () => {
  it('is given to masters and finance, and denied to operations', async () => {
    const { id } = await buildPlan(service);
    const routes = [
      ['GET', ''],
      ['POST', ''],
      ['PUT', `/${id}`],
      ['DELETE', `/${id}`],
      ['PUT', `/${id}/features`],
    ] as const;
    for (const [method, path] of routes) {
      assert.equal((await service.call(method, `/api/v1/admin/plans${path}`)).status, 401);
      for (const { token } of [
        operations,
        await buildProducer(service),
        await buildSupplier(service),
        await buildConsultant(service),
      ])
        await refused(method, path, [403, 'forbidden'], { token, body: { name: 7 } });
    }
    await ok('DELETE', `/${id}`, { token: admin.token });
  });

  it('returns 404 for an unknown plan, whatever is sent', async () => {
    for (const id of ['999999', 'abc', '0', '0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a11']) {
      await refused('PUT', `/${id}`, [404, 'plan_not_found'], { body: { name: 7 } });
      await refused('PUT', `/${id}/features`, [404, 'plan_not_found'], { body: 7 });
      await refused('DELETE', `/${id}`, [404, 'plan_not_found']);
    }
  });
});
