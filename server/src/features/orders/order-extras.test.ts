import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type {
  DuplicatedOrder,
  OrderReach,
  ProducerOrder,
  Timeline,
} from '@lavra/contract/orders/schemas';
import { orderStatuses } from '@lavra/domain/order/order-status';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildOrder, type OrderFields, type TestOrder } from '../../../test/orders.ts';
import { buildProducer, buildSupplier, RIO_VERDE, SORRISO } from '../../../test/people.ts';
import { buildProposal } from '../../../test/proposals.ts';
import { startService } from '../../../test/service.ts';
import { assertInvalid, assertRefused } from '../proposals/proposals.fixture.ts';

const service = await startService({ now: new Date('2026-11-20T15:00:00Z') });
const orders = '/api/v1/producer/orders';
const producer = await buildProducer(service);
const [stranger, supplier] = [await buildProducer(service), await buildSupplier(service)];
const { token } = producer;

const open = (fields: Partial<OrderFields> = {}): Promise<TestOrder> =>
  buildOrder(service, { producerId: producer.producerId, ...fields });
const stored = (id: number) =>
  service.db.q.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const call = <B = ProducerOrder>(
  order: { id: number },
  action: string,
  body?: unknown,
  headers: Record<string, string> = {},
) =>
  service.call<B>('POST', `${orders}/${order.id}/${action}`, {
    token,
    ...(body === undefined ? {} : { body }),
    headers,
  });
const timeline = async (order: { id: number }): Promise<string[]> =>
  (await service.call<Timeline>('GET', `${orders}/${order.id}/timeline`, { token })).body.data.map(
    ({ label }) => label,
  );

describe('the routes of this file', () => {
  it("are accessible only to the order's producer: 401, 403 by profile and by owner, 404", async () => {
    const order = await open();
    for (const [method, action, body] of [
      ['POST', 'duplicate'],
      ['POST', 'extend-deadline', { deadline_date: '2040-01-01' }],
      ['GET', 'reach'],
    ] as const) {
      const url = `${orders}/${order.uuid}/${action}`;
      const options = body === undefined ? {} : { body };
      assertRefused(await service.call(method, url, options), 401, 'unauthenticated');
      assertRefused(
        await service.call(method, url, { ...options, token: supplier.token }),
        403,
        'forbidden',
      );
      assertRefused(
        await service.call(method, url, { ...options, token: stranger.token }),
        403,
        'not_yours',
      );
      assertRefused(
        await service.call(method, `${orders}/999999/${action}`, { ...options, token }),
        404,
        'order_not_found',
      );
    }
  });
});

