import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { describe, it } from 'node:test';
import { pino } from 'pino';
import type { AdminUser } from '@lavra/contract/admin/users';
import type { LogPage } from '@lavra/contract/admin/logs';
import type { Static } from 'typebox';
import { createApplication } from '@lavra/server/app/compose';
import {
  buildAdmin,
  buildConsultant,
  buildProducer,
  buildSupplier,
  buildUser,
  someCpf,
} from '../../../test/people.ts';
import { startService, testConfig } from '../../../test/service.ts';
import { linkCalls, tokenTo } from '../accounts/account-links.fixture.ts';
import {
  adminForm,
  assertFields,
  assertRefused,
  expectOk,
  farm,
  PASSWORD,
  producerForm,
  someEmail,
  supplierForm,
  userCalls,
} from './admin-users.fixture.ts';

const service = await startService();
const { create, read, change, setStatus, remove, restore, list, logIn, isAlive, call } =
  userCalls(service);
const { activate } = linkCalls(service);
const master = await buildAdmin(service);
const operacional = await buildAdmin(service, 'operacional');
const financeiro = await buildAdmin(service, 'financeiro');
const producer = await buildProducer(service);

const logsOf = async (id: number) =>
  expectOk(await call<Static<typeof LogPage>>('GET', `/${id}/logs`, master));
const mailsTo = (email: string) =>
  service.db.q.selectFrom('mails').select('template').where('to_address', '=', email).execute();

describe('creating a user', () => {
  it('creates a producer who may log in, with the record of a farm', async () => {
    const form = producerForm({
      producer: {
        planted_area: 1250.5,
        association: 'Aprosoja',
        commercial_references: [{ type: 'Revenda', name: 'Agro Norte' }],
      },
    });
    const user = expectOk(await create(operacional, form));
    assert.deepEqual(
      [
        user.user_type,
        user.status,
        user.email_verified,
        user.admin_role,
        user.phone,
        user.addresses.length,
        user.user_type_label,
        user.status_label,
      ],
      ['produtor', 'ativo', false, null, '66999998888', 1, 'Produtor', 'Ativo'],
    );
    assert.deepEqual(
      [user.producer?.type, user.producer?.planted_area, user.producer?.association],
      ['PF', 1250.5, 'Aprosoja'],
    );
    const record = await service.call<{ commercial_references: { name: string }[] }>(
      'GET',
      `/api/v1/admin/producers/${user.producer?.id ?? 0}`,
      { token: master.token },
    );
    assert.deepEqual(
      record.body.commercial_references.map(({ name }) => name),
      ['Agro Norte'],
    );
    assert.equal((await logIn(form.email, 'produtor')).status, 200);
    assert.deepEqual(await mailsTo(form.email), [{ template: 'email_verification' }]);
  });

  it('creates a supplier with its product types and coverage', async () => {
    const user = expectOk(
      await create(
        master,
        supplierForm({
          email_verified: true,
          status: 'inativo',
          supplier: { website: 'revenda.example', coverage: { kind: 'states', states: ['MT'] } },
        }),
      ),
    );
    assert.deepEqual(
      [user.status, user.email_verified, user.supplier?.website, user.supplier?.coverage.states],
      ['inativo', true, 'https://revenda.example', ['MT']],
    );
    assert.deepEqual(
      [(await mailsTo(user.email)).length, (await logIn(user.email, 'fornecedor')).status],
      [0, 403],
    );
  });

  it('invites a supplier without a password by mail, once the account is active', async () => {
    const form = { password: null, password_confirmation: undefined };
    const { email } = expectOk(await create(operacional, supplierForm(form)));
    assert.deepEqual(await mailsTo(email), [{ template: 'consultant_activation' }]);
    assert.equal((await logIn(email, 'fornecedor')).status, 401);
    const activated = await activate(await tokenTo(service, email, 'consultant_activation'));
    assert.equal(activated.status, 200);
    const waiting = expectOk(
      await create(operacional, supplierForm({ ...form, status: 'inativo' })),
    );
    assert.deepEqual(await mailsTo(waiting.email), []);
    assertFields(await create(master, producerForm(form)), 'password');
    assertFields(await create(master, adminForm(form)), 'password');
  });

  it('creates an administrator and a consultant, who need no document and no address', async () => {
    const admin = expectOk(await create(master, adminForm({ admin_role: 'financeiro' })));
    assert.deepEqual(
      [admin.admin_role, admin.admin_role_label, admin.document_number, admin.addresses],
      ['financeiro', 'Financeiro', null, []],
    );
    const consultant = expectOk(
      await create(operacional, {
        user_type: 'consultor',
        name: 'Consultoria',
        email: someEmail(),
      }),
    );
    assert.ok((consultant.consultant?.id ?? 0) > 0);
    assert.deepEqual(await mailsTo(consultant.email), [], 'the activation is sent on request');
  });

  it('returns the version as ETag, and the same reply to a repeated Idempotency-Key', async () => {
    const options = {
      token: master.token,
      body: producerForm(),
      headers: { 'idempotency-key': 'one-producer' },
    };
    const [first, again] = [
      await service.call('POST', '/api/v1/admin/users', options),
      await service.call('POST', '/api/v1/admin/users', options),
    ];
    assert.deepEqual(
      [first.status, first.headers.etag, again.body],
      [200, `"${String(first.body['version'])}"`, first.body],
    );
  });

  it('reports every invalid field at once', async () => {
    assertFields(
      await create(
        master,
        producerForm({
          document_number: '11111111111',
          password: 'curta',
          addresses: [],
          producer: { planted_area: 1.234, culture_ids: [999_999] },
        }),
      ),
      'document_number',
      'password',
      'password_confirmation',
      'addresses',
      'producer.planted_area',
      'producer.culture_ids.0',
    );
    assertFields(
      await create(
        master,
        supplierForm({
          document_type: 'cpf',
          supplier: { product_type_ids: [99], coverage: { kind: 'states', states: [] } },
        }),
      ),
      'document_type',
      'supplier.product_type_ids.0',
      'supplier.coverage.states',
    );
    assertFields(
      await create(master, { user_type: 'produtor', name: 'Sítio', email: someEmail() }),
      'document_number',
      'addresses',
      'password',
    );
    assertFields(await create(master, producerForm({ admin_role: 'master' })), 'admin_role');
    assertFields(await create(master, adminForm({ admin_role: null })), 'admin_role');
    assertFields(await create(master, {}), 'user_type', 'name', 'email');
  });

  it('refuses an e-mail or document that is taken, also by a deleted account', async () => {
    const gone = await buildProducer(service);
    expectOk(await remove(master, gone.userId));
    assertFields(
      await create(
        master,
        producerForm({ email: producer.email.toUpperCase(), document_number: gone.document }),
      ),
      'email',
      'document_number',
    );
  });

  it('gives one e-mail to only one of two concurrent requests', async () => {
    const email = someEmail();
    const answers = await Promise.all([
      create(master, producerForm({ email })),
      create(operacional, producerForm({ email })),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 422],
    );
    assertFields(answers.find(({ status }) => status === 422) ?? assert.fail(), 'email');
  });
});

