import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { DataExport } from '@lavra/contract/accounts/data-export';
import { localDate } from '@lavra/domain/calendar/calendar';
import { buildProduct } from '../../../../test/catalogue.ts';
import { buildOrder } from '../../../../test/orders.ts';
import {
  buildAdmin,
  buildConsultant,
  buildProducer,
  buildSupplier,
  type TestPerson,
} from '../../../../test/people.ts';
import { buildProposal } from '../../../../test/proposals.ts';
import { startService } from '../../../../test/service.ts';
import { compileSchema } from '../../../platform/http/schema-compiler.ts';
import { negotiationSections } from './negotiation-sections.ts';
import { logIn, PASSWORD, producerBody, register, someEmail } from '../accounts.fixture.ts';

const service = await startService();
const now = new Date();
service.moveClock(now);
const isExport = compileSchema(DataExport, 'reply');

type Row = Readonly<Record<string, unknown>>;
type ExportBody = Record<string, Row[]> & { account: Row };

async function exportOf({
  token,
}: {
  token: string;
}): Promise<{ body: ExportBody; text: string; headers: Row }> {
  const { status, headers, raw } = await service.call('GET', '/api/v1/user/data-export', { token });
  assert.equal(status, 200);
  const body: unknown = JSON.parse(raw.toString());
  assert.ok(isExport(body), JSON.stringify(isExport.errors));
  return { body: body as ExportBody, text: raw.toString(), headers }; // checked against the schema above
}

/**
 * Builds a negotiation in which both sides have done every possible action, each text marked with
 * its writer.
 */
async function negotiation() {
  const producer = await buildProducer(service, { name: 'Produtor Canário', phone: '66911112222' });
  const supplier = await buildSupplier(service, {
    name: 'Revenda Canário',
    phone: '62933334444',
    states: ['MT'],
  });
  const order = await buildOrder(service, {
    producerId: producer.producerId,
    description: 'Insumos do produtor',
  });
  const draft = await buildOrder(service, {
    producerId: producer.producerId,
    status: 'rascunho',
    items: [],
  });
  const proposal = await buildProposal(service, {
    orderId: order.id,
    supplierId: supplier.supplierId,
    notes: 'Notas do fornecedor',
    items: order.items.map((item) => ({ item, price: '10.1234' })),
  });
  const { q } = service.db;
  await q
    .insertInto('order_questions')
    .values({
      order_id: order.id,
      supplier_id: supplier.supplierId,
      question: 'Pergunta do fornecedor?',
      asked_at: now,
      answer: 'Resposta do produtor',
      answered_at: now,
    })
    .execute();
  await q
    .insertInto('proposal_reviews')
    .values({ proposal_id: proposal.id, state: 'shortlisted', updated_at: now })
    .execute();
  await q
    .insertInto('favorite_orders')
    .values({ supplier_id: supplier.supplierId, order_id: order.id, created_at: now })
    .execute();
  await q
    .insertInto('order_views')
    .values({ supplier_id: supplier.supplierId, order_id: order.id })
    .execute();
  await q
    .insertInto('supplier_order_declines')
    .values({
      supplier_id: supplier.supplierId,
      order_id: order.id,
      reason: 'Motivo do fornecedor',
      created_at: now,
      updated_at: now,
    })
    .execute();
  await q
    .insertInto('order_events')
    .values([
      {
        order_id: order.id,
        at: now,
        event: 'order.published',
        actor_type: 'produtor',
        actor_id: producer.userId,
      },
      {
        order_id: order.id,
        at: now,
        event: 'proposal.submitted',
        actor_type: 'fornecedor',
        actor_id: supplier.userId,
        data: JSON.stringify({ proposal_id: proposal.id }),
      },
    ])
    .execute();
  return { producer, supplier, order, draft, proposal };
}

/** Returns the texts that identify a person and must not appear in another person's file. */
const marks = ({ name, email, document, uuid }: TestPerson, phone: string): string[] => [
  name,
  email,
  document ?? name,
  uuid,
  phone,
];

