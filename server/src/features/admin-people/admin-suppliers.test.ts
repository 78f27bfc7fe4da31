import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AdminSupplier } from '@lavra/contract/admin/suppliers';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildOrder } from '../../../test/orders.ts';
import {
  buildAdmin,
  buildProducer,
  buildSupplier,
  SORRISO,
  someCnpj,
  someCpf,
} from '../../../test/people.ts';
import { buildProposal } from '../../../test/proposals.ts';
import { startService, type Answer } from '../../../test/service.ts';
import { linkCalls, tokenTo } from '../accounts/account-links.fixture.ts';
import {
  auditCount,
  auditOf,
  fieldsOf,
  isAlive,
  mailsTo,
  office,
  PASSWORD,
  someEmail,
  statuses,
  supplierBody,
  type Refusal,
} from './admin-people.fixture.ts';

const service = await startService();
const master = await buildAdmin(service);
const operational = await buildAdmin(service, 'operacional');
const finance = await buildAdmin(service, 'financeiro');

const URL = '/api/admin/suppliers';
const as = (token: string) => ({
  get: <B = AdminSupplier>(path: string) => service.call<B>('GET', `${URL}${path}`, { token }),
  create: (body: unknown): Promise<Answer<AdminSupplier & Refusal>> =>
    service.call('POST', URL, { token, body }),
  put: (
    id: number | string,
    body: unknown,
    headers: Record<string, string> = {},
  ): Promise<Answer<AdminSupplier & Refusal>> =>
    service.call('PUT', `${URL}/${id}`, { token, body, headers }),
  remove: (id: number | string) => service.call<Refusal>('DELETE', `${URL}/${id}`, { token }),
  restore: (id: number | string): Promise<Answer<AdminSupplier & Refusal>> =>
    service.call('POST', `${URL}/${id}/restore`, { token }),
});
const admin = as(master.token);

async function created(changes: Record<string, unknown> = {}): Promise<AdminSupplier> {
  const answer = await admin.create(supplierBody(changes));
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}
const logIn = (email: string, password = PASSWORD) =>
  service.call<{ token: string } & Refusal>('POST', '/api/v1/login', {
    body: { email, password, user_type: 'fornecedor' },
  });

describe('inviting a supplier', () => {
  const { activate } = linkCalls(service);
  const withoutPassword = (changes: Record<string, unknown> = {}) =>
    supplierBody({ password: null, ...changes });
  const invite = (id: number): Promise<Answer<AdminSupplier & Refusal>> =>
    service.call('POST', `/api/v1/admin/suppliers/${id}/activation`, { token: master.token });

  it('sends a link by which the supplier chooses the password and enters', async () => {
    const { status, body: supplier } = await admin.create(withoutPassword());
    assert.equal(status, 200, JSON.stringify(supplier));
    assert.deepEqual([supplier.activation, supplier.activation_label], ['sent', 'Link enviado']);
    assert.deepEqual(await mailsTo(service, supplier.user_id), ['consultant_activation']);
    assert.equal((await logIn(supplier.email)).status, 401);
    const { status: activated } = await activate(
      await tokenTo(service, supplier.email, 'consultant_activation'),
    );
    assert.equal(activated, 200);
    const after = (await admin.get(`/${supplier.id}`)).body;
    assert.deepEqual([after.activation, after.email_verified], ['active', true]);
    assert.equal((await invite(supplier.id)).body.code, 'supplier_active');
  });

  it('is done again by another link, which ends the first, and is audited', async () => {
    const { body: supplier } = await admin.create(withoutPassword());
    const first = await tokenTo(service, supplier.email, 'consultant_activation');
    assert.equal((await invite(supplier.id)).body.activation, 'sent');
    assert.equal((await activate(first)).body.code, 'link_invalid');
    const second = await tokenTo(service, supplier.email, 'consultant_activation');
    assert.equal((await activate(second)).status, 200);
    const sent = (await auditOf(service, supplier.user_id)).find(
      ({ new_values: values }) => values?.['activation'] === 'sent',
    );
    assert.equal(sent?.actor_id, master.userId);
  });

  it('waits for the account to be active', async () => {
    const { body: supplier } = await admin.create(withoutPassword({ status: 'inativo' }));
    assert.deepEqual(
      [supplier.activation, supplier.activation_label],
      ['pending', 'Link não enviado'],
    );
    assert.deepEqual(await mailsTo(service, supplier.user_id), []);
    assert.equal((await invite(supplier.id)).body.code, 'supplier_not_active');
    await admin.put(supplier.id, { status: 'ativo' });
    assert.equal((await invite(supplier.id)).body.activation, 'sent');
  });
});

