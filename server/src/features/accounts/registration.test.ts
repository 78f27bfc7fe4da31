import { findCity } from '../places/places-feature.ts';
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { RegisterReply } from '@lavra/contract/accounts/schemas';
import { buildProduct } from '../../../test/catalogue.ts';
import { RIO_VERDE, SORRISO, someCnpj, someCpf } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import {
  farm,
  logIn,
  office,
  producerBody,
  register,
  someEmail,
  supplierBody,
  type Refusal,
} from './accounts.fixture.ts';

const service = await startService();

async function refusal(body: object): Promise<Record<string, string[]>> {
  const answer = await service.call<Refusal>('POST', '/api/v1/register', { body });
  assert.deepEqual(
    [answer.status, answer.body.code],
    [422, 'validation_failed'],
    JSON.stringify(answer.body),
  );
  return answer.body.errors ?? {};
}

describe('registering', () => {
  it('logs a producer in at once, with the city of the farm resolved', async () => {
    const { user, token, permissions } = await register(
      service,
      producerBody({ name: '  Sítio da Serra ', mobile: '+55 66 98888-7777' }),
    );
    assert.equal(user.name, 'Sítio da Serra');
    assert.deepEqual(
      [user.status, user.email_verified, user.phone, user.mobile],
      ['ativo', false, '66999998888', '66988887777'],
    );
    assert.equal(user.producer?.type, 'PF');
    assert.deepEqual(
      user.producer?.addresses.map(({ city_id, postal_code }) => ({ city_id, postal_code })),
      [{ city_id: SORRISO, postal_code: '78890000' }],
    );
    assert.ok(permissions.includes('orders.create'));
    assert.equal((await service.call('GET', '/api/v1/user/profile', { token })).status, 200);
  });

  it('logs a supplier in at once, with its product types and coverage', async () => {
    const { typeId } = await buildProduct(service);
    const { user } = await register(
      service,
      supplierBody({
        website: 'revenda.example',
        product_type_ids: [typeId, typeId],
        coverage: { kind: 'states', states: ['MT', 'GO', 'MT'], city_ids: [SORRISO] },
      }),
    );
    assert.equal(user.supplier?.website, 'https://revenda.example');
    assert.deepEqual(user.supplier?.product_type_ids, [typeId]);
    assert.deepEqual(user.supplier?.coverage, {
      kind: 'states',
      states: ['GO', 'MT'],
      city_ids: [],
    });
    assert.deepEqual((await register(service, supplierBody())).user.supplier?.coverage, {
      kind: 'national',
      states: [],
      city_ids: [],
    });
    const cities = await register(
      service,
      supplierBody({ coverage: { kind: 'cities', city_ids: [SORRISO, RIO_VERDE] } }),
    );
    assert.deepEqual(cities.user.supplier?.coverage.city_ids, [SORRISO, RIO_VERDE]);
  });

  it('makes a producer with a CNPJ a company, with or without letters in it', async () => {
    const { user } = await register(
      service,
      producerBody({ document_type: 'cnpj', document_number: '12.abc.345/01de-35' }),
    );
    assert.deepEqual([user.producer?.type, user.document_number], ['PJ', '12ABC34501DE35']);
  });

  it('stores the e-mail in its normalized form, however it was typed', async () => {
    const email = someEmail();
    const { user } = await register(service, producerBody({ email: ` ${email.toUpperCase()}` }));
    assert.equal(user.email, email);
  });

  it('finds a city by any spelling and by its other name', async () => {
    const spellings = [
      ['sorriso', 'MT'],
      ["ALTA FLORESTA D'OESTE", 'RO'],
      ['alta floresta d’oeste', 'RO'],
      ['Alta  Floresta D Oeste', 'RO'],
      ['sao paulo', 'SP'],
      ['Ji Paraná', 'RO'],
      ['ji–parana', 'RO'],
    ];
    const { user } = await register(
      service,
      producerBody({ addresses: spellings.map(([city, state]) => ({ ...farm, city, state })) }),
    );
    const alta = "Alta Floresta D'Oeste";
    assert.deepEqual(
      user.producer?.addresses.map(({ city }) => city),
      ['Sorriso', alta, alta, alta, 'São Paulo', 'Ji-Paraná', 'Ji-Paraná'],
    );
    const other = await service.db.q
      .selectFrom('cities')
      .select(['id', 'alternative_name', 'uf'])
      .where('alternative_name', 'is not', null)
      .executeTakeFirstOrThrow();
    const found = await findCity(service.db, other.alternative_name ?? '', other.uf);
    assert.equal(found?.id, other.id);
  });

  it('notifies the people concerned and audits the account, without its password', async () => {
    const { user } = await register(service, supplierBody());
    const events = await service.db.q
      .selectFrom('events')
      .select('data')
      .where('type', '=', 'user.registered')
      .orderBy('id', 'desc')
      .limit(1)
      .execute();
    assert.deepEqual(events, [{ data: { user_id: user.id } }]);
    const entry = await service.db.q
      .selectFrom('audit_log as l')
      .innerJoin('audit_values as v', 'v.audit_id', 'l.id')
      .select(['l.action', 'v.new_values', 'v.old_values'])
      .where('l.resource_type', '=', 'user')
      .where('l.resource_id', '=', user.id)
      .executeTakeFirstOrThrow();
    assert.deepEqual([entry.action, entry.old_values], ['created', null]);
    // jsonb, written by this route
    assert.equal((entry.new_values as { email: string }).email, user.email);
    assert.ok(!JSON.stringify(entry.new_values).includes('password'));
  });

  it('leaves a new supplier without access until approval, where the installation requires that', async () => {
    await service.db.q
      .insertInto('settings')
      .values({ key: 'suppliers.require_approval', value: 'true', updated_at: new Date() })
      .execute();
    const body = supplierBody();
    const answer = await service.call<RegisterReply>('POST', '/api/v1/register', { body });
    const producer = await service.call<RegisterReply>('POST', '/api/v1/register', {
      body: producerBody(),
    });
    await service.db.q.deleteFrom('settings').execute();
    const { user, ...rest } = answer.body;
    assert.deepEqual(
      [answer.status, user.status, rest],
      [200, 'inativo', { token: null, expires_at: null, permissions: [] }],
    );
    assert.equal(
      (await logIn(service, { email: body.email, user_type: 'fornecedor' })).body.code,
      'account_inactive',
    );
    assert.equal(producer.body.user.status, 'ativo', 'producers need no approval');
  });
});

