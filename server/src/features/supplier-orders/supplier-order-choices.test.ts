import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SupplierOrder } from '@lavra/contract/orders/supplier-schemas';
import type { SupplierDashboard } from '@lavra/contract/supplier/schemas';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildOrder, type OrderFields, type TestOrder } from '../../../test/orders.ts';
import { buildProducer, buildSupplier, type TestPerson } from '../../../test/people.ts';
import { buildProposal } from '../../../test/proposals.ts';
import { startService, type CallOptions } from '../../../test/service.ts';
import {
  assertInvalid,
  assertRefused,
  openNegotiation,
  proposalCalls,
} from '../proposals/proposals.fixture.ts';
import { supplierCalls, uuidsOf } from './supplier-orders.fixture.ts';

const service = await startService({ now: new Date('2027-03-09T15:00:00Z') });
const { list, listOf, favorite, decline, undo } = supplierCalls(service);
const { saveDraft, submitNew, cancel, accept } = proposalCalls(service);
const producer = await buildProducer(service, { name: 'Fazenda Boa Esperança' });
const publish = (fields: Partial<OrderFields> = {}): Promise<TestOrder> =>
  buildOrder(service, { producerId: producer.producerId, ...fields });
const setStatus = (order: TestOrder, status: string) =>
  service.db.q.updateTable('orders').set({ status }).where('id', '=', order.id).execute();
const open = ({ token }: TestPerson, { uuid }: TestOrder, path = 'supplier/orders') =>
  service.call<SupplierOrder>('GET', `/api/v1/${path}/${uuid}`, { token });
const toggle = ({ token }: TestPerson, { uuid }: TestOrder, options: CallOptions = {}) =>
  service.call('POST', `/api/v1/supplier/orders/${uuid}/favorite`, { token, ...options });
const over = [
  'em_analise',
  'adjudicada',
  'finalizada',
  'cancelada',
  'revogada',
  'expirada',
] as const;

