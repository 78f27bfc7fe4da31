import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import type { AdminOrder, AdminOrderSummary, AdminTimeline } from '@lavra/contract/admin/orders';
import type { OrderItem } from '@lavra/contract/orders/schemas';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildOrder, type OrderFields, type TestOrder } from '../../../test/orders.ts';
import { buildAdmin, buildProducer, buildSupplier, RIO_VERDE } from '../../../test/people.ts';
import { buildProposal } from '../../../test/proposals.ts';
import { startService } from '../../../test/service.ts';
import {
  assertInvalid,
  assertRefused,
  offerOf,
  proposalCalls,
} from '../proposals/proposals.fixture.ts';
import { adminCalls, assertAdminsOnly, nothing } from './admin-oversight.fixture.ts';

interface Page<T> {
  data: T[];
  meta: {
    current_page: number;
    last_page: number;
    per_page: number;
    total: number;
    next_cursor: string | null;
  };
}

const service = await startService({ now: new Date('2026-11-20T15:00:00Z') });
const admin = await buildAdmin(service, 'operacional');
const { get, post } = adminCalls(service, admin.token);
const viewer = adminCalls(service, (await buildAdmin(service, 'financeiro')).token);
const producer = await buildProducer(service, { name: 'Antônia Prado' });
const build = (fields: Partial<OrderFields> = {}): Promise<TestOrder> =>
  buildOrder(service, { producerId: producer.producerId, ...fields });
const offer = async (
  order: TestOrder,
  status: 'draft' | 'submitted' | 'accepted' | 'rejected' | 'cancelled' = 'submitted',
) =>
  buildProposal(service, {
    orderId: order.id,
    supplierId: (await buildSupplier(service)).supplierId,
    status,
    items: order.items.map((item) => ({ item, price: '10' })),
  });

const read = async (order: Pick<TestOrder, 'id'>, as = get): Promise<AdminOrder> =>
  (await as<AdminOrder>(`orders/${order.id}`)).body;
const audited = async (id: number) =>
  (
    await get<Page<{ action: string; user_id: number; old_values: unknown; new_values: unknown }>>(
      `orders/${id}/logs`,
    )
  ).body.data.map(({ action, user_id, old_values, new_values }) => ({
    action,
    user_id,
    old_values,
    new_values,
  }));
const timeline = async (id: number) =>
  (await get<AdminTimeline>(`orders/${id}/timeline`)).body.data;
const eventsOf = async (id: number): Promise<string[]> =>
  (await service.db.q.selectFrom('events').select(['type', 'data']).orderBy('id').execute())
    .filter(({ data }) => JSON.stringify(data) === `{"order_id":${id}}`)
    .map(({ type }) => type);
const allowed = ({
  can_approve,
  can_return,
  can_suspend,
  can_resume,
  can_revoke,
}: AdminOrder): string =>
  Object.entries({
    approve: can_approve,
    return: can_return,
    suspend: can_suspend,
    resume: can_resume,
    revoke: can_revoke,
  })
    .flatMap(([name, can]) => (can ? [name] : []))
    .join(' ');
const requireApproval = (value: boolean) =>
  service.db.q
    .insertInto('settings')
    .values({
      key: 'orders.require_approval',
      value: JSON.stringify(value),
      updated_at: service.app.platform.clock.now(),
    })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value: JSON.stringify(value) }))
    .execute();

