import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { orderStatuses } from '@lavra/domain/order/order-status';
import type { AdminProducer, PersonOrder } from '@lavra/contract/admin/producers';
import { buildOrder } from '../../../test/orders.ts';
import {
  buildAdmin,
  buildConsultant,
  buildProducer,
  buildSupplier,
  someCnpj,
} from '../../../test/people.ts';
import { buildProposal } from '../../../test/proposals.ts';
import { startService, type Answer } from '../../../test/service.ts';
import {
  auditCount,
  auditOf,
  fieldsOf,
  isAlive,
  mailsTo,
  statuses,
  type Refusal,
} from './admin-people.fixture.ts';

const service = await startService();
const master = await buildAdmin(service);
const finance = await buildAdmin(service, 'financeiro');

const URL = '/api/admin/producers';
const get = <B = AdminProducer>(path: string) =>
  service.call<B>('GET', `${URL}${path}`, { token: master.token });
const put = (
  id: number | string,
  body: unknown,
  headers: Record<string, string> = {},
): Promise<Answer<AdminProducer & Refusal>> =>
  service.call('PUT', `/api/v1/admin/producers/${id}`, { token: master.token, body, headers });
const restore = (id: number | string): Promise<Answer<AdminProducer & Refusal>> =>
  service.call('POST', `/api/v1/admin/producers/${id}/restore`, { token: master.token });
const remove = (userId: number) =>
  service.db.q
    .updateTable('users')
    .set({ deleted_at: service.app.platform.clock.now() })
    .where('id', '=', userId)
    .execute();

