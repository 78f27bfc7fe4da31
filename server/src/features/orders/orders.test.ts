import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ProducerOrder, ProducerOrderSummary } from '@lavra/contract/orders/schemas';
import { statementChannel } from '../../platform/db/database.ts';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildOrder } from '../../../test/orders.ts';
import { buildAdmin, buildProducer, buildSupplier } from '../../../test/people.ts';
import { buildProposal } from '../../../test/proposals.ts';
import { startService } from '../../../test/service.ts';

interface Refusal {
  error: string;
  code: string;
  errors?: Record<string, string[]>;
}
interface OrderPage {
  data: ProducerOrderSummary[];
  meta: {
    current_page: number;
    last_page: number;
    per_page: number;
    total: number;
    next_cursor: string | null;
  };
}

const service = await startService();
const orders = '/api/v1/producer/orders';
const producer = await buildProducer(service);
const { token } = producer;
const urea = await buildProduct(service, { name: 'Ureia', unit: 'KG' });
const glyphosate = await buildProduct(service, {
  name: 'Glifosato',
  unit: 'L',
  is_pesticide: true,
});

const fields = { description: 'Insumos da safra', deadline_date: '2036-12-15' };
const item = { product_id: urea.id, quantity: 300.125, unit: 'KG' };
const create = <B = ProducerOrder>(
  body: unknown,
  options: { token?: string; headers?: Record<string, string> } = {},
) => service.call<B>('POST', orders, { token, ...options, body });
const draft = async (body: object = {}): Promise<ProducerOrder> =>
  (await create({ ...fields, items: [item], ...body })).body;