describe('an order as a supplier sees it', () => {
  it("holds the caller's own last prices for its products and last terms, no one else's", async () => {
    const supplier = await buildSupplier(service);
    const product = await buildProduct(service);
    const other = await buildProduct(service);
    const items = [{ product, quantity: '10' }];
    const offer = (order: TestOrder, price: number, item: object = {}) => ({
      items: order.items.map(({ id, productId }) => ({
        order_item_id: id,
        product_id: productId,
        quantity: 10,
        unit_price: price,
        ...item,
      })),
      payment_terms: '28 dias',
      delivery_days: 10,
      validity_date: '2027-03-24',
      allows_partial: true,
      partial_minimum: 500,
      freight_amount: 1250.5,
    });
    const [first, second, similar, asked] = [
      await publish({ items }),
      await publish({ items }),
      await publish({ items }),
      await publish({ items: [...items, { product: other, quantity: '1' }] }),
    ];
    const empty = (await open(supplier, asked)).body;
    assert.deepEqual([empty.last_prices, empty.last_terms], [[], null]);
    await submitNew(supplier, first, offer(first, 68.4));
    await submitNew(supplier, second, offer(second, 71.25));
    await submitNew(
      supplier,
      similar,
      offer(similar, 9, { offers_similar: true, similar_product_name: 'Outro' }),
    );
    await submitNew(await buildSupplier(service), asked, offer(asked, 5));
    await saveDraft(supplier, asked, offer(asked, 7));
    const { body } = await open(supplier, asked);
    assert.deepEqual(
      body.last_prices.map(({ product_id, unit, unit_price }) => [product_id, unit, unit_price]),
      [[product.id, 'L', 71.25]],
    );
    assert.deepEqual(body.last_terms, {
      payment_terms: '28 dias',
      delivery_days: 10,
      validity_days: 15,
      allows_partial: true,
      partial_minimum: 500,
      freight_rule: 'full',
      freight_kind: 'amount',
      freight_amount: 1250.5,
    });
  });

  it('tells of the last freight who pays it, where it has no amount', async () => {
    const supplier = await buildSupplier(service);
    const [before, asked] = [await publish(), await publish()];
    await submitNew(supplier, before, {
      items: before.items.map(({ id, productId }) => ({
        order_item_id: id,
        product_id: productId,
        quantity: 1,
        unit_price: 5,
      })),
      freight_kind: 'by_producer',
    });
    const terms = (await open(supplier, asked)).body.last_terms;
    assert.deepEqual([terms?.freight_kind, terms?.freight_amount], ['by_producer', null]);
  });

  it("shows its items, the caller's actions on it, and of the producer only initials and city", async () => {
    const supplier = await buildSupplier(service);
    const product = await buildProduct(service, { brand: 'Marca', active_ingredient: 'Glifosato' });
    const order = await publish({
      items: [{ product, quantity: '10.5', notes: 'Saco' }],
      deadline: '2027-03-12',
    });
    const draft = await saveDraft(supplier, order);
    await favorite(supplier, order);
    const { status, body } = await open(supplier, order);
    assert.equal(status, 200);
    assert.deepEqual(body.items, [
      {
        id: order.items[0]?.id,
        position: 1,
        product_id: product.id,
        quantity: 10.5,
        unit: 'L',
        notes: 'Saco',
        allow_similar: true,
        is_unlisted: false,
        product: {
          id: product.id,
          name: product.name,
          brand: 'Marca',
          active_ingredient: 'Glifosato',
          concentration: null,
          unit: 'L',
        },
      },
    ]);
    assert.deepEqual(body.producer, { initials: 'F. B. E.', city: 'Sorriso', state: 'MT' });
    assert.deepEqual(
      [
        body.dias_restantes,
        body.favorited,
        body.declined,
        body.takes_proposals,
        body.producer_contact,
      ],
      [3, true, false, true, null],
    );
    assert.deepEqual(body.my_proposals, [
      { uuid: draft.uuid, status: 'draft', updated_at: draft.updated_at },
    ]);
    for (const canary of [
      producer.name,
      producer.email,
      producer.document ?? '?',
      '66999990000',
      'Rodovia',
    ])
      assert.ok(!JSON.stringify(body).includes(canary), canary);
    assert.deepEqual((await open(supplier, order, 'fornecedor/licitacoes')).body, body);
  });

  it('is hidden while it is not published', async () => {
    const supplier = await buildSupplier(service);
    for (const status of ['rascunho', 'pendente'] as const) {
      const order = await publish({ status });
      await service.db.q
        .insertInto('favorite_orders')
        .values({ supplier_id: supplier.supplierId, order_id: order.id, created_at: new Date() })
        .execute();
      assertRefused(await open(supplier, order), 404, 'order_not_found');
      for (const [method, action] of [
        ['POST', 'favorite'],
        ['POST', 'decline'],
        ['DELETE', 'decline'],
      ] as const) {
        assertRefused(
          await service.call(method, `/api/v1/supplier/orders/${order.uuid}/${action}`, {
            token: supplier.token,
          }),
          404,
          'order_not_found',
        );
      }
      assert.deepEqual(uuidsOf(await listOf('favorites', supplier)), []);
    }
  });

  it('is visible once it has ended to suppliers with a proposal on it or as a favorite', async () => {
    for (const status of over) {
      const [bidder, fan, stranger] = [
        await buildSupplier(service),
        await buildSupplier(service),
        await buildSupplier(service),
      ];
      const order = await publish();
      await saveDraft(bidder, order);
      await favorite(fan, order);
      await setStatus(order, status);
      for (const supplier of [bidder, fan])
        assert.deepEqual(
          (({ body }) => [body.status, body.takes_proposals])(await open(supplier, order)),
          [status, false],
        );
      assertRefused(await open(stranger, order), 404, 'order_not_found');
      await favorite(fan, order);
      assertRefused(await open(fan, order), 404, 'order_not_found');
      assertRefused(await toggle(fan, order), 404, 'order_not_found');
    }
  });
});