const now = service.app.platform.clock.now();
const [soy, corn] = await Promise.all(
  ['Soja de teste', 'Milho de teste'].map(
    async (name) =>
      (
        await service.db.q
          .insertInto('cultures')
          .values({ name, created_at: now, updated_at: now })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id,
  ),
);
assert.ok(soy !== undefined && corn !== undefined);
const farm = {
  kind: 'farm',
  name: 'Fazenda Norte',
  postal_code: '78890-000',
  street: 'Rodovia BR-163',
  number: 'S/N',
  city: 'Sorriso',
  state: 'MT',
  latitude: -12.5425,
  longitude: -55.7211,
};

describe('the record of a producer', () => {
  it('contains all stored data and the consultants who advise the producer', async () => {
    const producer = await buildProducer(service, { name: 'Sítio da Serra' });
    const consultant = await buildConsultant(service);
    const { id: consultantId, uuid } = await service.db.q
      .selectFrom('consultants')
      .select(['id', 'uuid'])
      .where('user_id', '=', consultant.userId)
      .executeTakeFirstOrThrow();
    await service.db.q
      .insertInto('consultant_producers')
      .values({ consultant_id: consultantId, producer_id: producer.producerId, created_at: now })
      .execute();
    const { status, body, headers } = await get(`/${producer.producerId}`);
    assert.equal(status, 200);
    assert.equal(headers['etag'], '"1"');
    assert.deepEqual(
      [body.id, body.user_id, body.name, body.email, body.document_type, body.document, body.type],
      [
        producer.producerId,
        producer.userId,
        'Sítio da Serra',
        producer.email,
        'cpf',
        producer.document,
        'PF',
      ],
    );
    assert.deepEqual(body.consultants, [
      { id: consultantId, uuid, name: consultant.name, email: consultant.email },
    ]);
    assert.deepEqual(
      [
        body.cultures,
        body.commercial_references,
        body.subscription,
        body.planted_area,
        body.deleted_at,
      ],
      [[], [], null, null, null],
    );
    assert.deepEqual(
      body.addresses.map(({ city, state, kind }) => [city, state, kind]),
      [['Sorriso', 'MT', 'farm']],
    );
    assert.deepEqual(
      (await service.call('GET', `/api/v1/admin/producers/${body.uuid}`, { token: finance.token }))
        .body,
      body,
    );
  });

  it('has indicators that equal those computed by hand, drafts excluded', async () => {
    const producer = await buildProducer(service);
    const [one, two, three] = [
      await buildSupplier(service),
      await buildSupplier(service),
      await buildSupplier(service),
    ];
    const order = async (
      status: (typeof orderStatuses)[number],
      offers: readonly (readonly [
        number,
        'draft' | 'submitted' | 'accepted' | 'cancelled',
        string,
      ])[] = [],
    ) => {
      const built = await buildOrder(service, { producerId: producer.producerId, status });
      const [item] = built.items;
      assert.ok(item);
      for (const [supplierId, state, price] of offers)
        await buildProposal(service, {
          orderId: built.id,
          supplierId,
          status: state,
          items: [{ item, price }],
        });
    };
    await order('finalizada', [
      [one.supplierId, 'accepted', '10.1234'],
      [two.supplierId, 'submitted', '9'],
    ]); // 1,012.34 saved
    await order('finalizada', [[two.supplierId, 'accepted', '0.5']]); // 50.00 saved
    await order('adjudicada', [[one.supplierId, 'accepted', '77']]); // not finished yet
    await order('revogada', [
      [one.supplierId, 'accepted', '88'],
      [one.supplierId, 'cancelled', '80'],
    ]);
    await order('publicada', [[three.supplierId, 'draft', '1']]);
    await order('rascunho');
    await order('rascunho');
    const { kpis } = (await get(`/${producer.producerId}`)).body;
    const none = Object.fromEntries(orderStatuses.map((status) => [status, 0]));
    assert.deepEqual(kpis, {
      orders_by_status: {
        ...none,
        finalizada: 2,
        adjudicada: 1,
        revogada: 1,
        publicada: 1,
        rascunho: 2,
      },
      savings: 1062.34,
      proposals_received: 6,
      distinct_suppliers: 2,
      items_bought: 3,
      items_bought_percent: 100,
    });

    const { body: page } = await get<{
      data: PersonOrder[];
      meta: { total: number; per_page: number };
    }>(`/${producer.producerId}/orders`);
    assert.deepEqual([page.meta.total, page.meta.per_page], [7, 25]);
    assert.deepEqual(
      page.data.map(({ status, proposals_count, accepted_amount }) => [
        status,
        proposals_count,
        accepted_amount,
      ]),
      [
        ['rascunho', 0, null],
        ['rascunho', 0, null],
        ['publicada', 0, null],
        ['revogada', 2, 8800],
        ['adjudicada', 1, 7700],
        ['finalizada', 1, 50],
        ['finalizada', 2, 1012.34],
      ],
    );
    const { body: second } = await get<typeof page>(
      `/${producer.producerId}/orders?per_page=3&page=3`,
    );
    assert.deepEqual(
      second.data.map(({ accepted_amount }) => accepted_amount),
      [1012.34],
    );
  });
});

describe('changing a producer', () => {
  it('sets values, keeps absent fields, clears null ones and replaces lists', async () => {
    const { producerId, userId } = await buildProducer(service);
    const document = someCnpj();
    const { body, status } = await put(producerId, {
      name: 'Agropecuária Boa Vista',
      document,
      type: 'PJ',
      planted_area: 1250.5,
      association: 'Aprosoja',
      credit_cooperative: 'Sicredi',
      culture_ids: [corn, soy, corn],
      addresses: [farm],
      commercial_references: [
        {
          type: 'Revenda',
          name: 'Agro Norte',
          phone: '(66) 3544-1234',
          email: ' Contato@AgroNorte.example',
        },
        { type: 'Banco', name: 'Banco da Terra' },
      ],
    });
    assert.equal(status, 200, JSON.stringify(body));
    assert.deepEqual(
      [
        body.name,
        body.document_type,
        body.document,
        body.type,
        body.planted_area,
        body.association,
        body.producers_cooperative,
        body.version,
      ],
      ['Agropecuária Boa Vista', 'cnpj', document, 'PJ', 1250.5, 'Aprosoja', null, 2],
    );
    assert.deepEqual(body.cultures, [
      { id: corn, name: 'Milho de teste' },
      { id: soy, name: 'Soja de teste' },
    ]);
    assert.deepEqual(
      body.commercial_references.map(({ id: _id, ...reference }) => reference),
      [
        {
          type: 'Revenda',
          name: 'Agro Norte',
          phone: '6635441234',
          email: 'contato@agronorte.example',
        },
        { type: 'Banco', name: 'Banco da Terra', phone: null, email: null },
      ],
    );
    assert.deepEqual(
      body.addresses.map(({ name, latitude, longitude }) => [name, latitude, longitude]),
      [['Fazenda Norte', -12.5425, -55.7211]],
    );

    const { body: later } = await put(producerId, {
      association: null,
      planted_area: null,
      culture_ids: [],
      commercial_references: [],
    });
    assert.deepEqual(
      [
        later.association,
        later.planted_area,
        later.cultures,
        later.commercial_references,
        later.credit_cooperative,
        later.document,
      ],
      [null, null, [], [], 'Sicredi', document],
    );
    const [first, second, ...others] = await auditOf(service, userId);
    assert.equal(others.length, 0);
    assert.deepEqual(
      first?.new_values?.['culture_ids'],
      [soy, corn].toSorted((a, b) => a - b),
    );
    assert.deepEqual(second?.old_values, {
      association: 'Aprosoja',
      planted_area: '1250.50',
      culture_ids: [soy, corn].toSorted((a, b) => a - b),
      commercial_references: first?.new_values?.['commercial_references'],
    });
    const rows = await auditCount(service);
    assert.equal(
      (
        await put(producerId, {
          culture_ids: [],
          credit_cooperative: 'Sicredi',
          producer: { planted_area: 'muita' },
        })
      ).body.version,
      later.version,
    );
    assert.equal(await auditCount(service), rows);
  });

  it('is refused field by field', async () => {
    const { producerId } = await buildProducer(service);
    const other = await buildProducer(service);
    const wrong = fieldsOf(
      await put(producerId, {
        email: other.email,
        document_number: other.document,
        culture_ids: [soy, 987_654],
        planted_area: 1.234,
        phone: '1',
        website: 'nada',
        commercial_references: [{ type: 'Revenda', name: 'Agro', phone: '12' }],
        addresses: [{ ...farm, city: 'Cidade Nenhuma' }],
      }),
    );
    assert.deepEqual(wrong, {
      email: ['Este e-mail já está cadastrado.'],
      document_number: ['Este documento já está cadastrado.'],
      'culture_ids.1': ['Esta cultura não existe.'],
      planted_area: ['Use no máximo 2 casas decimais.'],
      phone: ['Informe um telefone com DDD.'],
      'commercial_references.0.phone': ['Informe um telefone com DDD.'],
      'addresses.0.city': ['Este município não existe neste estado.'],
    });
    assert.deepEqual(fieldsOf(await put(producerId, { document_type: 'cnpj' })), {
      document: ['Informe um CNPJ válido.'],
    });
    assert.deepEqual(
      Object.keys(
        fieldsOf(await put(producerId, { type: 'MEI', commercial_references: [{ name: 'X' }] })),
      ).toSorted(),
      ['commercial_references.0.type', 'type'],
    );
  });

  it('lets one of two concurrent changes take a document', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [one, two] = [await buildProducer(service), await buildProducer(service)];
      const document = someCnpj();
      const answers = await Promise.all([
        put(one.producerId, { document }),
        put(two.producerId, { document }),
      ]);
      assert.deepEqual(statuses(answers), [200, 422]);
      const refused = answers.find(({ status }) => status === 422);
      assert.ok(refused);
      assert.deepEqual(fieldsOf(refused), { document: ['Este documento já está cadastrado.'] });
    }
  });

  it('is refused for an outdated version, and only one of two concurrent changes succeeds', async () => {
    const { producerId } = await buildProducer(service);
    const match = { 'if-match': '"1"' };
    const answers = await Promise.all([
      put(producerId, { name: 'Um' }, match),
      put(producerId, { name: 'Dois' }, match),
    ]);
    assert.deepEqual(statuses(answers), [200, 409]);
    assert.equal((await get(`/${producerId}`)).body.version, 2);
  });

  it('ends the sessions at once when the status is no longer ativo, or the password changes', async () => {
    const producer = await buildProducer(service);
    await put(producer.producerId, { name: 'Outro nome' });
    assert.equal(await isAlive(service, producer.token), true);
    await put(producer.producerId, { status: 'inativo' });
    assert.equal(await isAlive(service, producer.token), false);
    await put(producer.producerId, { status: 'ativo' });
    assert.equal(await isAlive(service, producer.token), false);
    const session = await service.tokenFor(producer.userId);
    await put(producer.producerId, { password: 'Colheita2027' });
    assert.deepEqual(
      [await isAlive(service, session), await mailsTo(service, producer.userId)],
      [false, ['password_changed']],
    );
  });
});