describe('creating an order', () => {
  it('stores a draft with everything that was sent, numbered in the current year', async () => {
    const { status, body, headers } = await create({
      ...fields,
      description: '  Insumos da safra  ',
      closure_type: 'fechada',
      split_award: false,
      delivery_date: '2037-01-10',
      payment_terms: '30 dias',
      notes: '   ',
      publish_at: '2036-12-15 23:59:59',
      delivery_address: { city: 'sorriso', state: 'MT', street: 'Rodovia BR-163, km 750' },
      items: [
        item,
        {
          product_id: glyphosate.id,
          quantity: 350,
          unit: 'L',
          notes: 'Galão de 20 L',
          allow_similar: false,
        },
      ],
    });
    assert.equal(status, 200);
    assert.match(body.number, /^COT-20\d\d-\d{6}$/);
    assert.equal(headers['etag'], '"1"');
    assert.deepEqual(
      [
        body.status,
        body.description,
        body.closure_type,
        body.split_award,
        body.delivery_date,
        body.payment_terms,
        body.notes,
        body.publish_at,
        body.total_itens,
      ],
      [
        'rascunho',
        'Insumos da safra',
        'fechada',
        false,
        '2037-01-10',
        '30 dias',
        null,
        '2036-12-15 23:59:59',
        2,
      ],
    );
    assert.deepEqual(body.delivery_address, {
      city: 'Sorriso',
      state: 'MT',
      city_id: 5107925,
      postal_code: null,
      street: 'Rodovia BR-163, km 750',
      number: null,
      complement: null,
      district: null,
    });
    assert.deepEqual(
      body.items.map(({ position, product_id, quantity, unit, notes, allow_similar }) => [
        position,
        product_id,
        quantity,
        unit,
        notes,
        allow_similar,
      ]),
      [
        [1, urea.id, 300.125, 'KG', null, true],
        [2, glyphosate.id, 350, 'L', 'Galão de 20 L', false],
      ],
    );
    assert.equal(body.items[0]?.product.name, 'Ureia');
    assert.deepEqual(
      [
        body.can_edit,
        body.can_delete,
        body.can_publish,
        body.can_close,
        body.can_cancel,
        body.can_finalize,
      ],
      [true, true, true, false, false, false],
    );
  });

  it('derives the product types from the items, and states the legal notice for pesticides', async () => {
    const plain = await draft();
    const legal = await draft({
      items: [item, { product_id: glyphosate.id, quantity: 1, unit: 'L' }, item],
    });
    assert.deepEqual([plain.has_pesticide, plain.legal_notice], [false, null]);
    assert.deepEqual(
      [legal.has_pesticide, legal.legal_notice],
      [true, 'A venda de defensivos exige receituário agronômico (Lei 14.785/2023).'],
    );
    assert.deepEqual(
      legal.items.map(({ is_pesticide }) => is_pesticide),
      [false, true, false],
    );
    const stored = await service.db.q
      .selectFrom('orders')
      .select(['product_type_ids', 'items_count'])
      .where('id', '=', legal.id)
      .executeTakeFirstOrThrow();
    assert.deepEqual(stored, {
      product_type_ids: [urea.typeId, glyphosate.typeId],
      items_count: 3,
    });
  });

  it('accepts a draft without items, and one whose deadline has passed', async () => {
    const { status, body } = await create({
      description: 'Só a ideia',
      deadline_date: '2020-01-01',
    });
    assert.equal(status, 200);
    assert.deepEqual(
      [body.items, body.total_itens, body.closure_type, body.split_award, body.delivery_address],
      [[], 0, 'aberta', true, null],
    );
    assert.ok(body.dias_restantes < 0);
  });

  it('reports every invalid field at once', async () => {
    const idle = await buildProduct(service, { active: false });
    const { status, body } = await create<Refusal>({
      description: '\u200B',
      deadline_date: '2036-12-15',
      publish_at: '2036-13-01 10:00:00',
      delivery_address: { city: 'Sorriso', state: 'SP' },
      items: [
        { product_id: 999_999_999, quantity: 0, unit: 'L' },
        { product_id: idle.id, quantity: 1.0001, unit: 'BALDE' },
        { product_id: urea.id, quantity: 10_000_000_000_000, unit: 'KG' },
      ],
    });
    assert.equal(status, 422);
    assert.deepEqual(body.errors, {
      description: ['Preencha este campo.'],
      publish_at: ['Use data e hora no formato AAAA-MM-DD HH:MM:SS.'],
      'delivery_address.city': ['Este município não existe neste estado.'],
      'items.0.product_id': ['Este produto não existe ou está inativo.'],
      'items.0.quantity': ['Deve ser maior que zero.'],
      'items.1.product_id': ['Este produto não existe ou está inativo.'],
      'items.1.unit': ['Esta unidade não existe.'],
      'items.1.quantity': ['Use no máximo 3 casas decimais.'],
      'items.2.quantity': ['O valor passa do máximo de 9.999.999.999.999,99.'],
    });
  });

  it('refuses unknown fields and dates that do not exist', async () => {
    const { status, body } = await create<Refusal>({
      description: '   ',
      deadline_date: '2036-02-30',
      colour: 'verde',
      items: [{ product_id: 1, quantity: '5', unit: 'L' }],
    });
    assert.equal(status, 422);
    assert.deepEqual(Object.keys(body.errors ?? {}).toSorted(), [
      'colour',
      'deadline_date',
      'description',
      'items.0.quantity',
    ]);
    assert.equal((await create({})).status, 422);
    const tooMany = await create<Refusal>({
      ...fields,
      items: Array.from({ length: 1001 }, () => item),
    });
    assert.deepEqual(
      [tooMany.status, tooMany.body.errors?.['items']],
      [422, ['Inclua no máximo 1000.']],
    );
  });

  it('refuses a scheduled publication after the deadline', async () => {
    const { status, body } = await create<Refusal>({
      ...fields,
      publish_at: '2036-12-16 00:00:00',
    });
    assert.deepEqual([status, body.code], [422, 'order_publish_after_deadline']);
  });

  it('is allowed only to producers', async () => {
    assert.equal((await service.call('POST', orders, { body: fields })).status, 401);
    for (const other of [await buildSupplier(service), await buildAdmin(service)]) {
      assert.equal(
        (await create<Refusal>({}, { token: other.token })).status,
        403,
        'the profile is judged before the body',
      );
    }
  });

  it('assigns twenty numbers to twenty concurrent orders', async () => {
    const made = await Promise.all(Array.from({ length: 20 }, () => draft()));
    assert.equal(new Set(made.map((order) => order.number)).size, 20);
  });

  it('happens once per Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'nova-cotacao-1' };
    const answers = await Promise.all(Array.from({ length: 4 }, () => create(fields, { headers })));
    assert.equal(new Set(answers.map(({ status, body }) => `${status} ${body.uuid}`)).size, 1);
  });

  it('sends as many statements for 200 items as for 5', async () => {
    const count = async (items: number): Promise<number> => {
      let sent = 0;
      const listen = (): void => {
        sent += 1;
      };
      statementChannel.subscribe(listen);
      const order = await draft({ items: Array.from({ length: items }, () => item) });
      statementChannel.unsubscribe(listen);
      assert.equal(order.items.length, items);
      return sent;
    };
    assert.equal(await count(200), await count(5));
  });
});