describe('the list of orders', async () => {
  const other = await buildProducer(service, { name: 'Bento Sá' });
  const product = await buildProduct(service);
  // The zone is three hours behind UTC: the middle two instants are of one day.
  const days = {
    one: new Date('2026-03-01T02:59:59Z'),
    two: new Date('2026-03-01T03:00:00Z'),
    three: new Date('2026-03-02T02:59:59Z'),
    four: new Date('2026-03-02T03:00:00Z'),
  };
  const one = await build({
    createdAt: days.one,
    status: 'rascunho',
    description: 'Uréia 100%',
    deadline: '2036-01-04',
  });
  const two = await build({
    createdAt: days.two,
    suspended: true,
    cityId: RIO_VERDE,
    deadline: '2036-01-03',
  });
  const three = await buildOrder(service, {
    producerId: other.producerId,
    createdAt: days.three,
    status: 'adjudicada',
    items: [{ product }],
    deadline: '2036-01-02',
  });
  const four = await buildOrder(service, {
    producerId: other.producerId,
    createdAt: days.four,
    status: 'expirada',
    cityId: null,
    deadline: '2036-01-01',
  });
  await offer(three, 'accepted');
  await offer(three, 'draft');
  const names = new Map([
    [one.id, 'one'],
    [two.id, 'two'],
    [three.id, 'three'],
    [four.id, 'four'],
  ]);
  const list = async (query = ''): Promise<Page<AdminOrderSummary>> => {
    const { status, body } = await get<Page<AdminOrderSummary>>(`orders?${query}`);
    assert.equal(status, 200, JSON.stringify(body));
    return body;
  };
  const found = async (query = ''): Promise<string> =>
    (await list(query)).data.map(({ id }) => names.get(id)).join(' ');

  it('names producers, counts submitted proposals, and includes drafts of orders', async () => {
    const { data, meta } = await list();
    assert.deepEqual(
      data.map(({ id }) => names.get(id)),
      ['four', 'three', 'two', 'one'],
    );
    assert.deepEqual(meta, {
      current_page: 1,
      last_page: 1,
      per_page: 25,
      total: 4,
      next_cursor: null,
    });
    const third = data[1];
    assert.deepEqual(
      [
        third?.producer.id,
        third?.producer.name,
        third?.proposals_count,
        third?.status_label,
        third?.delivery_city,
        third?.delivery_state,
      ],
      [other.producerId, 'Bento Sá', 1, 'Adjudicada', 'Sorriso', 'MT'],
    );
    assert.deepEqual([data[0]?.delivery_city, data[2]?.is_suspended], [null, true]);
  });

  it('can be filtered by status, by the names of the build plan too, and by suspension', async () => {
    assert.equal(await found('status=rascunho'), 'one');
    assert.equal(await found('status=em_andamento'), 'three');
    assert.equal(await found('status=encerrada'), 'four');
    assert.equal(await found('status=suspensa'), 'two');
    assert.equal(await found('suspended=1'), 'two');
    assert.equal(await found('suspended=false'), 'four three one');
    assert.equal(await found('status=em_andamento&suspended=true'), '');
  });

  it('can be filtered by what the dashboard counts: active orders, and published ones with or without proposals', async () => {
    assert.equal(await found('active=true'), 'three two');
    assert.equal(await found('active=false'), 'four one');
    assert.equal(await found('answered=true'), 'three');
    assert.equal(await found('answered=false'), 'four two');
  });

  it('can be filtered by producer, place, product type and days in the platform’s zone', async () => {
    assert.equal(await found(`producer_id=${other.producerId}`), 'four three');
    assert.equal(await found(`city_id=${RIO_VERDE}`), 'two');
    assert.equal(await found('state=MT'), 'three one');
    assert.equal(await found('state=GO'), 'two');
    assert.equal(await found(`product_type_id=${product.typeId}`), 'three');
    assert.equal(await found('start_date=2026-03-01&end_date=2026-03-01'), 'three two');
    assert.equal(await found('end_date=2026-02-28'), 'one');
  });

  it('can be searched by number, description and the producer’s name, with wildcards taken literally', async () => {
    assert.equal(await found('q=UREIA 100%25'), 'one');
    assert.equal(await found(`search=${two.number}`), 'two');
    assert.equal(await found('q=antonia'), 'two one');
    assert.equal(await found('q=%25_'), '');
    assert.equal(await found('q=%20'), 'four three two one');
    assert.equal(await found(`q=${producer.email}`), '', 'an e-mail is no name');
  });

  it('can be sorted, and shows each row once by cursor as by page', async () => {
    const expected = {
      created_at: 'one two three four',
      deadline_date: 'four three two one',
      number: 'one two three four',
      status: 'three four two one',
    };
    for (const [field, order] of Object.entries(expected)) {
      assert.equal(await found(`sort=${field}`), order, field);
      const backwards = order.split(' ').toReversed().join(' ');
      assert.equal(await found(`sort=-${field}`), backwards, `-${field}`);
      const paged = await Promise.all(
        [1, 2, 3, 4].map((page) => found(`sort=-${field}&per_page=1&page=${page}`)),
      );
      assert.equal(paged.join(' '), backwards, `pages by -${field}`);
      const walked: string[] = [];
      for (let cursor: string | null = ''; cursor !== null;) {
        const page: Page<AdminOrderSummary> = await list(
          `sort=${field}&per_page=3${cursor === '' ? '' : `&cursor=${cursor}`}`,
        );
        walked.push(...page.data.map(({ id }) => names.get(id) ?? ''));
        cursor = page.meta.next_cursor;
      }
      assert.equal(walked.join(' '), order, `walk by ${field}`);
    }
    const past = await list('page=9');
    assert.deepEqual([past.data, past.meta.total, past.meta.next_cursor], [[], 4, null]);
  });

  it('refuses invalid values, and ignores unknown parameters', async () => {
    for (const query of [
      'status=suspenso',
      'sort=description',
      'per_page=101',
      'page=0',
      'state=ZZ',
      'start_date=2026-02-30',
      'producer_id=x',
      'suspended=sim',
      'cursor=abc',
    ]) {
      assertRefused(await get(`orders?${query}`), 422, 'validation_failed');
    }
    const { next_cursor } = (await list('per_page=1')).meta;
    assertRefused(await get(`orders?sort=number&cursor=${next_cursor}`), 422, 'validation_failed');
    assert.equal(await found('colour=blue&per_page=1'), 'four');
  });

  it('is visible only to administrators', async () => {
    await assertAdminsOnly(service, 'GET', 'orders');
    assert.equal((await viewer.get('orders')).status, 200);
  });
});

