import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RegistryEntry } from '@lavra/contract/catalogue/registries';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildAdmin, buildConsultant, buildProducer, buildSupplier } from '../../../test/people.ts';
import { startService, type Answer } from '../../../test/service.ts';

interface Body extends RegistryEntry {
  code: string;
  message: string;
  errors: Record<string, string[]>;
  data: RegistryEntry[];
  meta: { total: number };
}

const service = await startService();
const admin = await buildAdmin(service);
const producer = await buildProducer(service);
const readers = [
  producer,
  await buildSupplier(service),
  await buildConsultant(service),
  await buildAdmin(service, 'financeiro'),
];

type Sent = { body?: unknown; token?: string };
const call = (
  method: string,
  path: string,
  { token = admin.token, ...sent }: Sent = {},
): Promise<Answer<Body>> => service.call(method, `/api/v1/admin/${path}`, { token, ...sent });
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
): Promise<Body> {
  const answer = await call(method, path, sent);
  assert.deepEqual([answer.status, answer.body.code], [status, code], `${method} ${path}`);
  return answer.body;
}
const auditOf = async (resource: string, id: number) =>
  (
    await service.db.q
      .selectFrom('audit_log')
      .select('action')
      .where('resource_type', '=', resource)
      .where('resource_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action);

let ordinal = 0;
const some = (): string => `Nome ${(ordinal += 1)}`;

/** Puts an entry of each registry into use. */
const registries = [
  {
    path: 'brands',
    resource: 'brand',
    inUse: 'brand_in_use',
    use: async ({ name }: RegistryEntry) => {
      await buildProduct(service, { brand: name.toUpperCase() });
    },
  },
  {
    path: 'active-ingredients',
    resource: 'active_ingredient',
    inUse: 'ingredient_in_use',
    use: async ({ name }: RegistryEntry) => {
      await buildProduct(service, { active_ingredient: `2,4-D + ${name.toUpperCase()}` });
    },
  },
  {
    path: 'cultures',
    resource: 'culture',
    inUse: 'culture_in_use',
    use: async ({ id }: RegistryEntry) => {
      await service.db.q
        .insertInto('producer_cultures')
        .values({ producer_id: producer.producerId, culture_id: id })
        .execute();
    },
  },
] as const;

for (const { path, resource, inUse, use } of registries) {
  describe(path, () => {
    const make = (fields: object = {}): Promise<Body> =>
      ok('POST', path, { body: { name: some(), ...fields } });

    it('creates, renames, deactivates and deletes a name, and audits each change', async () => {
      const made = await make({ name: '  Ácido   húmico  ' });
      assert.deepEqual([made.name, made.active], ['Ácido húmico', true]);
      const changed = await ok('PUT', `${path}/${made.id}`, {
        body: { name: 'Ácido fúlvico', active: false },
      });
      assert.deepEqual([changed.name, changed.active], ['Ácido fúlvico', false]);
      assert.deepEqual(await ok('GET', `${path}/${made.id}`), changed);
      assert.equal(typeof (await ok('DELETE', `${path}/${made.id}`)).message, 'string');
      await refused('GET', `${path}/${made.id}`, [404, 'not_found']);
      assert.deepEqual(await auditOf(resource, made.id), ['created', 'updated', 'deleted']);
    });

    it('finds a name whatever its accents and case', async () => {
      const { name } = await make({ name: `Canção ${some()}` });
      const twin = name.toUpperCase().replace('CANÇÃO', 'CANCAO');
      assert.deepEqual(
        Object.keys(
          (await refused('POST', path, [422, 'validation_failed'], { body: { name: twin } }))
            .errors,
        ),
        ['name'],
      );
      const other = await make();
      assert.deepEqual(
        Object.keys(
          (
            await refused('PUT', `${path}/${other.id}`, [422, 'validation_failed'], {
              body: { name: twin },
            })
          ).errors,
        ),
        ['name'],
      );
    });

    it('only deactivates a name that is in use', async () => {
      const entry = await make();
      await use(entry);
      await refused('DELETE', `${path}/${entry.id}`, [422, inUse]);
      assert.equal(
        (await ok('PUT', `${path}/${entry.id}`, { body: { active: false } })).active,
        false,
      );
    });

    it('is readable by every profile, with inactive names only for admins', async () => {
      const { id, name } = await make({ active: false });
      for (const { token } of readers) await ok('GET', `${path}/${id}`, { token });
      const search = `${path}?search=${encodeURIComponent(name.toUpperCase())}&sort=-created_at`;
      assert.ok((await ok('GET', search)).data.some((entry) => entry.id === id));
      assert.ok(
        !(await ok('GET', search, { token: producer.token })).data.some((entry) => entry.id === id),
      );
      assert.ok(
        (await ok('GET', `${search}&active=false`, { token: producer.token })).data.some(
          (entry) => entry.id === id,
        ),
      );
    });

    it('is writable only by admins with the permission, whatever others send', async () => {
      const { id } = await make();
      for (const { token } of readers) {
        for (const [method, url] of [
          ['POST', path],
          ['PUT', `${path}/${id}`],
          ['DELETE', `${path}/${id}`],
        ] as const)
          await refused(method, url, [403, 'forbidden'], { token, body: { name: 7 } });
      }
      for (const [method, url] of [
        ['GET', path],
        ['POST', path],
        ['GET', `${path}/${id}`],
        ['PUT', `${path}/${id}`],
        ['DELETE', `${path}/${id}`],
      ] as const) {
        assert.equal((await service.call(method, `/api/v1/admin/${url}`)).status, 401);
      }
    });

    it('refuses invalid names and unknown ids', async () => {
      // The last one folds to more bytes than an index entry holds.
      for (const name of [
        '',
        '   ',
        '\u200B',
        'x'.repeat(501),
        7,
        null,
        'a\0b',
        '\uFDFA'.repeat(500),
      ]) {
        assert.equal(
          (await call('POST', path, { body: { name } })).status,
          422,
          JSON.stringify(name).slice(0, 20),
        );
      }
      await refused('POST', path, [422, 'validation_failed'], { body: {} });
      await refused('POST', path, [422, 'validation_failed'], {
        body: { name: some(), color: 'red' },
      });
      for (const id of ['999999', 'abc', '0', '99999999999999999999']) {
        await refused('GET', `${path}/${id}`, [404, 'not_found']);
        await refused('PUT', `${path}/${id}`, [404, 'not_found'], { body: { name: 7 } });
        await refused('DELETE', `${path}/${id}`, [404, 'not_found']);
      }
    });
  });
}

describe('names of new products', () => {
  it('are added to the registries, with each active ingredient on its own', async () => {
    const { subtypeId } = await buildProduct(service);
    const { status } = await service.call('POST', '/api/v1/products', {
      token: admin.token,
      body: {
        product_subtype_id: subtypeId,
        name: some(),
        unit: 'L',
        brand: 'Marca da mistura',
        active_ingredient: 'Atrazina + S-metolacloro',
      },
    });
    assert.equal(status, 200);
    for (const name of ['atrazina', 's-metolacloro'])
      assert.equal((await ok('GET', `active-ingredients?q=${name}`)).data.length, 1, name);
    assert.equal((await ok('GET', 'brands?q=mistura')).data[0]?.name, 'Marca da mistura');
  });
});