describe('duplicating an order', () => {
  const duplicate = async (order: { id: number }, body?: unknown): Promise<DuplicatedOrder> => {
    const answer = await call<DuplicatedOrder>(order, 'duplicate', body);
    assert.equal(answer.status, 200, JSON.stringify(answer.body));
    return answer.body;
  };

  it('creates a new draft with the same data and items, from any status', async () => {
    const created = await service.call<ProducerOrder>('POST', orders, {
      token,
      body: {
        description: 'Insumos da safra',
        deadline_date: '2026-12-15',
        closure_type: 'fechada',
        split_award: false,
        delivery_date: '2027-01-10',
        payment_terms: '30 dias',
        notes: 'Pela manhã',
        delivery_address: { city: 'Sorriso', state: 'MT', street: 'BR-163', number: 'S/N' },
        publish_at: '2026-12-01 08:00:00',
        items: await Promise.all(
          ['12.5', '3'].map(async (quantity) => {
            const product = await buildProduct(service, { is_pesticide: true });
            return {
              product_id: product.id,
              quantity: Number(quantity),
              unit: product.unit,
              notes: `nota ${quantity}`,
              allow_similar: false,
            };
          }),
        ),
      },
    });
    const source = created.body;
    for (const status of orderStatuses) {
      await service.db.q
        .updateTable('orders')
        .set({ status, reason: 'Um motivo' })
        .where('id', '=', source.id)
        .execute();
      const copy = await duplicate(source);
      for (const name of [
        'description',
        'deadline_date',
        'closure_type',
        'split_award',
        'delivery_date',
        'delivery_address',
        'payment_terms',
        'notes',
        'has_pesticide',
      ] as const) {
        assert.deepEqual(copy[name], source[name], `${name} from ${status}`);
      }
      const plain = ({ items }: { items: ProducerOrder['items'] }) =>
        items.map(({ id: _id, ...item }) => item);
      assert.deepEqual(plain(copy), plain(source));
      assert.deepEqual(
        [
          copy.status,
          copy.skipped_items,
          copy.version,
          copy.reason,
          copy.publish_at,
          copy.published_at,
        ],
        ['rascunho', 0, 1, null, null, null],
      );
      assert.notEqual(copy.number, source.number);
      assert.deepEqual(
        (await stored(copy.id)).product_type_ids,
        (await stored(source.id)).product_type_ids,
      );
      assert.deepEqual(await timeline(copy), ['Cotação criada']);
    }
  });

  it('omits items whose product is inactive, and counts them', async () => {
    const products = [
      await buildProduct(service),
      await buildProduct(service, { active: false }),
      await buildProduct(service),
    ];
    const copy = await duplicate(await open({ items: products.map((product) => ({ product })) }));
    assert.deepEqual(
      copy.items.map(({ product_id, position }) => [product_id, position]),
      [
        [products[0]?.id, 1],
        [products[2]?.id, 2],
      ],
    );
    assert.deepEqual([copy.skipped_items, copy.total_itens], [1, 2]);
    const empty = await duplicate(
      await open({ items: [{ product: products[1] ?? assert.fail() }] }),
    );
    assert.deepEqual([empty.skipped_items, empty.items], [1, []]);
  });

  it('leaves out a delivery that would be before the new deadline', async () => {
    const last = await open({ deadline: '2025-09-15', delivery: '2025-09-30', status: 'expirada' });
    assert.equal((await duplicate(last)).delivery_date, null);
    const next = { deadline_date: '2026-12-20' };
    const soon = await open({ deadline: '2026-12-01', delivery: '2026-12-20' });
    assert.equal((await duplicate(soon, next)).delivery_date, '2026-12-20');
  });

  it('uses the requested deadline, else the old one unless it is past, else a week from today', async () => {
    assert.equal(
      (await duplicate(await open({ deadline: '2026-11-20' }))).deadline_date,
      '2026-11-20',
    );
    const past = await open({ deadline: '2026-11-19', status: 'expirada' });
    assert.equal((await duplicate(past)).deadline_date, '2026-11-27');
    assert.equal(
      (await duplicate(past, { deadline_date: '2026-11-20' })).deadline_date,
      '2026-11-20',
    );
    assertInvalid(await call(past, 'duplicate', { deadline_date: '2026-11-19' }), {
      deadline_date: 'Use hoje ou uma data futura.',
    });
    assertInvalid(await call(past, 'duplicate', { deadline_date: '2026-02-30' }), {
      deadline_date: 'Use uma data válida no formato AAAA-MM-DD.',
    });
    assertInvalid(await call(past, 'duplicate', { description: 'x' }), {
      description: 'Este campo não é conhecido.',
    });
  });

  it('creates one draft per Idempotency-Key', async () => {
    const order = await open();
    const copies = [
      await call(order, 'duplicate', {}, { 'idempotency-key': 'copia-1' }),
      await call(order, 'duplicate', {}, { 'idempotency-key': 'copia-1' }),
    ];
    assert.deepEqual(copies[0]?.body, copies[1]?.body);
  });
});

describe('extending the deadline', () => {
  const extend = (
    order: { id: number },
    deadline_date: string,
    headers: Record<string, string> = {},
  ) => call(order, 'extend-deadline', { deadline_date }, headers);

  it('moves it to a later day, increments the version, records both dates and emits an event', async () => {
    for (const suspended of [false, true]) {
      const order = await open({ deadline: '2026-12-15', suspended });
      const { status, body, headers } = await extend(order, '2026-12-20', { 'if-match': '"1"' });
      assert.deepEqual(
        [status, body.deadline_date, body.version, headers['etag'], body.status, body.is_suspended],
        [200, '2026-12-20', 2, '"2"', 'publicada', suspended],
      );
      assert.deepEqual(await timeline(order), ['Prazo estendido de 15/12/2026 para 20/12/2026']);
      const event = await service.db.q
        .selectFrom('events')
        .select(['type', 'data'])
        .orderBy('id', 'desc')
        .executeTakeFirstOrThrow();
      assert.deepEqual(event, { type: 'order.deadline_extended', data: { order_id: order.id } });
      assert.equal(
        (
          await service.call<{ deadline_date: string }>(
            'GET',
            `/api/v1/supplier/orders/${order.uuid}`,
            { token: supplier.token },
          )
        ).body.deadline_date,
        '2026-12-20',
      );
    }
  });

  it('is possible after it passed while the order is not yet closed', async () => {
    const order = await open({ deadline: '2026-11-18' });
    assertInvalid(await extend(order, '2026-11-19'), {
      deadline_date: 'Use hoje ou uma data futura.',
    });
    assert.equal((await extend(order, '2026-11-20')).status, 200);
  });

  it('cannot move it to an earlier or the same day', async () => {
    const order = await open({ deadline: '2026-12-15' });
    for (const date of ['2026-12-15', '2026-12-14', '2020-01-01'])
      assertInvalid(await extend(order, date), {
        deadline_date: 'Escolha uma data depois do prazo atual.',
      });
    assertInvalid(await call(order, 'extend-deadline', {}), {
      deadline_date: 'Preencha este campo.',
    });
    assertRefused(await extend(order, '2026-12-20', { 'if-match': '"7"' }), 409, 'stale_version');
    assert.deepEqual([(await stored(order.id)).version, await timeline(order)], [1, []]);
  });

  it('does not pass the delivery, unless that is put off too', async () => {
    const order = await open({ deadline: '2026-12-15', delivery: '2026-12-18' });
    assertInvalid(await extend(order, '2026-12-20'), {
      delivery_date:
        'A entrega está marcada para antes do novo prazo: escolha também uma nova data de entrega.',
    });
    assert.equal((await extend(order, '2026-12-18')).status, 200);
    const both = { deadline_date: '2026-12-20', delivery_date: '2026-12-27' };
    const { status, body } = await call(order, 'extend-deadline', both);
    assert.deepEqual(
      [status, body.deadline_date, body.delivery_date],
      [200, ...Object.values(both)],
    );
    assert.equal(
      (await timeline(order)).at(-1),
      'Prazo estendido de 18/12/2026 para 20/12/2026, e a entrega para 27/12/2026',
    );
  });

  it('is possible only for published orders', async () => {
    for (const status of orderStatuses.filter((name) => name !== 'publicada'))
      assertRefused(
        await extend(await open({ status }), '2040-01-01'),
        422,
        'order_not_extendable',
      );
  });

  it('and closing at the same time happen one after the other', async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      const order = await open({ deadline: '2026-12-15' });
      await buildProposal(service, {
        orderId: order.id,
        supplierId: supplier.supplierId,
        items: order.items.map((item) => ({ item, price: '1' })),
      });
      const [extended, closed] = await Promise.all([
        extend(order, '2026-12-20'),
        call(order, 'close'),
      ]);
      assert.equal(closed.status, 200);
      const after = await stored(order.id);
      assert.equal(after.status, 'em_analise');
      if (extended.status === 200)
        assert.deepEqual(
          [after.deadline_date, after.version, closed.body.deadline_date],
          ['2026-12-20', 3, '2026-12-20'],
        );
      else {
        assertRefused(extended, 422, 'order_not_extendable');
        assert.deepEqual([after.deadline_date, after.version], ['2026-12-15', 2]);
      }
    }
  });

  it('twice at the same time ends on the later date, in either order', async () => {
    for (let turn = 0; turn < 20; turn += 1) {
      const order = await open({ deadline: '2026-12-15' });
      const [sooner, later] = await Promise.all([
        extend(order, '2026-12-18'),
        extend(order, '2026-12-20'),
      ]);
      assert.equal(later.status, 200);
      assert.ok(sooner.status === 200 || sooner.status === 422);
      assert.equal((await stored(order.id)).deadline_date, '2026-12-20');
    }
  });
});