describe('a deleted producer', () => {
  it('is listed only on request, cannot be changed, and can be restored', async () => {
    const { producerId, userId } = await buildProducer(service);
    await remove(userId);
    for (const path of ['', '/orders', '/logs']) {
      assert.deepEqual(
        [
          (await get(`/${producerId}${path}`)).status,
          (await get(`/${producerId}${path}?with_deleted=true`)).status,
        ],
        [404, 200],
        path,
      );
    }
    assert.equal((await put(producerId, { name: 'X' })).status, 404);
    const { status, body } = await restore(producerId);
    assert.deepEqual(
      [status, body.deleted_at, (await get(`/${producerId}`)).status],
      [200, null, 200],
    );
    const again = await restore(producerId);
    assert.deepEqual([again.status, again.body.code], [422, 'account_not_deleted']);
    const { body: logs } = await get<{ data: { action: string; user_id: number }[] }>(
      `/${producerId}/logs`,
    );
    assert.deepEqual(
      logs.data.map(({ action, user_id }) => [action, user_id]),
      [['updated', master.userId]],
    );
  });
});

describe('the right to manage producers', () => {
  it('belongs to administrators with the permission; other users learn nothing', async () => {
    const { producerId, token } = await buildProducer(service);
    const supplier = await buildSupplier(service);
    const requests = [
      ['GET', ''],
      ['GET', `/${producerId}`],
      ['PUT', `/${producerId}`],
      ['POST', `/${producerId}/restore`],
      ['GET', `/${producerId}/orders`],
      ['GET', `/${producerId}/logs`],
    ] as const;
    for (const [method, path] of requests) {
      for (const url of [`${URL}${path}`, `/api/v1/admin/producers${path}`]) {
        assert.equal((await service.call(method, url)).status, 401, `${method} ${url}`);
        for (const outsider of [token, supplier.token])
          assert.equal(
            (await service.call(method, url, { token: outsider })).status,
            403,
            `${method} ${url}`,
          );
        assert.equal(
          (await service.call(method, url, { token: finance.token })).status,
          method === 'GET' ? 200 : 403,
          `${method} ${url}`,
        );
      }
    }
    for (const unknown of ['999999999', 'abc', '0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a11']) {
      for (const path of ['', '/orders', '/logs'])
        assert.equal((await get(`/${unknown}${path}`)).status, 404);
      assert.deepEqual(
        [(await put(unknown, { name: 7 })).status, (await restore(unknown)).status],
        [404, 404],
      );
    }
  });
});