describe('reading users', () => {
  it('finds a user by id and by UUID, and by nothing else', async () => {
    assert.deepEqual(
      expectOk(await read(financeiro, producer.userId)),
      expectOk(await read(financeiro, producer.uuid)),
    );
    for (const name of ['999999', randomUUIDv7(), 'ninguem', '0', '-1'])
      assertRefused(await read(master, name), 404, 'not_found');
  });

  it('lists every profile, filtered and sorted, with exact totals', async () => {
    const mark = `Marca${Date.now()}`;
    const people = [
      await buildProducer(service, { name: `${mark} Álvaro` }),
      await buildSupplier(service, { name: `${mark} Bruna`, status: 'bloqueado' }),
      await buildConsultant(service, { name: `${mark} Carla` }),
      await buildUser(service, {
        user_type: 'admin',
        admin_role: 'financeiro',
        name: `${mark} Dario`,
        status: 'inativo',
      }),
    ];
    const found = async (query: string) => {
      const { data, meta } = expectOk(await list(operacional, `q=${mark}&${query}`));
      assert.equal(meta.total, data.length);
      return data.map(({ name }) => name.slice(mark.length + 1));
    };
    assert.deepEqual(await found(''), ['Álvaro', 'Bruna', 'Carla', 'Dario']);
    assert.deepEqual(await found('sort=-name'), ['Dario', 'Carla', 'Bruna', 'Álvaro']);
    assert.deepEqual(await found('sort=user_type'), ['Dario', 'Carla', 'Bruna', 'Álvaro']);
    assert.deepEqual(await found('sort=-created_at'), ['Dario', 'Carla', 'Bruna', 'Álvaro']);
    assert.deepEqual(await found('sort=status'), ['Álvaro', 'Carla', 'Bruna', 'Dario']);
    assert.deepEqual(await found('user_type=consultor'), ['Carla']);
    assert.deepEqual(await found('status=active'), ['Álvaro', 'Carla']);
    assert.deepEqual(await found('status=inactive'), ['Bruna', 'Dario']);
    assert.deepEqual(await found('status=bloqueado'), ['Bruna']);
    assert.deepEqual(await found('admin_role=financeiro'), ['Dario']);
    assert.deepEqual(await found('admin_role=financeiro&user_type=produtor'), []);
    const [first] = people;
    const record = expectOk(await list(master, `search=${mark.toUpperCase()}%20alvaro`)).data[0];
    assert.deepEqual(
      [record?.id, record?.producer_id, record?.supplier_id],
      [first?.userId, first !== undefined && 'producerId' in first ? first.producerId : 0, null],
    );
    const masked = (producer.document ?? '').replace(/(\d{3})(\d{3})(\d{3})(\d{2})/, '$1.$2.$3-$4');
    assert.deepEqual(
      expectOk(await list(master, `q=${masked}`)).data.map(({ id }) => id),
      [producer.userId],
    );
  });

  it('pages by cursor and shows each user once', async () => {
    for (const sort of ['name', '-email', 'status', '-created_at', 'user_type']) {
      const seen: number[] = [];
      let cursor: string | null = null;
      do {
        const { data, meta }: { data: { id: number }[]; meta: { next_cursor: string | null } } =
          expectOk(
            await list(
              master,
              `sort=${sort}&per_page=4${cursor === null ? '' : `&cursor=${cursor}`}`,
            ),
          );
        seen.push(...data.map(({ id }) => id));
        cursor = meta.next_cursor;
      } while (cursor !== null);
      const { meta } = expectOk(await list(master, ''));
      assert.deepEqual(
        [seen.length, new Set(seen).size, meta.per_page],
        [meta.total, meta.total, 25],
        sort,
      );
    }
  });

  it('refuses unknown filters', async () => {
    for (const query of [
      'status=vivo',
      'user_type=rei',
      'admin_role=dono',
      'sort=password_hash',
      'page=0',
      'cursor=abc',
    ])
      assert.equal((await list(master, query)).status, 422, query);
  });
});