describe('creating a supplier', () => {
  it('creates its user too, who logs in with the chosen password', async () => {
    const { typeId } = await buildProduct(service);
    const body = supplierBody({
      name: '  Revenda Boa Safra ',
      document: '12.abc.345/01de-35',
      mobile: '+55 64 99888-7766',
      website: 'boasafra.example',
      product_type_ids: [typeId],
      coverage: { kind: 'cities', city_ids: [SORRISO] },
      password_confirmation: PASSWORD,
    });
    const { status, body: supplier, headers } = await admin.create(body);
    assert.equal(status, 200, JSON.stringify(supplier));
    assert.equal(headers['etag'], '"1"');
    assert.deepEqual(
      [
        supplier.name,
        supplier.document_type,
        supplier.document,
        supplier.phone,
        supplier.mobile,
        supplier.website,
        supplier.status,
        supplier.status_label,
        supplier.email_verified,
      ],
      [
        'Revenda Boa Safra',
        'cnpj',
        '12ABC34501DE35',
        '6436214455',
        '64998887766',
        'https://boasafra.example',
        'ativo',
        'Ativo',
        false,
      ],
    );
    assert.deepEqual(supplier.coverage, {
      kind: 'cities',
      kind_label: 'Por municípios',
      states: [],
      city_ids: [SORRISO],
      cities: [{ id: SORRISO, name: 'Sorriso', state: 'MT' }],
    });
    assert.deepEqual(
      supplier.product_types.map(({ id }) => id),
      [typeId],
    );
    assert.deepEqual(
      supplier.addresses.map(({ kind, city, state, postal_code }) => ({
        kind,
        city,
        state,
        postal_code,
      })),
      [{ kind: 'headquarters', city: 'Rio Verde', state: 'GO', postal_code: '75901000' }],
    );
    assert.deepEqual(
      [
        supplier.deleted_at,
        supplier.subscription?.plan.name,
        supplier.subscription?.status,
        supplier.version,
      ],
      [null, 'Fornecedor Essencial', 'trial', 1],
    );
    assert.equal((await logIn(body.email)).status, 200);
    assert.deepEqual((await admin.get(`/${supplier.id}`)).body, supplier);
    assert.deepEqual(
      (
        await service.call('GET', `/api/v1/admin/suppliers/${supplier.uuid}`, {
          token: master.token,
        })
      ).body,
      supplier,
    );
  });

  it('defaults to the whole country and every product type, and accepts document_number as document', async () => {
    const { document, ...rest } = supplierBody({ status: 'inativo' });
    const { body } = await admin.create({ ...rest, document_number: document });
    assert.deepEqual(
      [body.coverage.kind, body.product_types, body.document, body.status],
      ['national', [], document, 'inativo'],
    );
    assert.deepEqual([(await logIn(rest.email)).body.code], ['account_inactive']);
  });

  it('audits the author without the password, and emits no registration event', async () => {
    const supplier = await created();
    const [entry, ...others] = await auditOf(service, supplier.user_id);
    assert.ok(entry);
    assert.deepEqual(
      [entry.action, entry.actor_id, entry.old_values, others.length],
      ['created', master.userId, null, 0],
    );
    assert.equal(entry.new_values?.['email'], supplier.email);
    assert.ok(!JSON.stringify(entry).includes(PASSWORD) && !/argon2/.test(JSON.stringify(entry)));
    assert.deepEqual(
      await service.db.q
        .selectFrom('events')
        .select('id')
        .where('type', '=', 'user.registered')
        .execute(),
      [],
    );
    assert.deepEqual(await mailsTo(service, supplier.user_id), ['email_verification']);
  });

  it('is refused with every error at once', async () => {
    const wrong = fieldsOf(
      await admin.create(
        supplierBody({
          name: ' ',
          email: 'sem-arroba',
          password: 'curta',
          document: '11.111.111/1111-11',
          phone: '123',
          website: 'x',
          addresses: [],
          coverage: { kind: 'continent' },
          status: 'active',
        }),
      ),
    );
    assert.deepEqual(Object.keys(wrong).toSorted(), [
      'addresses',
      'coverage.kind',
      'email',
      'name',
      'status',
    ]);
    const deeper = fieldsOf(
      await admin.create(
        supplierBody({
          password: 'curta',
          password_confirmation: 'outra',
          document: '11.111.111/1111-11',
          phone: '123',
          website: 'x',
          product_type_ids: [987_654],
          addresses: [{ ...office, city: 'Cidade Nenhuma', kind: 'farm' }],
          coverage: { kind: 'states', states: ['XX'] },
        }),
      ),
    );
    assert.deepEqual(Object.keys(deeper).toSorted(), [
      'addresses.0.city',
      'addresses.0.kind',
      'coverage.states.0',
      'document',
      'password',
      'password_confirmation',
      'phone',
      'product_type_ids.0',
      'website',
    ]);
    const {
      document: _document,
      password: _password,
      addresses: _addresses,
      ...bare
    } = supplierBody();
    assert.deepEqual(Object.keys(fieldsOf(await admin.create(bare))).toSorted(), [
      'addresses',
      'password',
    ]);
    assert.deepEqual(
      fieldsOf(await admin.create({ ...bare, password: PASSWORD, addresses: [office] })),
      { document: ['Preencha este campo.'] },
    );
    assert.deepEqual(
      Object.keys(
        fieldsOf(await admin.create(supplierBody({ document: someCpf(), document_type: 'cpf' }))),
      ).toSorted(),
      ['document', 'document_type'],
    );
  });

  it('is refused for an e-mail or CNPJ that is taken, also by a deleted account', async () => {
    const known = await created();
    await admin.remove(known.id);
    assert.deepEqual(
      fieldsOf(
        await admin.create(
          supplierBody({ email: known.email.toUpperCase(), document: known.document }),
        ),
      ),
      {
        email: ['Este e-mail já está cadastrado.'],
        document: ['Este documento já está cadastrado.'],
      },
    );
  });

  it('succeeds for one of two concurrent requests with the same CNPJ', async () => {
    for (let round = 0; round < 10; round += 1) {
      const document = someCnpj();
      const answers = await Promise.all([
        admin.create(supplierBody({ document })),
        admin.create(supplierBody({ document })),
        admin.create(supplierBody({ document })),
      ]);
      assert.deepEqual(statuses(answers), [200, 422, 422]);
      for (const answer of answers.filter(({ status }) => status === 422))
        assert.deepEqual(fieldsOf(answer), { document: ['Este documento já está cadastrado.'] });
    }
  });

  it('returns the same supplier for the same Idempotency-Key', async () => {
    const send = (body: object) =>
      service.call<AdminSupplier>('POST', URL, {
        token: master.token,
        body,
        headers: { 'idempotency-key': 'novo-fornecedor-1' },
      });
    const body = supplierBody();
    const first = await send(body);
    assert.deepEqual((await send(body)).body, first.body);
    assert.equal((await send({ ...body, name: 'Outra' })).status, 409);
  });
});