describe('reading an order', () => {
  it('finds it by its UUID and by its id', async () => {
    const order = await draft();
    for (const ref of [order.uuid, order.uuid.toUpperCase(), String(order.id)]) {
      const { status, body } = await service.call<ProducerOrder>('GET', `${orders}/${ref}`, {
        token,
      });
      assert.equal(status, 200);
      assert.deepEqual(body, order);
    }
  });

  it('finds it by nothing else', async () => {
    for (const ref of [
      'abc',
      '0',
      '-1',
      '007',
      '1.5',
      '999999999',
      '99999999999999999999',
      '0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a11',
      'x'.repeat(60),
      '%00',
    ]) {
      const { status, body } = await service.call<Refusal>('GET', `${orders}/${ref}`, { token });
      assert.deepEqual([status, body.code], [404, 'order_not_found'], ref);
    }
  });

  it('is allowed only to its producer on every route, draft or not', async () => {
    const stranger = await buildProducer(service);
    const supplier = await buildSupplier(service);
    const { uuid } = await draft();
    const routes = [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['POST', '/publish'],
      ['POST', '/close'],
      ['POST', '/cancel'],
      ['POST', '/finalize'],
      ['GET', '/timeline'],
      ['GET', '/comparison'],
    ] as const;
    for (const [method, path] of routes) {
      const url = `${orders}/${uuid}${path}`;
      const body = method === 'PUT' || path === '/cancel' ? { wrong: true } : undefined;
      assert.equal(
        (await service.call(method, url, { body })).status,
        401,
        `${method} ${path} without a token`,
      );
      assert.equal(
        (await service.call(method, url, { token: supplier.token, body })).status,
        403,
        `${method} ${path} as a supplier`,
      );
      const { status, body: refusal } = await service.call<Refusal>(method, url, {
        token: stranger.token,
        body,
      });
      assert.deepEqual(
        [status, refusal.code],
        [403, 'not_yours'],
        `${method} ${path} as another producer`,
      );
      const missing = await service.call<Refusal>(
        method,
        `${orders}/0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a11${path}`,
        { token, body },
      );
      assert.deepEqual(
        [missing.status, missing.body.code],
        [404, 'order_not_found'],
        `${method} ${path} of no order`,
      );
    }
  });

  it('counts the received proposals, drafts excluded', async () => {
    const order = await buildOrder(service, { producerId: producer.producerId });
    for (const status of ['submitted', 'cancelled', 'rejected', 'draft'] as const) {
      const { supplierId } = await buildSupplier(service);
      await buildProposal(service, { orderId: order.id, supplierId, status, items: [] });
    }
    assert.equal(
      (await service.call<ProducerOrder>('GET', `${orders}/${order.id}`, { token })).body
        .proposals_count,
      3,
    );
  });
});