describe('the favorites of a supplier', () => {
  it('are toggled with a message, on both paths', async () => {
    const supplier = await buildSupplier(service);
    const order = await publish();
    const records = () =>
      service.db.q
        .selectFrom('favorite_orders')
        .select(['supplier_id', 'order_id'])
        .where('order_id', '=', order.id)
        .execute();
    assert.deepEqual(await favorite(supplier, order), {
      message: 'Cotação adicionada aos favoritos.',
      is_favorited: true,
    });
    assert.deepEqual(await records(), [{ supplier_id: supplier.supplierId, order_id: order.id }]);
    assert.equal((await list(supplier, 'favorites=true')).data[0]?.favorited, true);
    const { body } = await service.call(
      'POST',
      `/api/v1/fornecedor/licitacoes/${order.uuid}/favoritar`,
      { token: supplier.token },
    );
    assert.deepEqual(body, { message: 'Cotação removida dos favoritos.', is_favorited: false });
    assert.deepEqual(await records(), []);
    assert.equal((await toggle(supplier, order, { body: { anything: 1 } })).status, 200);
  });

  it('are separate for each supplier', async () => {
    const [one, other] = [await buildSupplier(service), await buildSupplier(service)];
    const order = await publish();
    await favorite(one, order);
    assert.deepEqual(
      [uuidsOf(await listOf('favorites', one)), uuidsOf(await listOf('favorites', other))],
      [[order.uuid], []],
    );
    assert.deepEqual(
      [(await open(one, order)).body.favorited, (await open(other, order)).body.favorited],
      [true, false],
    );
  });

  it('contain orders of any visible status by deadline, without declined ones', async () => {
    const supplier = await buildSupplier(service);
    const orders: TestOrder[] = [];
    for (const [index] of over.entries())
      orders.push(await publish({ deadline: `2027-0${9 - index}-01` }));
    for (const order of orders) await favorite(supplier, order);
    for (const [index, status] of over.entries())
      await setStatus(orders[index] ?? (orders[0] as TestOrder), status);
    const expected = orders.toReversed().map(({ uuid }) => uuid);
    const page = await listOf('favorites', supplier);
    assert.deepEqual([uuidsOf(page), page.meta.total], [expected, 6]);
    assert.deepEqual(
      (
        await service.call('GET', '/api/v1/fornecedor/licitacoes/favoritas', {
          token: supplier.token,
        })
      ).body,
      page,
    );
    assert.deepEqual(
      uuidsOf(await list(supplier, 'favorites=true')),
      [],
      'the list itself shows published ones',
    );
    const first = await listOf('favorites', supplier, 'per_page=4');
    const rest = await listOf('favorites', supplier, `per_page=4&cursor=${first.meta.next_cursor}`);
    assert.deepEqual([...uuidsOf(first), ...uuidsOf(rest)], expected);
    assert.deepEqual(
      uuidsOf(await listOf('favorites', supplier, 'per_page=4&page=2')),
      expected.slice(4),
    );
    await decline(supplier, orders[0] as TestOrder); // there are six
    assert.deepEqual(uuidsOf(await listOf('favorites', supplier)), expected.slice(0, -1));
    for (const query of ['page=0', 'per_page=101', 'cursor=x'])
      assert.equal(
        (
          await service.call('GET', `/api/v1/supplier/orders/favorites?${query}`, {
            token: supplier.token,
          })
        ).status,
        422,
      );
  });

  it('are toggled once per Idempotency-Key', async () => {
    const supplier = await buildSupplier(service);
    const order = await publish();
    const keyed = async (key: string) =>
      (await toggle(supplier, order, { headers: { 'idempotency-key': key } })).body['is_favorited'];
    assert.deepEqual(
      [await keyed('a'), await keyed('a'), await keyed('b'), await keyed('a')],
      [true, true, false, true],
    );
    assert.equal((await open(supplier, order)).body.favorited, false);
  });
});

