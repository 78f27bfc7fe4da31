import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { User } from '@lavra/contract/accounts/schemas';
import { buildProduct } from '../../../test/catalogue.ts';
import {
  RIO_VERDE,
  SORRISO,
  buildAdmin,
  buildConsultant,
  buildProducer,
  buildSupplier,
} from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import {
  PASSWORD,
  farm,
  logIn,
  office,
  producerBody,
  register,
  someEmail,
  type Refusal,
} from './accounts.fixture.ts';

const service = await startService();

const read = (token?: string) => service.call<User>('GET', '/api/v1/user/profile', { token });
const change = (token: string | undefined, body: object) =>
  service.call<User & Refusal>('PUT', '/api/v1/user/profile', { token, body });
const row = (id: number) =>
  service.db.q.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const auditOf = (id: number) =>
  service.db.q
    .selectFrom('audit_log as l')
    .innerJoin('audit_values as v', 'v.audit_id', 'l.id')
    .select(['l.action', 'l.actor_id', 'v.old_values', 'v.new_values'])
    .where('l.resource_type', '=', 'user')
    .where('l.resource_id', '=', id)
    .orderBy('l.id')
    .execute();

async function refused(token: string, body: object): Promise<Record<string, string[]>> {
  const before = await read(token);
  const answer = await change(token, body);
  assert.equal(answer.status, 422, JSON.stringify(answer.body));
  assert.deepEqual((await read(token)).body, before.body, 'nothing changed');
  return answer.body.errors ?? {};
}

describe('reading the profile', () => {
  it('shows each profile its own data', async () => {
    const [producer, supplier, admin, consultant] = await Promise.all([
      buildProducer(service),
      buildSupplier(service),
      buildAdmin(service),
      buildConsultant(service),
    ]);
    const shown = await Promise.all(
      [producer, supplier, admin, consultant].map(async ({ token }) => (await read(token)).body),
    );
    assert.deepEqual(
      shown.map((user) => [user.user_type, user.producer?.id, user.supplier?.id, user.admin_role]),
      [
        ['produtor', producer.producerId, undefined, null],
        ['fornecedor', undefined, supplier.supplierId, null],
        ['admin', undefined, undefined, 'master'],
        ['consultor', undefined, undefined, null],
      ],
    );
  });

  it('requires a valid token', async () => {
    for (const token of [undefined, 'nonsense', 'A'.repeat(43)])
      assert.equal((await read(token)).status, 401);
    const { token, userId } = await buildProducer(service);
    await service.db.q
      .updateTable('users')
      .set({ status: 'bloqueado' })
      .where('id', '=', userId)
      .execute();
    assert.equal((await read(token)).status, 401);
  });
});