describe('changing a user', () => {
  /** Addresses are stored again under new ids. */
  const content = (user: AdminUser): string =>
    JSON.stringify(user, (name, value: unknown) =>
      name === 'addresses' && Array.isArray(value)
        ? value.map((address: object) => ({ ...address, id: 0 }))
        : value,
    );

  it('changes the sent fields, keeps the others, and audits the changes', async () => {
    const { userId } = await buildProducer(service);
    const before = expectOk(await read(master, userId));
    const after = expectOk(
      await change(operacional, userId, {
        name: 'Sítio Novo',
        mobile: '(66) 98888-7777',
        email_verified: true,
        producer: { planted_area: 10.5 },
        addresses: [{ ...farm, name: 'Retiro' }],
        password: 'Outra2027',
      }),
    );
    assert.deepEqual(
      [
        after.name,
        after.mobile,
        after.email,
        after.email_verified,
        after.producer?.planted_area,
        after.addresses[0]?.name,
        after.version,
      ],
      ['Sítio Novo', '66988887777', before.email, true, 10.5, 'Retiro', before.version + 1],
    );
    const [entry] = (await logsOf(userId)).data;
    assert.deepEqual(
      [
        entry?.action,
        entry?.user_id,
        entry?.new_values?.['name'],
        entry?.old_values?.['email_verified'],
        entry?.new_values?.['email_verified'],
      ],
      ['updated', operacional.userId, 'Sítio Novo', false, true],
    );
    assert.doesNotMatch(JSON.stringify(entry), /password|argon2/);
    assert.equal(
      (
        await service.db.q
          .selectFrom('users')
          .select('password_hash')
          .where('id', '=', userId)
          .executeTakeFirstOrThrow()
      ).password_hash,
      null,
      'a password is chosen at creation only',
    );
  });

  it('accepts the record as it was read', async () => {
    for (const { userId } of [
      await buildProducer(service),
      await buildSupplier(service),
      await buildConsultant(service),
      await buildAdmin(service, 'financeiro'),
    ]) {
      const record = expectOk(await read(master, userId));
      assert.deepEqual(
        content(expectOk(await change(master, userId, record))),
        content(record),
        'the version too: nothing has changed',
      );
    }
  });

  it('names the invalid field of the form', async () => {
    const { userId } = await buildProducer(service);
    assertFields(
      await change(master, userId, {
        email: producer.email,
        addresses: [{ ...farm, city: 'Atlântida' }],
        producer: { planted_area: 0.001, culture_ids: [999_999] },
      }),
      'email',
      'addresses.0.city',
      'producer.planted_area',
      'producer.culture_ids.0',
    );
    assertFields(await change(master, userId, { addresses: [] }), 'addresses');
    assertFields(await change(master, userId, { document_number: null }), 'document_number');
    assertFields(
      await change(master, userId, { document_number: producer.document }),
      'document_number',
    );
  });

  it('ignores personal fields in the producer or supplier part of the form', async () => {
    for (const [kind, { userId }] of [
      ['producer', await buildProducer(service)],
      ['supplier', await buildSupplier(service)],
    ] as const) {
      const before = expectOk(await read(master, userId));
      const smuggled = {
        name: 'Outro',
        email: producer.email,
        status: 'bloqueado',
        document_number: producer.document,
        admin_role: 'master',
        addresses: [],
        password: PASSWORD,
      };
      assert.deepEqual(
        content(expectOk(await change(operacional, userId, { [kind]: smuggled }))),
        content(before),
      );
    }
  });

  it('never changes the type of a user', async () => {
    assertFields(
      await change(master, producer.userId, { user_type: 'admin', admin_role: 'master' }),
      'user_type',
      'admin_role',
    );
    assertFields(await change(master, financeiro.userId, { admin_role: null }), 'admin_role');
    assert.equal(
      expectOk(await change(master, producer.userId, { user_type: 'produtor', admin_role: null }))
        .user_type,
      'produtor',
    );
  });

  it('refuses an outdated version', async () => {
    const { userId } = await buildProducer(service);
    expectOk(await change(master, userId, { name: 'Um' }, { 'if-match': '"1"' }));
    assertRefused(
      await change(master, userId, { name: 'Outro' }, { 'if-match': '"1"' }),
      409,
      'stale_version',
    );
  });
});