describe('changing a supplier', () => {
  it('sets values, keeps absent fields, clears null ones and replaces lists', async () => {
    const { typeId } = await buildProduct(service);
    const before = await created({
      website: 'https://antes.example',
      mobile: '64998887766',
      product_type_ids: [typeId],
    });
    const { body: after, headers } = await admin.put(before.id, {
      name: 'Revenda Nova',
      website: null,
      mobile: null,
      product_type_ids: [],
      coverage: { kind: 'states', states: ['MT', 'GO'] },
      addresses: [{ ...office, name: 'Filial', kind: 'branch' }, office],
      unknown_field: 1,
    });
    const {
      name,
      website,
      mobile,
      product_types,
      coverage,
      addresses,
      version,
      updated_at,
      ...same
    } = after;
    assert.deepEqual(
      [
        name,
        website,
        mobile,
        product_types,
        coverage.states,
        addresses.map(({ kind }) => kind),
        version,
      ],
      ['Revenda Nova', null, null, [], ['GO', 'MT'], ['branch', 'headquarters'], 2],
    );
    assert.equal(headers['etag'], '"2"');
    for (const [field, value] of Object.entries(same))
      assert.deepEqual(value, before[field as keyof AdminSupplier], field);
    const entry = (await auditOf(service, before.user_id)).at(-1);
    assert.deepEqual(
      [entry?.action, Object.keys(entry?.new_values ?? {}).toSorted()],
      [
        'updated',
        [
          'addresses',
          'coverage_kind',
          'coverage_states',
          'mobile',
          'name',
          'product_type_ids',
          'website',
        ],
      ],
    );
    assert.deepEqual(
      [entry?.old_values?.['name'], entry?.new_values?.['name']],
      ['Revenda do Cerrado', 'Revenda Nova'],
    );
    assert.ok(updated_at >= before.updated_at);
  });

  it('keeps the version and writes no audit row when nothing changes', async () => {
    const before = await created();
    const rows = await auditCount(service);
    const { body } = await admin.put(before.id, {
      name: before.name,
      email: before.email.toUpperCase(),
      document: before.document,
      addresses: [office],
      status: 'ativo',
    });
    assert.deepEqual(
      [body.version, body.email_verified, await auditCount(service)],
      [1, before.email_verified, rows],
    );
  });

  it('is refused for an outdated version', async () => {
    const { id } = await created();
    assert.equal((await admin.put(id, { name: 'Um' }, { 'if-match': '"1"' })).status, 200);
    const stale = await admin.put(id, { name: 'Dois' }, { 'if-match': '"1"' });
    assert.deepEqual([stale.status, stale.body.code], [409, 'stale_version']);
    assert.equal((await admin.get(`/${id}`)).body.name, 'Um');
  });

  it('is refused field by field', async () => {
    const { id } = await created();
    const other = await created();
    assert.deepEqual(
      fieldsOf(
        await admin.put(id, {
          email: other.email,
          document: other.document,
          password: 'Colheita2026',
          password_confirmation: 'Colheita2027',
        }),
      ),
      {
        email: ['Este e-mail já está cadastrado.'],
        document: ['Este documento já está cadastrado.'],
        password_confirmation: ['A confirmação não é igual à senha.'],
      },
    );
    assert.deepEqual(Object.keys(fieldsOf(await admin.put(id, { document: someCpf() }))), [
      'document',
    ]);
    assert.deepEqual(Object.keys(fieldsOf(await admin.put(id, { document_type: 'cpf' }))), [
      'document_type',
    ]);
    assert.deepEqual(
      Object.keys(
        fieldsOf(await admin.put(id, { name: null, addresses: [], status: 'deleted' })),
      ).toSorted(),
      ['addresses', 'name', 'status'],
    );
    assert.deepEqual(
      Object.keys(fieldsOf(await admin.put(id, { supplier: { website: 7 }, website: 'nada' }))),
      ['website'],
    );
  });

  it('ends the sessions at once with a new e-mail, password or inactive status, and not otherwise', async () => {
    const person = await created();
    const token = () => service.tokenFor(person.user_id);
    let session = await token();
    await admin.put(person.id, { name: 'Outro nome', phone: '6436214456' });
    assert.equal(await isAlive(service, session), true);

    const email = someEmail();
    assert.deepEqual(
      [
        (await admin.put(person.id, { email })).body.email_verified,
        await isAlive(service, session),
      ],
      [false, false],
    );
    assert.equal((await logIn(email)).status, 200);

    session = await token();
    await admin.put(person.id, { password: 'Outra2027' });
    assert.deepEqual(
      [
        await isAlive(service, session),
        (await logIn(email)).status,
        (await logIn(email, 'Outra2027')).status,
      ],
      [false, 401, 200],
    );
    assert.deepEqual((await auditOf(service, person.user_id)).at(-1)?.new_values, {
      password_changed: true,
    });

    session = await token();
    await admin.put(person.id, { status: 'bloqueado' });
    assert.deepEqual(
      [await isAlive(service, session), (await logIn(email, 'Outra2027')).body.code],
      [false, 'account_blocked'],
    );
    const entry = (await auditOf(service, person.user_id)).at(-1);
    assert.deepEqual(
      [entry?.action, entry?.old_values, entry?.new_values],
      ['status_changed', { status: 'ativo' }, { status: 'bloqueado' }],
    );
    await admin.put(person.id, { status: 'ativo' });
    assert.equal(await isAlive(service, session), false, 'a session that ended stays ended');
    assert.deepEqual(await mailsTo(service, person.user_id), [
      'email_verification',
      'email_verification',
      'email_changed',
      'password_changed',
    ]);
  });
});