describe('changing a draft', () => {
  const put = <B = ProducerOrder>(
    id: number,
    body: unknown,
    headers: Record<string, string> = {},
  ) => service.call<B>('PUT', `${orders}/${id}`, { token, body, headers });

  it('sets the sent fields, keeps absent ones, and clears those that are null', async () => {
    const before = await draft({
      payment_terms: 'À vista',
      notes: 'Manhãs',
      delivery_address: { city: 'Sorriso', state: 'MT' },
      publish_at: '2036-12-01 08:00:00',
    });
    const { status, body, headers } = await put(before.id, {
      description: 'Outra',
      notes: null,
      delivery_address: null,
      publish_at: null,
      split_award: false,
    });
    assert.equal(status, 200);
    assert.deepEqual(
      [body.description, body.notes, body.payment_terms, body.delivery_address, body.publish_at],
      ['Outra', null, 'À vista', null, null],
    );
    assert.equal(body.split_award, false);
    assert.equal((await put(before.id, { notes: 'Tardes' })).body.split_award, false);
    assert.deepEqual(body.items, before.items);
    assert.deepEqual([body.version, headers['etag']], [2, '"2"']);
  });

  it('replaces the items when they are sent, and recomputes what derives from them', async () => {
    const before = await draft({ items: [item, item, item] });
    const { body } = await put(before.id, {
      items: [{ product_id: glyphosate.id, quantity: 2, unit: 'L' }],
    });
    assert.deepEqual(
      [body.items.map((each) => each.product_id), body.total_itens, body.has_pesticide],
      [[glyphosate.id], 1, true],
    );
    const emptied = await put(before.id, { items: [] });
    assert.deepEqual(
      [emptied.body.items, emptied.body.total_itens, emptied.body.has_pesticide],
      [[], 0, false],
    );
  });

  it('checks a new deadline against the stored publication time, and the reverse', async () => {
    const order = await draft({ publish_at: '2036-12-10 08:00:00' });
    assert.equal(
      (await put<Refusal>(order.id, { deadline_date: '2036-12-09' })).body.code,
      'order_publish_after_deadline',
    );
    assert.equal(
      (await put<Refusal>(order.id, { publish_at: '2036-12-16 08:00:00' })).body.code,
      'order_publish_after_deadline',
    );
    assert.equal(
      (await put(order.id, { deadline_date: '2036-12-20', publish_at: '2036-12-16 08:00:00' }))
        .status,
      200,
    );
  });

  it('refuses null where a value is required, and wrong items, without changing anything', async () => {
    const order = await draft();
    const { status, body } = await put<Refusal>(order.id, {
      description: null,
      deadline_date: null,
      items: null,
    });
    assert.deepEqual(
      [status, Object.keys(body.errors ?? {}).toSorted()],
      [422, ['deadline_date', 'description', 'items']],
    );
    assert.equal(
      (await put(order.id, { description: 'Outra', items: [{ ...item, unit: 'BALDE' }] })).status,
      422,
    );
    assert.deepEqual(
      (await service.call<ProducerOrder>('GET', `${orders}/${order.id}`, { token })).body,
      order,
    );
  });

  it('refuses an outdated version', async () => {
    const order = await draft();
    assert.equal((await put(order.id, { notes: 'um' }, { 'if-match': '"1"' })).status, 200);
    const { status, body } = await put<Refusal>(order.id, { notes: 'dois' }, { 'if-match': '"1"' });
    assert.deepEqual([status, body.code], [409, 'stale_version']);
    assert.equal((await put(order.id, { notes: 'três' }, { 'if-match': '*' })).body.notes, 'três');
  });

  it('succeeds for one of ten writers of the same version', async () => {
    const order = await draft();
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, writer) =>
        put(order.id, { notes: `escritor ${writer}`, items: [item, item] }, { 'if-match': '"1"' }),
      ),
    );
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, ...Array.from({ length: 9 }, () => 409)],
    );
  });

  it('is refused once the order is no draft', async () => {
    const order = await buildOrder(service, { producerId: producer.producerId });
    const { status, body } = await put<Refusal>(order.id, { notes: 'tarde' });
    assert.deepEqual([status, body.code], [422, 'order_not_editable']);
  });
});

describe('deleting a draft', () => {
  it('removes it permanently', async () => {
    const order = await draft();
    const { status, body } = await service.call('DELETE', `${orders}/${order.uuid}`, { token });
    assert.deepEqual([status, body], [200, { message: 'Rascunho excluído.' }]);
    assert.equal((await service.call('GET', `${orders}/${order.uuid}`, { token })).status, 404);
  });

  it('is refused once the order is no draft', async () => {
    const order = await buildOrder(service, {
      producerId: producer.producerId,
      status: 'pendente',
    });
    const { status, body } = await service.call<Refusal>('DELETE', `${orders}/${order.id}`, {
      token,
    });
    assert.deepEqual([status, body.code], [422, 'order_not_deletable']);
  });
});