describe('a registration with errors', () => {
  it('reports every missing field at once', async () => {
    assert.deepEqual(Object.keys(await refusal({})).toSorted(), [
      'addresses',
      'document_number',
      'document_type',
      'email',
      'name',
      'password',
      'password_confirmation',
      'phone',
      'user_type',
    ]);
  });

  it('reports every invalid field at once', async () => {
    const errors = await refusal(
      supplierBody({
        name: '\u200B ',
        password: 'fraca',
        password_confirmation: 'outra',
        document_type: 'cpf',
        document_number: '111.111.111-11',
        phone: '123',
        mobile: 'abc',
        website: 'javascript:alert(1)',
        product_type_ids: [9_007_199_254_740_991],
        coverage: { kind: 'cities', city_ids: [SORRISO, 1, 9_007_199_254_740_991] },
        addresses: [
          { ...office, kind: 'farm' },
          { ...office, city: 'Sorriso' },
          { ...office, state: 'XX' },
          { ...office, postal_code: '123', street: '\u200B' },
        ],
      }),
    );
    assert.deepEqual(errors, {
      name: ['Preencha este campo.'],
      password: [
        'Use de 8 a 128 caracteres.',
        'Inclua ao menos um número.',
        'Inclua ao menos uma letra maiúscula.',
      ],
      password_confirmation: ['A confirmação não é igual à senha.'],
      document_type: ['Use um destes valores: cnpj.'],
      document_number: ['Informe um CPF válido.'],
      phone: ['Informe um telefone com DDD.'],
      mobile: ['Informe um telefone com DDD.'],
      website: ['Informe um endereço da internet, por exemplo https://revenda.com.br.'],
      'product_type_ids.0': ['Este tipo de produto não existe.'],
      'coverage.city_ids.1': ['Este município não existe.'],
      'coverage.city_ids.2': ['Este município não existe.'],
      'addresses.0.kind': ['Use um destes valores: headquarters, branch, warehouse.'],
      'addresses.1.city': ['Este município não existe neste estado.'],
      'addresses.2.state': ['Este estado não existe.'],
      'addresses.3.postal_code': ['Informe um CEP com 8 dígitos.'],
      'addresses.3.street': ['Preencha este campo.'],
    });
  });

  it('is refused without an address, with an unknown state in its coverage, or with empty coverage', async () => {
    assert.deepEqual(Object.keys(await refusal(producerBody({ addresses: [] }))), ['addresses']);
    assert.deepEqual(
      Object.keys(
        await refusal(supplierBody({ coverage: { kind: 'states', states: ['MT', 'XX'] } })),
      ),
      ['coverage.states.1'],
    );
    assert.deepEqual(Object.keys(await refusal(supplierBody({ coverage: { kind: 'states' } }))), [
      'coverage.states',
    ]);
  });

  it('names an e-mail or document that is taken, also by a deleted account', async () => {
    const document_number = someCpf();
    const { user, email } = await register(service, producerBody({ document_number }));
    await service.db.q
      .updateTable('users')
      .set({ deleted_at: new Date() })
      .where('id', '=', user.id)
      .execute();
    assert.deepEqual(await refusal(producerBody({ email: email.toUpperCase(), document_number })), {
      email: ['Este e-mail já está cadastrado.'],
      document_number: ['Este documento já está cadastrado.'],
    });
  });

  it('is refused when another one took the e-mail or document at the same time', async () => {
    for (const [field, value] of [
      ['email', someEmail()],
      ['document_number', someCnpj()],
    ] as const) {
      const answers = await Promise.all(
        Array.from({ length: 8 }, () =>
          service.call<Refusal>('POST', '/api/v1/register', {
            body: supplierBody({ [field]: value }),
          }),
        ),
      );
      assert.deepEqual(
        answers.map(({ status }) => status).toSorted((a, b) => a - b),
        [200, 422, 422, 422, 422, 422, 422, 422],
      );
      for (const { body } of answers.filter(({ status }) => status === 422))
        assert.deepEqual(Object.keys(body.errors ?? {}), [field]);
    }
  });

  it('cannot make an admin, nor set fields that only the service sets', async () => {
    assert.deepEqual(Object.keys(await refusal(producerBody({ user_type: 'admin' }))), [
      'user_type',
    ]);
    assert.deepEqual(
      Object.keys(
        await refusal(
          producerBody({ status: 'ativo', admin_role: 'master', id: 1, email_verified: true }),
        ),
      ).toSorted(),
      ['admin_role', 'email_verified', 'id', 'status'],
    );
    assert.deepEqual(
      Object.keys(
        await refusal(
          producerBody({ website: 'https://fazenda.example', coverage: { kind: 'national' } }),
        ),
      ).toSorted(),
      ['coverage', 'website'],
    );
  });

  it('is refused when it contains text that cannot be stored', async () => {
    assert.deepEqual(Object.keys(await refusal(producerBody({ name: 'Sítio\0' }))), ['name']);
  });
});