describe('deleting a supplier', () => {
  it('ends the sessions and removes it from lists, and it can be restored unchanged', async () => {
    const person = await created();
    const session = await service.tokenFor(person.user_id);
    assert.deepEqual((await admin.remove(person.id)).body, {
      message: 'Fornecedor excluído. Ele pode ser restaurado.',
    });

    assert.deepEqual(
      [await isAlive(service, session), (await logIn(person.email)).status],
      [false, 401],
    );
    for (const path of ['', '/proposals', '/products', '/logs'])
      assert.equal((await admin.get(`/${person.id}${path}`)).status, 404, path);
    assert.deepEqual(
      [(await admin.put(person.id, { name: 'X' })).status, (await admin.remove(person.id)).status],
      [404, 404],
    );
    for (const path of ['', '/proposals', '/products', '/logs'])
      assert.equal((await admin.get(`/${person.id}${path}?with_deleted=1`)).status, 200, path);
    assert.match(
      (await admin.get(`/${person.id}?with_deleted=1`)).body.deleted_at ?? '',
      /^\d{4}-/,
    );
    const found = async (query: string) =>
      (
        await admin.get<{ data: AdminSupplier[] }>(`?search=${person.document}${query}`)
      ).body.data.map(({ id, deleted_at }) => [id, deleted_at !== null]);
    assert.deepEqual([await found(''), await found('&with_deleted=1')], [[], [[person.id, true]]]);

    const restored = await admin.restore(person.uuid);
    const { version, updated_at: _at, ...same } = restored.body;
    const { version: _version, updated_at: _before, ...before } = person;
    assert.deepEqual([restored.status, same, version], [200, before, 3]);
    assert.deepEqual(
      [await isAlive(service, session), (await logIn(person.email)).status, await found('')],
      [false, 200, [[person.id, false]]],
    );
    const [, deletion, restoration] = await auditOf(service, person.user_id);
    assert.deepEqual(
      [deletion?.action, deletion?.old_values, restoration?.action, restoration?.new_values],
      ['deleted', { deleted_at: null }, 'updated', { deleted_at: null }],
    );
  });

  it('cannot be undone for a supplier that is not deleted', async () => {
    const { id } = await created();
    const answer = await admin.restore(id);
    assert.deepEqual([answer.status, answer.body.code], [422, 'account_not_deleted']);
  });

  it('happens once when two administrators do it at once', async () => {
    const { id, user_id } = await created();
    const answers = await Promise.all([admin.remove(id), admin.remove(id)]);
    assert.deepEqual(statuses(answers), [200, 404]);
    assert.equal(
      (await auditOf(service, user_id)).filter(({ action }) => action === 'deleted').length,
      1,
    );
  });
});