describe('the list of thousands of orders', () => {
  const MANY = 6_000;
  it('has pages, cursors and searches that agree with the stored orders', async () => {
    const { producerId } = await buildProducer(service, { name: 'Celso Lima' });
    await sql`INSERT INTO orders (uuid, number, producer_id, status, closure_type, description,
      deadline_date, items_count, product_type_ids, has_pesticide, created_at, updated_at)
      SELECT gen_random_uuid(), 'COT-1998-' || lpad(n::text, 6, '0'), ${producerId}, 'publicada',
        'aberta', 'Semente de milho ' || n, '2036-01-01', 1, '{}', false, at.at, at.at
      FROM generate_series(1, ${MANY}::int) AS n
      CROSS JOIN LATERAL
        (SELECT timestamptz '2025-01-01 12:00Z' + n / 3 * interval '1 minute' AS at) AS at`.execute(
      service.db.q,
    );
    const all = (
      await service.db.q
        .selectFrom('orders')
        .select('id')
        .where('producer_id', '=', producerId)
        .orderBy('created_at', 'desc')
        .orderBy('id', 'desc')
        .execute()
    ).map(({ id }) => id);
    for (const filter of [`producer_id=${producerId}`, 'q=semente', 'q=celso']) {
      for (const page of [1, 2, 120, 121, 239, 240]) {
        const { body } = await get<Page<AdminOrderSummary>>(`orders?${filter}&page=${page}`);
        assert.deepEqual(
          [body.meta.total, body.data.map(({ id }) => id)],
          [MANY, all.slice((page - 1) * 25, page * 25)],
          `${filter}, page ${page}`,
        );
      }
    }
    const first = (await get<Page<AdminOrderSummary>>('orders?q=semente&per_page=100')).body;
    const second = (
      await get<Page<AdminOrderSummary>>(
        `orders?q=semente&per_page=100&cursor=${first.meta.next_cursor}`,
      )
    ).body;
    assert.deepEqual(
      [...first.data, ...second.data].map(({ id }) => id),
      all.slice(0, 200),
    );

    const supplier = await buildSupplier(service);
    const [id = 0] = all;
    const proposal = await buildProposal(service, {
      orderId: id,
      supplierId: supplier.supplierId,
      items: [],
    });
    for (const filter of ['q=semente', `producer_id=${producerId}`]) {
      const { body } = await get<Page<{ id: number }>>(`proposals?${filter}`);
      assert.deepEqual(
        body.data.map((row) => row.id),
        [proposal.id],
        filter,
      );
    }
  });
});