describe("the list of a producer's orders", async () => {
  const mine = await buildProducer(service);
  const at = (minute: number): Date => new Date(Date.UTC(2026, 2, 10, 12, minute));
  const statuses = [
    'rascunho',
    'pendente',
    'publicada',
    'publicada',
    'em_analise',
    'adjudicada',
    'finalizada',
    'cancelada',
    'revogada',
    'expirada',
  ] as const;
  const urea = await buildProduct(service, { name: 'Ureia perolada' });
  const nitrate = await buildProduct(service, { name: 'Nitrato de cálcio' });
  for (const [index, status] of statuses.entries()) {
    await buildOrder(service, {
      producerId: mine.producerId,
      items: [{ product: index === 4 ? nitrate : urea }],
      status,
      description: `Adubação ${index}`,
      deadline: `2036-12-${10 + (index % 3)}`,
      suspended: index === 3,
      createdAt: at(Math.floor(index / 2)),
    });
  }
  await buildOrder(service, { producerId: producer.producerId });
  const list = <B = OrderPage>(query: string) =>
    service.call<B>('GET', `${orders}?${query}`, { token: mine.token });
  const all = (await list('')).body;

  it("contains only the caller's orders, the newest first, with an exact total", () => {
    assert.deepEqual(all.meta, {
      current_page: 1,
      last_page: 1,
      per_page: 15,
      total: 10,
      next_cursor: null,
    });
    assert.deepEqual(
      all.data.map((order) => order.id),
      all.data.map((order) => order.id).toSorted((a, b) => b - a),
    );
  });

  it('can be filtered by status, under the names of the build plan too', async () => {
    const expected = {
      publicada: ['publicada', 'publicada'],
      suspensa: ['publicada'],
      em_andamento: ['adjudicada', 'em_analise'],
      encerrada: ['expirada', 'finalizada', 'revogada'],
      rascunho: ['rascunho'],
    };
    for (const [filter, statusesFound] of Object.entries(expected)) {
      const { body } = await list(`status=${filter}`);
      assert.deepEqual(body.data.map((order) => order.status).toSorted(), statusesFound, filter);
      assert.equal(body.meta.total, statusesFound.length);
    }
    const [suspended] = (await list('status=suspensa')).body.data;
    assert.equal(suspended?.is_suspended, true);
  });

  it('can be searched by number and description, ignoring accents and case, with literal wildcards', async () => {
    assert.equal((await list('q=ADUBACAO')).body.meta.total, 10);
    const { data } = (await list('search=7%20adubação')).body; // also of a number with a 7
    assert.ok(data.some(({ description }) => description.endsWith(' 7')));
    assert.ok(data.every(({ number, description }) => `${number} ${description}`.includes('7')));
    assert.ok(data.length < 4, `${data.length} are found`);
    assert.equal((await list(`q=${all.data[0]?.number ?? ''}`)).body.meta.total, 1);
    assert.equal((await list('q=%25')).body.meta.total, 0);
    assert.equal((await list('q=%20')).body.meta.total, 10);
  });

  it('can be searched by the products asked for, each word there or in the description', async () => {
    const found = async (q: string) =>
      (await list(`q=${encodeURIComponent(q)}`)).body.data.map(({ description }) => description);
    assert.deepEqual(await found('calcio'), ['Adubação 4']);
    assert.deepEqual(await found('adubacao NITRATO'), ['Adubação 4']);
    assert.equal((await found('perolada adubação')).length, 9);
    assert.deepEqual(await found('nitrato ureia'), []);
  });

  it('can be filtered by days of creation, both inclusive', async () => {
    assert.equal((await list('created_from=2026-03-10&created_to=2026-03-10')).body.meta.total, 10);
    assert.equal((await list('created_from=2026-03-11')).body.meta.total, 0);
    assert.equal((await list('created_to=2026-03-09')).body.meta.total, 0);
    assert.equal((await list('created_from=1900-01-01&created_to=9999-12-31')).body.meta.total, 10);
  });

  it('can be paged by cursor in each sort, every row once, and by page', async () => {
    for (const sort of [
      'created_at',
      '-created_at',
      'deadline_date',
      '-deadline_date',
      'number',
      '-number',
    ]) {
      const walked: number[] = [];
      let cursor: string | null = null;
      do {
        const { body }: { body: OrderPage } = await list(
          `sort=${sort}&per_page=3${cursor === null ? '' : `&cursor=${cursor}`}`,
        );
        walked.push(...body.data.map((order) => order.id));
        assert.equal(body.meta.total, 10);
        cursor = body.meta.next_cursor;
      } while (cursor !== null);
      const whole = (await list(`sort=${sort}&per_page=100`)).body.data.map((order) => order.id);
      assert.deepEqual(walked, whole, sort);
      const second = (await list(`sort=${sort}&per_page=3&page=2`)).body;
      assert.deepEqual(
        [second.data.map((order) => order.id), second.meta.current_page, second.meta.last_page],
        [whole.slice(3, 6), 2, 4],
      );
    }
    assert.deepEqual((await list('page=9')).body.data, []);
  });

  it('refuses unknown values', async () => {
    const forged = (...values: unknown[]): string =>
      Buffer.from(JSON.stringify(values)).toString('base64url');
    const wrong = [
      'status=aberta',
      'sort=total',
      'page=0',
      'per_page=101',
      'created_from=2026-02-30',
      'colour=verde',
      'cursor=abc',
      `cursor=${forged('asc number', 'x', 1)}`,
      `cursor=${forged('desc created_at', 'ontem', 1)}`,
      `cursor=${forged('desc created_at', '2026-03-10 25:00:00-03', 1)}`,
      `cursor=${forged('desc created_at', '2026-03-10 12:00:00-03', 1.5)}`,
    ];
    for (const query of wrong) assert.equal((await list<Refusal>(query)).status, 422, query);
  });

  it('is visible only to producers', async () => {
    assert.equal((await service.call('GET', orders)).status, 401);
    assert.equal(
      (await service.call('GET', orders, { token: (await buildSupplier(service)).token })).status,
      403,
    );
  });
});