describe('the declines of a supplier', () => {
  it('remove the order from the list and the dashboard, store the reason, and can be undone', async () => {
    const supplier = await buildSupplier(service);
    const order = await publish({ deadline: '2027-03-09' });
    const urgent = async () =>
      (
        await service.call<SupplierDashboard>('GET', '/api/v1/supplier/dashboard', {
          token: supplier.token,
        })
      ).body.licitacoesUrgentes.map(({ uuid }) => uuid);
    const reason = async () =>
      (
        await service.db.q
          .selectFrom('supplier_order_declines')
          .select('reason')
          .where('supplier_id', '=', supplier.supplierId)
          .executeTakeFirst()
      )?.reason;
    assert.ok((await urgent()).includes(order.uuid));
    assert.deepEqual(await decline(supplier, order, { reason: ' Fora da minha área ' }), {
      message: 'Você não participará desta cotação.',
      declined: true,
    });
    assert.ok(!uuidsOf(await list(supplier, 'per_page=100')).includes(order.uuid));
    assert.ok(!uuidsOf(await list(supplier, 'per_page=100&state=MT')).includes(order.uuid));
    assert.ok(!(await urgent()).includes(order.uuid));
    assert.equal(await reason(), 'Fora da minha área');
    await decline(supplier, order);
    assert.equal(
      await reason(),
      'Fora da minha área',
      'saying it again without a reason leaves the one given',
    );
    await decline(supplier, order, { reason: 'Sem estoque' });
    assert.equal(await reason(), 'Sem estoque');
    const declined = await listOf('declined', supplier);
    assert.deepEqual(
      declined.data.map((one) => [one.uuid, one.declined, one.favorited]),
      [[order.uuid, true, false]],
    );
    assert.deepEqual(
      (({ body }) => [body.declined, body.takes_proposals])(await open(supplier, order)),
      [true, false],
    );
    assert.deepEqual(await undo(supplier, order), {
      message: 'Você voltou a participar desta cotação.',
      declined: false,
    });
    assert.ok((await urgent()).includes(order.uuid));
    assert.deepEqual(uuidsOf(await listOf('declined', supplier)), []);
  });

  it('are independent of favorites', async () => {
    const supplier = await buildSupplier(service);
    const order = await publish();
    await favorite(supplier, order);
    await decline(supplier, order, { reason: null });
    assert.deepEqual((({ body }) => [body.favorited, body.declined])(await open(supplier, order)), [
      true,
      true,
    ]);
    await undo(supplier, order);
    assert.deepEqual(uuidsOf(await listOf('favorites', supplier)), [order.uuid]);
  });

  it('are refused while a submitted or accepted proposal binds the supplier', async () => {
    const { producer: owner, supplier, order } = await openNegotiation(service);
    const say = () =>
      service.call('POST', `/api/v1/supplier/orders/${order.uuid}/decline`, {
        token: supplier.token,
      });
    const withdrawn = await submitNew(supplier, order);
    const refusal = assertRefused(await say(), 422, 'decline_with_proposal');
    assert.match(refusal.error, /cancele antes a proposta/);
    assert.deepEqual(uuidsOf(await listOf('declined', supplier)), []);
    await cancel(supplier, withdrawn);
    assert.equal((await decline(supplier, order)).declined, true);
    await undo(supplier, order);
    await accept(owner, await submitNew(supplier, order));
    assertRefused(await say(), 422, 'decline_after_award');
  });

  it('list only orders that can still be opened', async () => {
    const supplier = await buildSupplier(service);
    const [gone, bidden] = [await publish(), await publish()];
    await saveDraft(supplier, bidden);
    for (const order of [gone, bidden]) await decline(supplier, order);
    for (const order of [gone, bidden]) await setStatus(order, 'cancelada');
    const page = await listOf('declined', supplier);
    assert.deepEqual([uuidsOf(page), page.meta.total], [[bidden.uuid], 1]);
    for (const { uuid } of page.data)
      assert.equal(
        (await service.call('GET', `/api/v1/supplier/orders/${uuid}`, { token: supplier.token }))
          .status,
        200,
      );
  });

  it('have their reason validated', async () => {
    const supplier = await buildSupplier(service);
    const order = await publish();
    const say = (body: unknown) =>
      service.call('POST', `/api/v1/supplier/orders/${order.uuid}/decline`, {
        token: supplier.token,
        body,
      });
    assertInvalid(await say({ reason: 5 }), { reason: 'Deve ser um texto.' });
    assertInvalid(await say({ reason: 'x'.repeat(2001) }), {
      reason: 'Use no máximo 2000 caracteres.',
    });
    assertInvalid(await say('reason'), { body: 'Deve ser um objeto.' });
    assert.equal((await say({ reason: ' ', other: 1 })).status, 200, 'unknown fields are ignored');
    assertRefused(
      await service.call('POST', `/api/v1/fornecedor/licitacoes/${order.uuid}/recusar`, {
        token: supplier.token,
      }),
      404,
      'not_found',
    );
  });
});