describe('the view of one order', () => {
  it('shows the whole order: the producer, the destination, the items and the proposals', async () => {
    const order = await build({
      items: [
        { product: await buildProduct(service), quantity: '12.5' },
        { product: await buildProduct(service) },
      ],
    });
    await service.db.q
      .updateTable('orders')
      .set({
        delivery_address: JSON.stringify({ street: 'Rodovia BR-163, km 750', number: 'S/N' }),
      })
      .where('id', '=', order.id)
      .execute();
    for (const status of [
      'draft',
      'submitted',
      'submitted',
      'accepted',
      'rejected',
      'cancelled',
    ] as const)
      await offer(order, status);
    const supplier = await buildSupplier(service);
    await service.call('POST', `/api/v1/supplier/orders/${order.uuid}/favorite`, {
      token: supplier.token,
    });
    await service.call('POST', `/api/v1/orders/${order.uuid}/questions`, {
      token: supplier.token,
      body: { question: 'Qual o prazo?' },
    });
    await service.call('POST', `/api/v1/supplier/orders/${order.uuid}/decline`, {
      token: supplier.token,
      body: {},
    });

    const answer = await get<AdminOrder>(`orders/${order.id}`);
    const { body } = answer;
    assert.deepEqual([answer.status, answer.headers['etag'], body.version], [200, '"1"', 1]);
    assert.deepEqual(body.producer, {
      id: producer.producerId,
      uuid: body.producer.uuid,
      name: 'Antônia Prado',
      user_id: producer.userId,
      email: producer.email,
      phone: '66999990000',
      mobile: null,
      document_type: 'cpf',
      document: producer.document,
      city: 'Sorriso',
      state: 'MT',
    });
    assert.deepEqual(
      [body.delivery_address?.street, body.delivery_address?.number, body.delivery_address?.city],
      ['Rodovia BR-163, km 750', 'S/N', 'Sorriso'],
    );
    assert.deepEqual(
      body.items.map(({ quantity }) => quantity),
      [12.5, 100],
    );
    assert.deepEqual(body.proposals, { submitted: 2, accepted: 1, rejected: 1, cancelled: 1 });
    assert.deepEqual(
      [
        body.proposals_count,
        body.questions_count,
        body.attachments_count,
        body.favorites_count,
        body.declines_count,
      ],
      [5, 1, 0, 1, 1],
    );
    assert.deepEqual((await get(`orders/${order.uuid}`)).body, body, 'by UUID as by id');
  });

  it('lists the actions that this administrator may take now', async () => {
    const expected = [
      ['rascunho', {}, ''],
      ['pendente', {}, 'approve return'],
      ['pendente', { approvedAt: new Date() }, 'return'],
      ['publicada', {}, 'suspend revoke'],
      ['publicada', { suspended: true }, 'resume revoke'],
      ['em_analise', {}, 'revoke'],
      ['adjudicada', {}, 'revoke'],
      ['finalizada', {}, ''],
      ['cancelada', {}, ''],
    ] as const;
    for (const [status, fields, actions] of expected) {
      const order = await build({ status, ...fields });
      assert.equal(allowed(await read(order)), actions, `${status} ${JSON.stringify(fields)}`);
      assert.equal(allowed(await read(order, viewer.get)), '', `financeiro, ${status}`);
    }
  });

  it('shows its items page by page', async () => {
    const order = await build({
      items: await Promise.all(
        [1, 2, 3].map(async () => ({ product: await buildProduct(service) })),
      ),
    });
    const page = async (query: string) =>
      (await get<Page<OrderItem>>(`orders/${order.id}/items${query}`)).body;
    assert.deepEqual(
      (await page('')).data.map(({ position }) => position),
      [1, 2, 3],
    );
    assert.deepEqual(
      (await page('?per_page=2&page=2')).data.map(({ position }) => position),
      [3],
    );
    assert.deepEqual((await page('?per_page=2')).meta, {
      current_page: 1,
      last_page: 2,
      per_page: 2,
      total: 3,
      next_cursor: null,
    });
  });

  it('shows its history by profile and by person', async () => {
    const order = await build();
    const supplier = await buildSupplier(service, { name: 'Revenda do Vale' });
    const { submitNew } = proposalCalls(service);
    await submitNew(supplier, order);
    await post(`orders/${order.id}/suspend`, { reason: 'Em apuração' });
    assert.deepEqual(
      (await timeline(order.id)).map(({ event, label, actor, actor_name, actor_user_id }) => [
        event,
        label.replace(/^Proposta \p{Lu}[\p{L}-]+( \d+)?/u, 'Proposta X'),
        actor,
        actor_name,
        actor_user_id,
      ]),
      [
        [
          'proposal.submitted',
          'Proposta X recebida',
          'Fornecedor',
          'Revenda do Vale',
          supplier.userId,
        ],
        ['order.suspended', 'Cotação suspensa', 'Administração', admin.name, admin.userId],
      ],
    );
    const { body } = await service.call('GET', `/api/v1/producer/orders/${order.uuid}/timeline`, {
      token: producer.token,
    });
    assert.doesNotMatch(JSON.stringify(body), /Revenda|actor_name/, 'its producer reads no name');
  });

  it('is visible only to administrators, and returns 404 for an unknown order', async () => {
    const order = await build();
    for (const part of ['', '/items', '/timeline', '/logs', '/proposals']) {
      await assertAdminsOnly(service, 'GET', `orders/${order.id}${part}`);
      assert.equal((await viewer.get(`orders/${order.id}${part}`)).status, 200);
      for (const name of nothing())
        assertRefused(await get(`orders/${name}${part}`), 404, 'order_not_found');
    }
    assertRefused(await get(`orders/${order.id}/items?per_page=0`), 422, 'validation_failed');
  });
});