describe('changing the profile', () => {
  it('sets the fields that are sent, keeps the absent ones, and clears those that are null', async () => {
    const { token } = await buildProducer(service);
    const first = await change(token, {
      name: 'Sítio Novo',
      mobile: '(66) 98888-7777',
      planted_area: 1250.57,
      association: 'Aprosoja',
    });
    assert.equal(first.status, 200);
    assert.deepEqual(
      [
        first.body.name,
        first.body.mobile,
        first.body.producer?.planted_area,
        first.body.producer?.association,
      ],
      ['Sítio Novo', '66988887777', 1250.57, 'Aprosoja'],
    );
    const second = await change(token, {
      mobile: null,
      phone: null,
      association: ' ',
      planted_area: null,
    });
    assert.deepEqual(
      [
        second.body.name,
        second.body.mobile,
        second.body.phone,
        second.body.producer?.association,
        second.body.producer?.planted_area,
      ],
      ['Sítio Novo', null, null, null, null],
    );
    assert.deepEqual((await read(token)).body, second.body);
  });

  it('stores the cultures of a producer once each, and refuses unknown ones', async () => {
    const { token } = await buildProducer(service);
    const ids = (
      await service.db.q.selectFrom('cultures').select('id').orderBy('id').limit(2).execute()
    ).map(({ id }) => id);
    const [soy = 0, corn = 0] = ids;
    assert.deepEqual(
      (await change(token, { culture_ids: [corn, soy, corn] })).body.producer?.culture_ids,
      [soy, corn],
    );
    assert.deepEqual(
      (await change(token, { producer: { culture_ids: [corn] } })).body.producer?.culture_ids,
      [corn],
    );
    assert.deepEqual(Object.keys(await refused(token, { culture_ids: [corn, 987_654] })), [
      'culture_ids.1',
    ]);
    assert.deepEqual((await change(token, { culture_ids: [] })).body.producer?.culture_ids, []);
  });

  it('accepts the body that it returned', async () => {
    const { typeId } = await buildProduct(service);
    const { token, userId } = await buildSupplier(service, {
      productTypeIds: [typeId],
      states: ['MT'],
    });
    const { body: shown } = await read(token);
    const { version } = await row(userId);
    const { body: echoed } = await change(token, shown);
    const withoutIds = (user: User) => ({
      ...user,
      supplier: {
        ...user.supplier,
        addresses: user.supplier?.addresses.map(({ id: _id, ...address }) => address),
      },
    });
    assert.deepEqual(withoutIds(echoed), withoutIds(shown));
    assert.equal((await row(userId)).version, version, 'nothing changed, so no new version');
    const nested = await change(token, { supplier: { website: 'https://revenda.example' } });
    assert.equal(nested.body.supplier?.website, 'https://revenda.example');
    assert.deepEqual(nested.body.supplier?.coverage, shown.supplier?.coverage);
  });

  it('replaces the lists that are sent', async () => {
    const { typeId } = await buildProduct(service);
    const { token } = await buildSupplier(service, { states: ['MT'] });
    const { body } = await change(token, {
      addresses: [
        { ...office, city: 'Sorriso', state: 'MT' },
        { ...office, kind: 'warehouse', latitude: -17.8, longitude: -50.9 },
      ],
      product_type_ids: [typeId],
      coverage: { kind: 'cities', city_ids: [RIO_VERDE, SORRISO] },
    });
    assert.deepEqual(
      body.supplier?.addresses.map(({ city_id, kind, latitude }) => [city_id, kind, latitude]),
      [
        [SORRISO, 'headquarters', null],
        [RIO_VERDE, 'warehouse', -17.8],
      ],
    );
    assert.deepEqual(body.supplier?.coverage, {
      kind: 'cities',
      states: [],
      city_ids: [SORRISO, RIO_VERDE],
    });
    assert.deepEqual(
      (await change(token, { product_type_ids: [], coverage: { kind: 'national' } })).body.supplier
        ?.product_type_ids,
      [],
    );
  });

  it('ignores fields that the person may not change', async () => {
    const { token, userId } = await buildProducer(service);
    const before = await row(userId);
    const answer = await change(token, {
      id: 1,
      uuid: '0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a11',
      user_type: 'admin',
      admin_role: 'master',
      status: 'bloqueado',
      email_verified: true,
      document_number: '52998224725',
      document: '52998224725',
      document_type: 'cnpj',
      created_at: '2020-01-01 00:00:00',
      version: 99,
      auth_version: 99,
      password_hash: 'x',
      website: 'https://x.example',
      product_type_ids: [1],
      supplier: { website: 'https://x.example' },
      producer: { type: 'PJ', id: 1, user_id: 1 },
    });
    assert.equal(answer.status, 200);
    assert.deepEqual(await row(userId), before);
    assert.equal((await read(token)).body.producer?.type, 'PF');
  });

  it('keeps the e-mail while a new one waits for confirmation', async () => {
    const { token, user, email: present } = await register(service, producerBody());
    await service.db.q
      .updateTable('users')
      .set({ email_verified_at: new Date() })
      .where('id', '=', user.id)
      .execute();
    const same = await change(token, { email: present.toUpperCase() });
    assert.equal(same.body.email_verified, true, 'the same address keeps its mark');
    const email = someEmail();
    const moved = await change(token, {
      email: ` ${email.toUpperCase()}`,
      current_password: PASSWORD,
    });
    assert.deepEqual(
      [moved.body.email, moved.body.pending_email, moved.body.email_verified],
      [present, email, true],
    );
  });

  it('reports every error at once, under the path of the field', async () => {
    const taken = await buildProducer(service);
    const { token } = await buildProducer(service);
    assert.deepEqual(
      await refused(token, {
        email: taken.email.toUpperCase(),
        phone: '12',
        planted_area: 10.125,
        password: 'fraca',
        producer: { addresses: [{ ...farm, city: 'Rio Verde' }] },
      }),
      {
        email: ['Este e-mail já está cadastrado.'],
        phone: ['Informe um telefone com DDD.'],
        planted_area: ['Use no máximo 2 casas decimais.'],
        'producer.addresses.0.city': ['Este município não existe neste estado.'],
        password: [
          'Use de 8 a 128 caracteres.',
          'Inclua ao menos um número.',
          'Inclua ao menos uma letra maiúscula.',
        ],
        password_confirmation: ['A confirmação não é igual à senha.'],
        current_password: ['Informe a senha atual para trocar de senha.'],
      },
    );
    assert.deepEqual(await refused(token, { planted_area: 99_999_999_999 }), {
      planted_area: ['Deve ser no máximo 9.999.999.999,99.'],
    });
    assert.deepEqual(
      Object.keys(
        await refused(token, { name: null, email: 5, addresses: [], mobile: {} }),
      ).toSorted(),
      ['addresses', 'email', 'mobile', 'name'],
    );
  });

  it('requires a valid token', async () => {
    for (const token of [undefined, 'nonsense'])
      assert.equal((await change(token, { name: 'X' })).status, 401);
  });

  it('increments the version and audits only the changed fields, before and after', async () => {
    const { token, userId, name } = await buildProducer(service);
    const { version } = await row(userId);
    await change(token, {
      name: 'Sítio Novo',
      phone: (await read(token)).body.phone,
      planted_area: 12.5,
    });
    assert.equal((await row(userId)).version, version + 1);
    assert.deepEqual(await auditOf(userId), [
      {
        action: 'updated',
        actor_id: userId,
        old_values: { name, planted_area: null },
        new_values: { name: 'Sítio Novo', planted_area: '12.50' },
      },
    ]);
  });
});