describe('the audience preview of an order', () => {
  it('is the number of active suppliers to be notified, by the rule of their own list, without names', async () => {
    const [product, other] = [await buildProduct(service), await buildProduct(service)];
    const suppliers = [
      await buildSupplier(service), // sells every product type, delivers nationwide
      await buildSupplier(service, { productTypeIds: [product.typeId], states: ['MT'] }),
      await buildSupplier(service, {
        productTypeIds: [product.typeId, other.typeId],
        cityIds: [SORRISO],
      }),
      await buildSupplier(service, { productTypeIds: [other.typeId] }),
      await buildSupplier(service, { states: ['GO'] }),
      await buildSupplier(service, { cityIds: [RIO_VERDE] }),
    ];
    const blocked = await buildSupplier(service);
    await service.db.q
      .updateTable('users')
      .set({ status: 'bloqueado' })
      .where('id', '=', blocked.userId)
      .execute();
    for (const fields of [
      { cityId: SORRISO },
      { cityId: RIO_VERDE },
      { cityId: null },
      { items: [{ product }, { product: other }] },
    ] as const) {
      const order = await open({ items: [{ product }], ...fields });
      const { body } = await service.call<OrderReach>('GET', `${orders}/${order.id}/reach`, {
        token,
      });
      const matches = await Promise.all(
        [supplier, ...suppliers].map(
          async (one) =>
            (
              await service.call<{ matches_profile: boolean }>(
                'GET',
                `/api/v1/supplier/orders/${order.uuid}`,
                { token: one.token },
              )
            ).body.matches_profile,
        ),
      );
      assert.deepEqual(
        body,
        {
          matching_suppliers: matches.filter(Boolean).length,
          total_suppliers: suppliers.length + 1,
        },
        JSON.stringify(fields),
      );
    }
    const draft = await open({ items: [{ product }], status: 'rascunho' });
    assert.deepEqual((await service.call('GET', `${orders}/${draft.id}/reach`, { token })).body, {
      matching_suppliers: 4,
      total_suppliers: 7,
    });
  });
});

describe('publishing a draft', () => {
  it('recomputes the product types of its items', async () => {
    const product = await buildProduct(service, { is_pesticide: true });
    const order = await open({ status: 'rascunho', items: [{ product }] });
    await service.db.q
      .updateTable('orders')
      .set({ product_type_ids: [999], has_pesticide: false })
      .where('id', '=', order.id)
      .execute();
    const { status, body } = await call(order, 'publish');
    assert.deepEqual([status, body.has_pesticide], [200, true]);
    assert.deepEqual((await stored(order.id)).product_type_ids, [product.typeId]);
  });
});