describe("the export of one's own data", () => {
  it('gives producers all they wrote, and nothing that names a supplier', async () => {
    const { producer, supplier, order, draft, proposal } = await negotiation();
    const { body, text } = await exportOf(producer);
    assert.deepEqual(
      [body.account['name'], body.account['email']],
      [producer.name, producer.email],
    );
    assert.deepEqual(
      body['orders']?.map(({ number, status }) => [number, status]),
      [
        [order.number, 'publicada'],
        [draft.number, 'rascunho'],
      ],
    );
    assert.deepEqual(body['orders']?.[0]?.['items'], [
      {
        id: order.items[0]?.id,
        quantity: 100,
        unit: 'L',
        notes: null,
        allow_similar: true,
        product: 'Produto 1',
      },
    ]);
    assert.equal(body['answers']?.[0]?.['answer'], 'Resposta do produtor');
    assert.deepEqual(
      body['reviews']?.map(({ proposal_id, state }) => [proposal_id, state]),
      [[proposal.id, 'shortlisted']],
    );
    assert.deepEqual(
      body['order_events']?.map(({ event, order_number }) => [event, order_number]),
      [['order.published', order.number]],
    );
    for (const mark of [
      ...marks(supplier, '62933334444'),
      'fornecedor?',
      'do fornecedor',
      '10.1234',
    ])
      assert.ok(!text.includes(mark), mark);
  });

  it('gives suppliers all they wrote, and of producers only the numbers of their orders', async () => {
    const { producer, supplier, order, proposal } = await negotiation();
    const { body, text } = await exportOf(supplier);
    assert.deepEqual(
      body['proposals']?.map(({ uuid, order_number, notes }) => [uuid, order_number, notes]),
      [[proposal.uuid, order.number, 'Notas do fornecedor']],
    );
    const [item] = (body['proposals']?.[0]?.['items'] ?? []) as Row[]; // a list of records
    assert.deepEqual(
      [item?.['unit_price'], item?.['quantity'], item?.['total_price']],
      [10.1234, 100, 1012.34],
    );
    assert.deepEqual(
      [body['questions']?.[0]?.['question'], body['questions']?.[0]?.['answer']],
      ['Pergunta do fornecedor?', 'Resposta do produtor'],
    );
    assert.deepEqual(
      [
        body['favorites']?.length,
        body['opened_orders']?.map(({ order_number }) => order_number),
        body['declines']?.[0]?.['reason'],
        body['order_events']?.map(({ event }) => event),
      ],
      [1, [order.number], 'Motivo do fornecedor', ['proposal.submitted']],
    );
    assert.deepEqual((body.account['supplier'] as Row)['coverage_states'], [{ uf: 'MT' }]);
    for (const mark of [...marks(producer, '66911112222'), 'Insumos do produtor', 'shortlisted'])
      assert.ok(!text.includes(mark), mark);
  });

  it('gives both sides what was bought, and the producer why, without naming the other side', async () => {
    const [producer, supplier] = [
      await buildProducer(service, { name: 'Produtor Canário', phone: '66911112222' }),
      await buildSupplier(service, { name: 'Revenda Canário', phone: '62933334444' }),
    ];
    const product = await buildProduct(service);
    const order = await buildOrder(service, {
      producerId: producer.producerId,
      items: [{ product }, { product }],
    });
    const proposal = await buildProposal(service, {
      orderId: order.id,
      supplierId: supplier.supplierId,
      items: order.items.map((item, index) => ({ item, price: index === 0 ? '10.1234' : '2' })),
      freight: '90',
      partialFrom: '0',
    });
    for (const [index, item] of order.items.entries()) {
      const { status, body } = await service.call(
        'POST',
        `/api/v1/producer/orders/${order.uuid}/award`,
        {
          token: producer.token,
          body: {
            items: [{ order_item_id: item.id, proposal: proposal.uuid }],
            reason: `Motivo ${index + 1}`,
          },
        },
      );
      assert.equal(status, 200, JSON.stringify(body));
    }
    const reported = new Date('2026-11-20T15:00:00Z');
    await service.db.q
      .insertInto('missed_calls')
      .values({ proposal_id: proposal.id, reported_at: reported })
      .execute();
    const [bought, sold] = [await exportOf(producer), await exportOf(supplier)];
    for (const { body } of [bought, sold])
      assert.deepEqual(
        body['purchases']?.map(({ missed_call }) => missed_call),
        [1, 2].map(() => ({ reported_at: '2026-11-20 12:00:00', withdrawn_at: null })),
      );
    assert.deepEqual(
      bought.body['decisions']?.map(({ order_number, round, reason }) => [
        order_number,
        round,
        reason,
      ]),
      [
        [order.number, 1, 'Motivo 1'],
        [order.number, 2, 'Motivo 2'],
      ],
    );
    assert.equal(sold.body['decisions'], undefined);
    for (const { body } of [bought, sold])
      assert.deepEqual(
        body['purchases']?.map(
          ({
            proposal_uuid,
            order_number,
            round,
            kind,
            state,
            items_amount,
            freight_amount,
            items,
          }) => [
            proposal_uuid,
            order_number,
            [round, kind, state, items_amount, freight_amount],
            (items as Row[]).map((item) => [
              item['order_item_id'],
              item['unit_price'],
              item['quantity'],
              item['total_price'],
            ]),
          ],
        ),
        [
          [
            proposal.uuid,
            order.number,
            [1, 'partial', 'awarded', 1012.34, 90],
            [[order.items[0]?.id, 10.1234, 100, 1012.34]],
          ],
          [
            proposal.uuid,
            order.number,
            [2, 'partial', 'awarded', 200, 0],
            [[order.items[1]?.id, 2, 100, 200]],
          ],
        ],
      );
    for (const mark of marks(supplier, '62933334444')) assert.ok(!bought.text.includes(mark), mark);
    for (const mark of [...marks(producer, '66911112222'), 'Motivo'])
      assert.ok(!sold.text.includes(mark), mark);
  });

  it('lists what was done with the account, without any credential', async () => {
    const { email, token, user } = await register(service, producerBody());
    await logIn(service, { email, password: 'Errada2026' });
    const second = (await logIn(service, { email })).body.token;
    await service.call('PUT', '/api/v1/user/profile', { token, body: { name: 'Nome novo' } });
    const { body, text } = await exportOf({ token });
    assert.equal(body['sessions']?.length, 2);
    assert.deepEqual(
      body['login_attempts']?.map(({ outcome, ip }) => [outcome, ip]),
      [
        ['refused', null],
        ['accepted', '127.0.0.1'],
      ],
    );
    assert.deepEqual(
      body['mails']?.map(({ template, to_address }) => [template, to_address]),
      [['email_verification', email]],
    );
    assert.deepEqual(
      body['account_links']?.map(({ purpose, used_at }) => [purpose, used_at]),
      [['email_verification', null]],
    );
    assert.deepEqual(
      body['audit_entries']?.map(({ resource_type, action, by_me, new_values }) => [
        resource_type,
        action,
        by_me,
        (new_values as Row | null)?.['name'],
      ]),
      [
        ['user', 'created', false, 'Sítio da Serra'],
        ['session', 'created', true, undefined],
        ['session', 'created', true, undefined],
        ['user', 'updated', true, 'Nome novo'],
        ['data_export', 'created', true, undefined],
      ],
    );
    assert.equal((body.account['addresses'] as Row[])[0]?.['city'], 'Sorriso');
    const hidden = await service.db.q
      .selectFrom('users')
      .select(['password_hash', 'email_key'])
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    const hashes = await service.db.q
      .selectFrom('sessions')
      .select('token_hash')
      .where('user_id', '=', user.id)
      .execute();
    for (const secret of [
      token,
      second,
      PASSWORD,
      hidden.password_hash ?? '',
      '$argon2',
      'token_hash',
      'sealed',
      ...hashes.map(({ token_hash }) => token_hash.toString('hex')),
    ])
      assert.ok(!text.includes(secret), secret);
  });

  it('is a file named after the day', async () => {
    const { headers } = await exportOf(await buildProducer(service));
    assert.ok(
      String(headers['content-disposition']).startsWith(
        `attachment; filename="lavra-meus-dados-${localDate(now, 'America/Sao_Paulo')}.json"`,
      ),
    );
    assert.match(String(headers['content-type']), /^application\/json/);
    assert.equal(headers['cache-control'], 'no-store');
  });

  it('gives admins and consultants their own data, and their acts on others without details', async () => {
    const [admin, consultant, producer] = [
      await buildAdmin(service),
      await buildConsultant(service),
      await buildProducer(service, { name: 'Vítima Canário' }),
    ];
    await service.app.platform.command(
      {
        id: 't',
        ip: '10.9.8.7',
        userAgent: 'navegador do admin',
        caller: { userId: admin.userId, userType: 'admin' },
      },
      async (uow) => {
        uow.audit({
          action: 'status_changed',
          resourceType: 'user',
          resourceId: producer.userId,
          oldValues: { name: producer.name },
          newValues: { status: 'bloqueado' },
        });
      },
    );
    const { body, text } = await exportOf(admin);
    assert.deepEqual(
      body['audit_entries']?.map(({ action, resource_id, old_values, ip_address }) => [
        action,
        resource_id,
        old_values,
        ip_address,
      ]),
      [
        ['status_changed', producer.userId, null, '10.9.8.7'],
        ['created', admin.userId, null, '127.0.0.1'],
      ],
    );
    assert.ok(!text.includes(producer.name));
    const about = await exportOf(producer);
    assert.deepEqual(
      about.body['audit_entries']?.map(({ actor_type, by_me, old_values }) => [
        actor_type,
        by_me,
        old_values,
      ]),
      [
        ['admin', false, { name: producer.name }],
        ['produtor', true, null],
      ],
    );
    for (const mark of ['10.9.8.7', 'navegador do admin', admin.name])
      assert.ok(!about.text.includes(mark));
    const shown = Object.keys((await exportOf(consultant)).body);
    assert.deepEqual(shown, [
      'exported_at',
      'account',
      'sessions',
      'login_attempts',
      'account_links',
      'mails',
      'notifications',
      'deliveries',
      'muted_notifications',
      'import_rows',
      'subscription',
      'payments',
      'audit_entries',
      'written_orders',
      'order_events',
    ]);
  });

  it('excludes login attempts from before the account existed', async () => {
    const email = someEmail();
    await logIn(service, { email, password: 'Errada2026' });
    service.moveClock(new Date(now.getTime() + 60_000));
    const { token } = await register(service, producerBody({ email }));
    assert.deepEqual((await exportOf({ token })).body['login_attempts'], []);
  });

  it('requires a valid token', async () => {
    for (const token of [undefined, 'nonsense', 'A'.repeat(43)])
      assert.equal((await service.call('GET', '/api/v1/user/data-export', { token })).status, 401);
  });

  it('holds no page of more than a thousand items, and every order once', async () => {
    const { producerId, token } = await buildProducer(service);
    const sizes = [3, 1_000, 1_000, 4, 5, 600, 600, 2];
    for (const [place, size] of sizes.entries()) {
      const { id } = await buildOrder(service, {
        producerId,
        status: 'rascunho',
        description: `Cotação ${place}`,
      });
      await sql`
        WITH copied AS (
          INSERT INTO order_items (order_id, position, product_id, quantity, unit, notes, allow_similar)
          SELECT i.order_id, i.position + n, i.product_id, i.quantity, i.unit, 'Talhão ' || n, true
          FROM order_items i, generate_series(1, ${size}::int - (SELECT items_count FROM orders WHERE id = ${id})) n
          WHERE i.order_id = ${id} AND i.position = 1 RETURNING 1
        )
        UPDATE orders SET items_count = ${size} WHERE id = ${id}`.execute(service.db.q);
    }
    const orders = negotiationSections.produtor.find(({ name }) => name === 'orders');
    assert.ok(orders);
    const { user_id } = await service.db.q
      .selectFrom('producers')
      .select('user_id')
      .where('id', '=', producerId)
      .executeTakeFirstOrThrow();
    const pages: number[][] = [];
    for (let after = 0; ;) {
      const page = await service.db.rows(orders.rows, { user_id, after, size: 500 });
      if (page.length === 0) break;
      pages.push(
        page.map(({ document }) => (JSON.parse(document) as { items: unknown[] }).items.length),
      );
      after = page.at(-1)?.id ?? 0;
    }
    assert.deepEqual(pages, [[3, 1_000], [1_000], [4, 5, 600, 600], [2]]);
    const { body } = await exportOf({ token });
    assert.deepEqual(
      body['orders']?.map(({ items }) => (items as unknown[]).length),
      sizes,
    );
  });

  it('is built once at a time per person, and requests of several people wait in a queue', async () => {
    const people = await Promise.all(Array.from({ length: 4 }, () => buildProducer(service)));
    const answers = await Promise.all(
      [...people, people[0], people[0]].map((person) =>
        service.call('GET', '/api/v1/user/data-export', { token: person?.token }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    assert.ok(
      statuses.filter((status) => status === 200).length >= 4 &&
        statuses.every((status) => status === 200 || status === 429),
      statuses.join(),
    );
    assert.ok(
      answers
        .filter(({ status }) => status === 429)
        .every(
          ({ body, headers }) =>
            body['code'] === 'data_export_busy' && Number(headers['retry-after']) > 0,
        ),
    );
    assert.equal(
      (await service.call('GET', '/api/v1/user/data-export', { token: people[0]?.token })).status,
      200,
      'and again afterwards',
    );
  });
});