describe('ending a user’s access', () => {
  const second = createApplication({
    config: { ...testConfig, databasePoolSize: 4 },
    databaseUrl: service.databaseUrl,
    appKey: 'key of a second process',
    logger: pino({ level: 'silent' }),
  });
  const statusElsewhere = async (url: string, { token }: { token: string }): Promise<number> =>
    (
      await (
        await second
      ).http.inject({ method: 'GET', url, headers: { authorization: `Bearer ${token}` } })
    ).statusCode;

  it('ends the sessions at once in every process, by status, deletion, role or e-mail', async (t) => {
    t.after(async () => (await second).close());
    const endings = [
      {
        build: () => buildSupplier(service),
        url: '/api/v1/supplier/orders',
        end: (id: number) => setStatus(operacional, id, 'bloqueado'),
      },
      {
        build: () => buildSupplier(service),
        url: '/api/v1/supplier/dashboard',
        end: (id: number) => remove(operacional, id),
      },
      {
        build: () => buildProducer(service),
        url: '/api/v1/producer/orders',
        end: (id: number) => change(operacional, id, { status: 'inativo' }),
      },
      {
        build: () => buildConsultant(service),
        url: '/api/v1/consultant/orders',
        end: (id: number) => change(operacional, id, { email: someEmail() }),
      },
      {
        build: () => buildAdmin(service, 'master'),
        url: '/api/v1/admin/users',
        end: (id: number) => change(master, id, { admin_role: 'financeiro' }),
      },
    ];
    for (const { build, url, end } of endings) {
      const person = await build();
      assert.deepEqual(
        [await statusElsewhere(url, person), await isAlive(person)],
        [200, true],
        url,
      );
      expectOk<object>(await end(person.userId));
      assert.deepEqual(
        [await statusElsewhere(url, person), await isAlive(person)],
        [401, false],
        url,
      );
    }
  });

  it('is audited as a change of status, and can be reversed by another', async () => {
    const { userId } = await buildProducer(service);
    assert.equal(expectOk(await setStatus(master, userId, 'bloqueado')).status_label, 'Bloqueado');
    assert.equal(expectOk(await setStatus(master, userId, 'ativo')).status, 'ativo');
    expectOk(await setStatus(master, userId, 'ativo'));
    const { data } = await logsOf(userId);
    assert.deepEqual(
      data.map(({ action, old_values, new_values }) => [action, old_values, new_values]),
      [
        ['status_changed', { status: 'bloqueado' }, { status: 'ativo' }],
        ['status_changed', { status: 'ativo' }, { status: 'bloqueado' }],
      ],
    );
    assertFields(await call('PATCH', `/${userId}/status`, master, { status: 'vivo' }), 'status');
  });

  it('deletes softly: hides the user, keeps e-mail and document taken, and can be reversed', async () => {
    const { userId, email } = await buildProducer(service, { document_number: someCpf() });
    expectOk(await remove(operacional, userId));
    assertRefused(await read(master, userId), 404, 'not_found');
    assertRefused(await remove(master, userId), 404, 'not_found');
    assertRefused(await change(master, userId, { name: 'Fantasma' }), 404, 'not_found');
    assert.notEqual(expectOk(await read(master, userId, '?with_deleted=1')).deleted_at, null);
    assert.deepEqual(
      [
        expectOk(await list(master, `q=${email}`)).meta.total,
        expectOk(await list(master, `q=${email}&with_deleted=1`)).meta.total,
      ],
      [0, 1],
    );
    assertRefused(await call('GET', `/${userId}/logs`, master), 404, 'not_found');
    assert.equal(expectOk(await restore(operacional, userId)).deleted_at, null);
    assertRefused(await restore(master, userId), 422, 'account_not_deleted');
  });
});