describe('changing the password', () => {
  const fresh = { password: 'Plantio2027', password_confirmation: 'Plantio2027' };

  it('keeps this session and ends the others at once', async () => {
    const { email, token, user } = await register(service, producerBody());
    const other = (await logIn(service, { email })).body.token;
    assert.equal((await change(token, { current_password: PASSWORD, ...fresh })).status, 200);
    assert.deepEqual([(await read(token)).status, (await read(other)).status], [200, 401]);
    assert.equal((await service.call('POST', '/api/v1/refresh', { token: other })).status, 401);
    assert.equal((await logIn(service, { email })).status, 401, 'the old password');
    assert.equal((await logIn(service, { email, password: fresh.password })).status, 200);
    const audit = (await auditOf(user.id)).at(-1);
    assert.deepEqual([audit?.old_values, audit?.new_values], [{}, { password_changed: true }]);
  });

  it('requires the current one', async () => {
    const { email, token } = await register(service, producerBody());
    assert.deepEqual(
      await refused(token, { current_password: 'Errada2026', ...fresh, name: 'Outro' }),
      { current_password: ['A senha atual não confere.'] },
    );
    assert.deepEqual(await refused(token, fresh), {
      current_password: ['Informe a senha atual para trocar de senha.'],
    });
    assert.equal((await logIn(service, { email })).status, 200, 'the password is what it was');
  });

  it('happens once when two devices change it at the same time', async () => {
    const { email, token } = await register(service, producerBody());
    const other = (await logIn(service, { email })).body.token;
    const answers = await Promise.all(
      [token, other].map((each, nth) =>
        change(each, {
          current_password: PASSWORD,
          password: `Plantio202${nth}`,
          password_confirmation: `Plantio202${nth}`,
        }),
      ),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    const alive = await Promise.all(
      [token, other].map(async (each) => (await read(each)).status === 200),
    );
    assert.deepEqual(
      alive,
      answers.map(({ status }) => status === 200),
      'who changed it stays, the other is out',
    );
  });

  it('keeps a session alive that is refreshed at the same time', async () => {
    const { token } = await register(service, producerBody());
    const [changed, refreshed] = await Promise.all([
      change(token, { current_password: PASSWORD, ...fresh }),
      service.call<{ token: string }>('POST', '/api/v1/refresh', { token }),
    ]);
    assert.equal(refreshed.status, 200);
    assert.ok(changed.status === 200 || changed.status === 401, `changed: ${changed.status}`);
    assert.equal((await read(refreshed.body.token)).status, 200);
  });
});