interface ProposalPage {
  readonly data: { uuid: string }[];
  readonly meta: { next_cursor: string | null; total: number };
}

describe('the activity of a supplier', () => {
  it('has figures that equal those computed by hand, drafts excluded', async () => {
    const supplier = await buildSupplier(service);
    const [one, two] = [await buildProducer(service), await buildProducer(service)];
    const propose = async (
      producerId: number,
      orderStatus: 'publicada' | 'finalizada' | 'revogada',
      status: 'draft' | 'submitted' | 'accepted' | 'rejected' | 'cancelled',
      price: string,
    ) => {
      const order = await buildOrder(service, { producerId, status: orderStatus });
      const [item] = order.items;
      assert.ok(item);
      await buildProposal(service, {
        orderId: order.id,
        supplierId: supplier.supplierId,
        status,
        items: [{ item, price }],
      });
      return { order, item };
    };
    await propose(one.producerId, 'finalizada', 'accepted', '10.1234'); // 1,012.34
    await propose(one.producerId, 'finalizada', 'accepted', '0.10'); // 10.00
    await propose(two.producerId, 'revogada', 'accepted', '99'); // won, but revoked: no volume
    await propose(one.producerId, 'finalizada', 'submitted', '5'); // lost: no longer pending
    await propose(two.producerId, 'publicada', 'submitted', '5');
    await propose(two.producerId, 'publicada', 'rejected', '5');
    const { order, item } = await propose(two.producerId, 'publicada', 'cancelled', '5');
    await buildProposal(service, {
      orderId: order.id,
      supplierId: supplier.supplierId,
      status: 'submitted',
      items: [{ item, price: '4' }],
    });
    const third = await buildProducer(service);
    await propose(third.producerId, 'publicada', 'draft', '1');

    const { kpis } = (await admin.get(`/${supplier.supplierId}`)).body;
    assert.deepEqual(kpis, {
      proposals: { total: 8, pending: 2, accepted: 3, rejected: 1 },
      orders_participated: 7,
      orders_won: 3,
      negotiated_volume: 1022.34,
      distinct_producers: 2,
      items_bought: 2,
      items_bought_percent: 100,
    });
    const page = await admin.get<{ data: { status: string }[]; meta: { total: number } }>(
      `/${supplier.supplierId}/proposals`,
    );
    assert.deepEqual(
      [page.body.meta.total, page.body.data.some(({ status }) => status === 'draft')],
      [8, false],
    );
  });

  it('lists proposals newest first, each once by cursor', async () => {
    const supplier = await buildSupplier(service);
    const { producerId } = await buildProducer(service);
    const uuids: string[] = [];
    for (let i = 0; i < 5; i += 1) {
      const order = await buildOrder(service, { producerId });
      uuids.unshift(
        (
          await buildProposal(service, {
            orderId: order.id,
            supplierId: supplier.supplierId,
            items: order.items.map((item) => ({ item, price: '2' })),
          })
        ).uuid,
      );
    }
    const seen: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const url: string = `/${supplier.supplierId}/proposals?per_page=2${cursor === '' ? '' : `&cursor=${cursor}`}`;
      const { body }: Answer<ProposalPage> = await admin.get<ProposalPage>(url);
      assert.equal(body.meta.total, 5);
      seen.push(...body.data.map(({ uuid }) => uuid));
      cursor = body.meta.next_cursor;
    }
    assert.deepEqual(seen, uuids);
    assert.equal((await admin.get(`/${supplier.supplierId}/proposals?cursor=eyJ4`)).status, 422);
  });

  it('lists products with how often they were priced, and the latest price', async () => {
    const supplier = await buildSupplier(service);
    const { producerId } = await buildProducer(service);
    const [urea, lime] = [
      await buildProduct(service, { name: 'Ureia 46' }),
      await buildProduct(service, { name: 'Calcário' }),
    ];
    const propose = async (
      prices: readonly (string | null)[],
      status: 'draft' | 'submitted',
      at: string,
    ) => {
      const order = await buildOrder(service, {
        producerId,
        items: [{ product: urea }, { product: lime }],
      });
      const { id } = await buildProposal(service, {
        orderId: order.id,
        supplierId: supplier.supplierId,
        status,
        items: order.items.map((item, index) => ({ item, price: prices[index] ?? null })),
      });
      if (status !== 'draft')
        await service.db.q
          .updateTable('proposals')
          .set({ submitted_at: at })
          .where('id', '=', id)
          .execute();
    };
    await propose(['21.5', null], 'submitted', '2026-03-02 12:00-03');
    await propose(['20.25', '3'], 'submitted', '2026-03-01 12:00-03');
    await propose(['1', '1'], 'draft', '');
    const { body } = await admin.get<{
      data: {
        product: { name: string };
        times_offered: number;
        last_unit_price: number;
        last_offered_at: string;
      }[];
      meta: { total: number; next_cursor: string | null };
    }>(`/${supplier.supplierId}/products`);
    assert.deepEqual(
      body.data.map(({ product, ...offer }) => ({ name: product.name, ...offer })),
      [
        {
          name: 'Calcário',
          times_offered: 1,
          last_unit_price: 3,
          last_offered_at: '2026-03-01 12:00:00',
        },
        {
          name: 'Ureia 46',
          times_offered: 2,
          last_unit_price: 21.5,
          last_offered_at: '2026-03-02 12:00:00',
        },
      ],
    );
    assert.equal(body.meta.total, 2);
    const first = await admin.get<typeof body>(`/${supplier.supplierId}/products?per_page=1`);
    const second = await admin.get<typeof body>(
      `/${supplier.supplierId}/products?per_page=1&cursor=${first.body.meta.next_cursor}`,
    );
    assert.deepEqual(
      [first, second].map(({ body: page }) => page.data.map(({ product }) => product.name)),
      [['Calcário'], ['Ureia 46']],
    );
  });

  it('has a log of what was done to it, its own changes included', async () => {
    const person = await created();
    await admin.put(person.id, { name: 'Nome do administrador' });
    await service.call('PUT', '/api/v1/user/profile', {
      token: await service.tokenFor(person.user_id),
      body: { name: 'Nome próprio' },
    });
    const { body } = await admin.get<{
      data: { action: string; user_id: number; new_values: { name?: string } }[];
      meta: { total: number };
    }>(`/${person.id}/logs`);
    assert.deepEqual(
      body.data.map(({ action, user_id, new_values }) => [action, user_id, new_values.name]),
      [
        ['updated', person.user_id, 'Nome próprio'],
        ['updated', master.userId, 'Nome do administrador'],
        ['created', master.userId, 'Revenda do Cerrado'],
      ],
    );
  });
});