/** Whether the time is just after noon: the clock starts there and runs during the tests. */
const justNow = (at: string | null): boolean => at?.startsWith('2026-11-20 12:') === true;

describe('an action of an administrator', () => {
  const actions = {
    approve: { from: { status: 'pendente' }, body: undefined, refusal: 'order_not_approvable' },
    return: {
      from: { status: 'pendente' },
      body: { comment: 'Inclua a dose' },
      refusal: 'order_not_returnable',
    },
    suspend: {
      from: { status: 'publicada' },
      body: { reason: 'Em apuração' },
      refusal: 'order_not_suspendable',
    },
    resume: {
      from: { status: 'publicada', suspended: true },
      body: undefined,
      refusal: 'order_not_resumable',
    },
    revoke: {
      from: { status: 'adjudicada' },
      body: { reason: 'Contra os termos' },
      refusal: 'order_not_revocable',
    },
  } as const;

  for (const [action, { from, body, refusal }] of Object.entries(actions)) {
    it(`${action} is allowed by permission, by order and by status`, async () => {
      const order = await build(from);
      await assertAdminsOnly(service, 'POST', `orders/${order.id}/${action}`);
      assertRefused(await viewer.post(`orders/${order.id}/${action}`, body), 403, 'forbidden');
      for (const name of nothing())
        assertRefused(await post(`orders/${name}/${action}`, body), 404, 'order_not_found');
      assertRefused(
        await post(`orders/${order.id}/${action}`, body, { 'if-match': '"7"' }),
        409,
        'stale_version',
      );
      const finished = await build({ status: 'finalizada' });
      assertRefused(await post(`orders/${finished.id}/${action}`, body), 422, refusal);
      assert.deepEqual(
        [await audited(order.id), await timeline(order.id), await audited(finished.id)],
        [[], [], []],
        'refusals leave nothing',
      );
      const moved = await post<AdminOrder>(`orders/${order.uuid}/${action}`, body, {
        'if-match': '"1"',
      });
      assert.deepEqual(
        [moved.status, moved.body.version > 1, moved.headers['etag']],
        [200, true, `"${moved.body.version}"`],
      );
    });
  }

  it('requires a reason with visible text, and accepts no other field', async () => {
    const order = await build({ status: 'publicada' });
    const pending = await build({ status: 'pendente' });
    assertInvalid(await post(`orders/${order.id}/suspend`, {}), { reason: 'Preencha este campo.' });
    for (const body of [
      { reason: ' ' },
      { reason: null },
      { reason: 'x'.repeat(1001) },
      { reason: 'x', comment: 'y' },
    ]) {
      for (const action of ['suspend', 'revoke'])
        assertRefused(await post(`orders/${order.id}/${action}`, body), 422, 'validation_failed');
    }
    for (const body of [{}, { reason: 'x' }, { comment: '' }])
      assertRefused(await post(`orders/${pending.id}/return`, body), 422, 'validation_failed');
    assert.equal((await read(order)).version, 1);
  });

  it('approve publishes at once, and is recorded in the log, the timeline and the outbox', async () => {
    await requireApproval(true);
    try {
      const order = await build({ status: 'pendente' });
      const { body } = await post<AdminOrder>(`orders/${order.id}/approve`);
      assert.deepEqual(
        [body.status, justNow(body.approved_at), justNow(body.published_at)],
        ['publicada', true, true],
      );
      const row = { action: 'status_changed', user_id: admin.userId };
      assert.deepEqual(await audited(order.id), [
        {
          ...row,
          old_values: { status: 'pendente' },
          new_values: { event: 'order.released', status: 'publicada' },
        },
        {
          ...row,
          old_values: { status: 'pendente', approved: false },
          new_values: { event: 'order.approved', status: 'pendente', approved: true },
        },
      ]);
      assert.deepEqual(
        (await timeline(order.id)).map(({ event, actor_name }) => [event, actor_name]),
        [
          ['order.approved', admin.name],
          ['order.published', admin.name],
        ],
      );
      assert.deepEqual(await eventsOf(order.id), ['order.approved', 'order.published']);
    } finally {
      await requireApproval(false);
    }
  });

  it('approve leaves the order pending until the time the producer chose', async () => {
    const order = await build({ status: 'pendente', publishAt: new Date('2026-11-21T12:00:00Z') });
    const { body } = await post<AdminOrder>(`orders/${order.id}/approve`);
    assert.deepEqual([body.status, body.published_at, allowed(body)], ['pendente', null, 'return']);
    assertRefused(await post(`orders/${order.id}/approve`), 422, 'order_not_approvable');
  });

  it('return sends the order back for editing, with the comment', async () => {
    const order = await build({ status: 'pendente', approvedAt: new Date('2026-11-20T14:00:00Z') });
    const { body } = await post<AdminOrder>(`orders/${order.id}/return`, {
      comment: ' Inclua a dose ',
    });
    assert.deepEqual(
      [body.status, body.reason, body.approved_at],
      ['rascunho', 'Inclua a dose', null],
    );
    assert.deepEqual((await audited(order.id))[0]?.new_values, {
      event: 'order.returned',
      status: 'rascunho',
      approved: false,
      reason: 'Inclua a dose',
    });
    assert.deepEqual(await eventsOf(order.id), ['order.returned']);
    const edited = await service.call('PUT', `/api/v1/producer/orders/${order.uuid}`, {
      token: producer.token,
      body: { notes: 'Dose: 2 L/ha' },
    });
    assert.equal(edited.status, 200);
  });

  it('suspend makes the order refuse drafts and submissions until it is resumed', async () => {
    const order = await build();
    const [early, late] = [await buildSupplier(service), await buildSupplier(service)];
    const { saveDraft, submit } = proposalCalls(service);
    const draft = await saveDraft(early, order);
    const suspended = await post<AdminOrder>(`orders/${order.id}/suspend`, {
      reason: 'Em apuração',
    });
    assert.deepEqual(
      [
        suspended.body.status,
        suspended.body.is_suspended,
        justNow(suspended.body.suspended_at),
        suspended.body.reason,
      ],
      ['publicada', true, true, 'Em apuração'],
    );
    const save = (body: unknown) =>
      service.call('POST', `/api/v1/orders/${order.uuid}/proposals`, { token: late.token, body });
    assert.equal((await save(offerOf(order))).status, 422);
    assert.equal(
      (await service.call('POST', `/api/v1/proposals/${draft.uuid}/submit`, { token: early.token }))
        .status,
      422,
    );

    const resumed = await post<AdminOrder>(`orders/${order.id}/resume`);
    assert.deepEqual(
      [resumed.body.is_suspended, resumed.body.suspended_at, resumed.body.reason],
      [false, null, null],
    );
    assert.equal((await save(offerOf(order))).status, 200);
    assert.equal((await submit(early, draft)).status, 'submitted');
    assert.deepEqual(
      (await audited(order.id))
        .filter(({ user_id }) => user_id === admin.userId)
        .map(({ old_values, new_values }) => [old_values, new_values]),
      [
        [
          { status: 'publicada', suspended: true },
          { event: 'order.resumed', status: 'publicada', suspended: false },
        ],
        [
          { status: 'publicada', suspended: false },
          { event: 'order.suspended', status: 'publicada', suspended: true, reason: 'Em apuração' },
        ],
      ],
    );
    assert.deepEqual(await eventsOf(order.id), ['order.suspended']);
  });

  it('revoke after the award removes its amount from the metrics and ends the negotiation', async () => {
    const order = await build();
    const supplier = await buildSupplier(service);
    const { submitNew, accept, read: readProposal } = proposalCalls(service);
    const winner = await accept(producer, await submitNew(supplier, order));
    const amount = async () =>
      (await get<{ accepted_amount: { total: number } }>('dashboard')).body.accepted_amount.total;
    const before = await amount();
    const { body } = await post<AdminOrder>(`orders/${order.id}/revoke`, {
      reason: 'Contra os termos',
    });
    assert.deepEqual(
      [body.status, body.reason, justNow(body.ended_at), allowed(body)],
      ['revogada', 'Contra os termos', true, ''],
    );
    assert.equal(await amount(), before - winner.total_amount);
    assert.equal(
      (await readProposal(supplier, winner)).status,
      'accepted',
      'what was decided stays on record',
    );
    assertRefused(
      await service.call('POST', `/api/v1/producer/orders/${order.uuid}/finalize`, {
        token: producer.token,
      }),
      422,
      'order_not_finalizable',
    );
    assert.deepEqual(await eventsOf(order.id), ['order.revoked']);
  });

  it('has one effect when its key is repeated', async () => {
    const order = await build();
    const ask = () =>
      post(
        `orders/${order.id}/suspend`,
        { reason: 'Em apuração' },
        { 'idempotency-key': `suspend-${order.id}` },
      );
    const [first, second] = [await ask(), await ask()];
    assert.deepEqual([first.status, second.status, second.body], [200, 200, first.body]);
    assert.equal((await audited(order.id)).length, 1);
  });

  it('succeeds for one of two administrators at once, and is refused for the other', async () => {
    const order = await build();
    const answers = await Promise.all([
      post(`orders/${order.id}/suspend`, { reason: 'Um' }),
      post(`orders/${order.id}/suspend`, { reason: 'Outro' }),
    ]);
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 422],
    );
    assert.equal((await audited(order.id)).length, 1);
  });
});