describe('the dashboard of a supplier', () => {
  const read = async ({ token }: TestPerson, path = 'supplier'): Promise<SupplierDashboard> => {
    const { status, body } = await service.call<SupplierDashboard>(
      'GET',
      `/api/v1/${path}/dashboard`,
      { token },
    );
    assert.equal(status, 200);
    return body;
  };

  it('shows a new supplier only the open orders', async () => {
    const supplier = await buildSupplier(service);
    const { metricas, ultimasPropostas } = await read(supplier);
    assert.deepEqual(metricas, {
      licitacoes_abertas: (await list(supplier)).meta.total,
      licitacoes_favoritas: 0,
      propostas_rascunho: 0,
      propostas_enviadas: 0,
      propostas_aceitas: 0,
      propostas_rejeitadas: 0,
      taxa_aceitacao: 0,
      valor_aceito: 0,
    });
    assert.deepEqual(ultimasPropostas, []);
  });

  it('shows the totals that were computed by hand', async () => {
    const supplier = await buildSupplier(service);
    const { order } = await openNegotiation(service);
    const offer = async (
      status: 'draft' | 'submitted' | 'accepted' | 'rejected' | 'cancelled',
      price: string,
      orderStatus: string,
    ) => {
      const answered = await publish({
        items: [{ product: await buildProduct(service), quantity: '1' }],
      });
      await buildProposal(service, {
        orderId: answered.id,
        supplierId: supplier.supplierId,
        status,
        items: answered.items.map((item) => ({ item, price })),
      });
      await setStatus(answered, orderStatus);
    };
    await offer('accepted', '1000.10', 'adjudicada');
    await offer('accepted', '2000.20', 'finalizada');
    await offer('accepted', '5000', 'revogada'); // won, but the award was revoked: no volume
    for (const status of ['submitted', 'rejected', 'rejected', 'cancelled', 'draft'] as const)
      await offer(status, '9', 'publicada');
    await saveDraft(supplier, order);
    const declined = await publish();
    await favorite(supplier, declined);
    await favorite(supplier, order);
    const { metricas: before } = await read(supplier);
    await decline(supplier, declined);
    const { metricas, ultimasPropostas } = await read(supplier, 'fornecedor');
    assert.equal(metricas.licitacoes_abertas, before.licitacoes_abertas - 1);
    assert.deepEqual(
      { ...metricas, licitacoes_abertas: 0 },
      {
        licitacoes_abertas: 0,
        licitacoes_favoritas: 1,
        propostas_rascunho: 2,
        propostas_enviadas: 7,
        propostas_aceitas: 3,
        propostas_rejeitadas: 2,
        taxa_aceitacao: 42.9,
        valor_aceito: 3000.3,
      },
    );
    assert.deepEqual(
      ultimasPropostas.map(({ status }) => status),
      ['draft', 'draft', 'cancelled', 'rejected', 'rejected'],
    );
  });

  it('shows the latest five proposals as the list does', async () => {
    const { supplier, producer: owner, order } = await openNegotiation(service);
    const sent = [
      await submitNew(supplier, order),
      await submitNew(supplier, order),
      await submitNew(supplier, order),
    ] as const;
    await accept(owner, sent[1]);
    for (let n = 0; n < 4; n += 1)
      await saveDraft(supplier, await publish(), {
        items: [],
        freight_amount: 12.5,
        supplier_reference: `R${n}`,
      });
    const { ultimasPropostas } = await read(supplier);
    const page = await service.call<{ data: SupplierDashboard['ultimasPropostas'] }>(
      'GET',
      '/api/v1/supplier/proposals?per_page=5',
      { token: supplier.token },
    );
    assert.deepEqual(ultimasPropostas, page.body.data);
    assert.equal(ultimasPropostas.length, 5);
  });

  it('shows up to ten orders that end soonest, today’s first, without ended or declined ones', async () => {
    const supplier = await buildSupplier(service);
    await service.db.q
      .updateTable('orders')
      .set({ status: 'em_analise' })
      .where('status', '=', 'publicada')
      .execute();
    const orders: TestOrder[] = [];
    for (const day of [
      '08',
      '09',
      '12',
      '10',
      '10',
      '13',
      '14',
      '15',
      '16',
      '17',
      '18',
      '19',
      '20',
    ])
      orders.push(await publish({ deadline: `2027-03-${day}` }));
    await favorite(supplier, orders[4] as TestOrder);
    await decline(supplier, orders[2] as TestOrder);
    const { licitacoesUrgentes, metricas } = await read(supplier);
    assert.equal(metricas.licitacoes_abertas, 12);
    assert.deepEqual(
      licitacoesUrgentes.map((one) => [
        one.uuid,
        one.deadline_date,
        one.dias_restantes,
        one.favorited,
        one.total_itens,
      ]),
      [1, 3, 4, 5, 6, 7, 8, 9, 10, 11].map((index) => {
        const day = ['08', '09', '12', '10', '10', '13', '14', '15', '16', '17', '18', '19', '20'][
          index
        ];
        return [orders[index]?.uuid, `2027-03-${day}`, Number(day) - 9, index === 4, 1];
      }),
    );
    assert.deepEqual(Object.keys(licitacoesUrgentes[0] ?? {}).toSorted(), [
      'deadline_date',
      'description',
      'dias_restantes',
      'favorited',
      'id',
      'my_proposal',
      'number',
      'total_itens',
      'uuid',
    ]);
  });
});

describe('a published order that is deleted', () => {
  it('removes its declines from the totals', async () => {
    const supplier = await buildSupplier(service);
    const producer = await buildProducer(service);
    const [gone] = [
      await buildOrder(service, { producerId: producer.producerId }),
      await buildOrder(service, { producerId: producer.producerId }),
    ];
    const total = async (): Promise<number> =>
      (
        await service.call<{ meta: { total: number } }>(
          'GET',
          '/api/v1/supplier/orders?per_page=1',
          { token: supplier.token },
        )
      ).body.meta.total;
    const before = await total();
    await service.call('POST', `/api/v1/supplier/orders/${gone.uuid}/decline`, {
      token: supplier.token,
    });
    assert.equal(await total(), before - 1);
    await service.db.q.deleteFrom('orders').where('id', '=', gone.id).execute();
    assert.equal(await total(), before - 1, 'neither the order nor its decline counts any more');
  });
});