describe('the right to manage suppliers', () => {
  it('belongs to administrators with the permission; other users learn nothing', async () => {
    const { id } = await created();
    const [producer, supplier] = [await buildProducer(service), await buildSupplier(service)];
    const requests = [
      ['GET', URL],
      ['POST', URL],
      ['GET', `${URL}/${id}`],
      ['PUT', `${URL}/${id}`],
      ['DELETE', `${URL}/${id}`],
      ['POST', `${URL}/${id}/restore`],
      ['GET', `${URL}/${id}/proposals`],
      ['GET', `${URL}/${id}/products`],
      ['GET', `${URL}/${id}/logs`],
    ] as const;
    for (const [method, path] of requests) {
      for (const url of [path, path.replace('/api/admin', '/api/v1/admin')]) {
        assert.equal((await service.call(method, url)).status, 401, `${method} ${url}`);
        for (const { token } of [producer, supplier])
          assert.equal(
            (await service.call(method, url, { token })).status,
            403,
            `${method} ${url}`,
          );
        if (method !== 'GET')
          assert.equal(
            (await service.call(method, url, { token: finance.token })).status,
            403,
            `${method} ${url}`,
          );
        else
          assert.equal(
            (await service.call(method, url, { token: finance.token })).status,
            200,
            `${method} ${url}`,
          );
      }
    }
    assert.equal((await as(operational.token).put(id, { name: 'Pela operação' })).status, 200);
    for (const unknown of [
      '999999999',
      '0',
      'abc',
      '0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a11',
      producer.uuid,
    ]) {
      for (const path of ['', '/proposals', '/products', '/logs'])
        assert.equal((await admin.get(`/${unknown}${path}`)).status, 404);
      assert.deepEqual(
        [
          (await admin.put(unknown, { name: 7 })).status,
          (await admin.remove(unknown)).status,
          (await admin.restore(unknown)).status,
        ],
        [404, 404, 404],
      );
    }
  });
});