describe('administrators', () => {
  it('are managed only by masters', async () => {
    const target = await buildAdmin(service, 'financeiro');
    assertRefused(
      await create(operacional, adminForm({ admin_role: 'master' })),
      403,
      'master_only',
    );
    for (const id of [target.userId, operacional.userId, master.userId]) {
      assertRefused(await change(operacional, id, { admin_role: 'master' }), 403, 'master_only');
      assertRefused(await change(operacional, id, { email: someEmail() }), 403, 'master_only');
      assertRefused(await change(operacional, id, { status: 'nonsense' }), 403, 'master_only');
      assertRefused(await setStatus(operacional, id, 'bloqueado'), 403, 'master_only');
      assertRefused(await remove(operacional, id), 403, 'master_only');
    }
    expectOk(await remove(master, target.userId));
    assertRefused(await restore(operacional, target.userId), 403, 'master_only');
    expectOk(await restore(master, target.userId));
    assert.equal(
      expectOk(await read(financeiro, target.userId)).admin_role,
      'financeiro',
      'each role that may see users sees them',
    );
  });

  it('cannot lock themselves out, but may change their other fields', async () => {
    for (const refused of [
      await setStatus(master, master.userId, 'bloqueado'),
      await setStatus(master, master.userId, 'inativo'),
      await remove(master, master.userId),
      await change(master, master.userId, { admin_role: 'operacional' }),
      await change(master, master.userId, { status: 'inativo', name: 'Adeus' }),
    ])
      assertRefused(refused, 422, 'own_access');
    assert.equal(await isAlive(master), true);
    assert.equal(
      expectOk(
        await change(master, master.userId, {
          name: 'Direção',
          status: 'ativo',
          admin_role: 'master',
        }),
      ).name,
      'Direção',
    );
    assert.equal(await isAlive(master), true);
  });

  it('without the permission change no user', async () => {
    assertRefused(await create(financeiro, producerForm()), 403, 'forbidden');
    assertRefused(await change(financeiro, producer.userId, {}), 403, 'forbidden');
    assertRefused(await setStatus(financeiro, producer.userId, 'bloqueado'), 403, 'forbidden');
    assertRefused(await remove(financeiro, producer.userId), 403, 'forbidden');
    for (const person of [producer, await buildSupplier(service), await buildConsultant(service)])
      assertRefused(await list(person, ''), 403, 'forbidden');
    assertRefused(await list({ token: 'x'.repeat(43) }, ''), 401, 'unauthenticated');
  });

  it('created by a master log in with the password they were given', async () => {
    const form = adminForm({ admin_role: 'master' });
    expectOk(await create(master, form));
    const { status, body } = await logIn(form.email, 'admin');
    assert.deepEqual(
      [status, (body['permissions'] as string[]).includes('settings.edit')],
      [200, true],
    );
    assert.equal(form.password, PASSWORD);
  });
});

describe('the log of a user', () => {
  it('shows what the user did and what was done to the user, without secrets', async () => {
    const actor = expectOk(await create(master, adminForm({ admin_role: 'master' })));
    const token = await service.tokenFor(actor.id);
    const made = expectOk(await create({ token }, producerForm()));
    const { data, meta } = await logsOf(actor.id);
    assert.deepEqual(
      [meta.total, data.map(({ action, resource_id, user_id }) => [action, resource_id, user_id])],
      [
        2,
        [
          ['created', made.id, actor.id],
          ['created', actor.id, master.userId],
        ],
      ],
    );
    assert.doesNotMatch(JSON.stringify(data), /argon2|Colheita/);
    assertRefused(await call('GET', '/999999/logs', master), 404, 'not_found');
  });
});
