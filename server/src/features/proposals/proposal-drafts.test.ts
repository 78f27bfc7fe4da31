import assert from 'node:assert/strict';
import { randomUUIDv7 } from 'node:crypto';
import { describe, it } from 'node:test';
import type { Proposal, ProposalDraftBody } from '@lavra/contract/proposals/schemas';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildOrder, type TestOrder } from '../../../test/orders.ts';
import { buildSupplier, type TestSupplier } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import {
  assertInvalid,
  assertRefused,
  offerOf,
  openNegotiation,
  proposalCalls,
} from './proposals.fixture.ts';

const service = await startService();
const { saveDraft, submit, submitNew, cancel, read } = proposalCalls(service);

const post = ({ token }: TestSupplier, order: TestOrder, body: unknown) =>
  service.call<Proposal>('POST', `/api/v1/orders/${order.uuid}/proposals`, { token, body });
/** Returns an offer with its first item changed. */
const firstItem = (order: TestOrder, change: object) => {
  const { items } = offerOf(order);
  return { items: [{ ...items[0], ...change }, ...items.slice(1)] };
};
const draftsOf = async ({ supplierId }: TestSupplier): Promise<number> =>
  (
    await service.db.q
      .selectFrom('proposals')
      .select('id')
      .where('supplier_id', '=', supplierId)
      .where('status', '=', 'draft')
      .execute()
  ).length;

describe('saving the draft of a proposal', () => {
  it('creates it with everything that the service computes', async () => {
    const { supplier, order } = await openNegotiation(service);
    const [first, second] = order.items;
    const { status, body, headers } = await post(supplier, order, {
      order_id: order.id,
      notes: ' Frete à parte ',
      validity_date: '2020-01-31',
      freight_amount: 150.55,
      delivery_days: 10,
      payment_terms: '30 dias',
      supplier_reference: 'ORC-7781',
      items: [
        {
          order_item_id: second?.id,
          product_id: second?.productId,
          quantity: 100,
          unit_price: null,
          justification: 'Em falta',
          justification_type: 'out_of_stock',
        },
        {
          order_item_id: first?.id,
          product_id: first?.productId,
          quantity: 3.005,
          unit_price: 33.3333,
          offers_similar: true,
          similar_product_name: 'Outro',
          similar_product_description: 'Igual',
          notes: 'Saco',
        },
      ],
    });
    assert.equal(status, 200);
    assert.equal(headers['etag'], '"1"');
    assert.deepEqual(
      {
        ...body,
        items: undefined,
        order: undefined,
        supplier: undefined,
        id: 0,
        uuid: '',
        created_at: '',
        updated_at: '',
      },
      {
        id: 0,
        uuid: '',
        order_id: order.id,
        supplier_id: supplier.supplierId,
        total_amount: 100.17,
        landed_total: 250.72,
        notes: 'Frete à parte',
        validity_date: '2020-01-31',
        freight_amount: 150.55,
        freight_kind: 'amount',
        landed_unknown: null,
        delivery_days: 10,
        payment_terms: '30 dias',
        supplier_reference: 'ORC-7781',
        allows_partial: false,
        partial_minimum: null,
        freight_rule: 'full',
        award: null,
        identity_warnings: [],
        status: 'draft',
        status_label: 'Rascunho',
        display_status: 'draft',
        display_status_label: 'Rascunho',
        submitted_at: null,
        accepted_at: null,
        rejected_at: null,
        cancelled_at: null,
        rejection_reason: null,
        cancellation_reason: null,
        created_at: '',
        updated_at: '',
        is_draft: true,
        is_submitted: false,
        is_accepted: false,
        is_rejected: false,
        is_available: true,
        can_edit: true,
        can_submit: true,
        can_cancel: false,
        priced_items: 1,
        version: 1,
        items: undefined,
        order: undefined,
        supplier: undefined,
      },
    );
    const [priced, justified] = body.items;
    assert.deepEqual(
      [
        priced?.order_item_id,
        priced?.total_price,
        priced?.has_price,
        priced?.has_justification,
        priced?.is_valid,
        priced?.similar_product_name,
      ],
      [first?.id, 100.17, true, false, true, 'Outro'],
    );
    assert.deepEqual(
      [
        justified?.order_item_id,
        justified?.total_price,
        justified?.has_price,
        justified?.has_justification,
        justified?.is_valid,
        justified?.justification_label,
      ],
      [second?.id, 0, false, true, true, 'Sem estoque'],
    );
    assert.equal(priced?.order_item.quantity, 100);
    assert.equal(priced?.product.id, first?.productId);
    assert.deepEqual(
      [body.supplier.id, body.supplier.name, body.supplier.email, body.supplier.city],
      [supplier.supplierId, supplier.name, supplier.email, 'Rio Verde'],
    );
    assert.deepEqual(await read(supplier, body), body);
  });

  it('accepts the order by its id too, and works on the supplier’s own routes', async () => {
    const { supplier, order } = await openNegotiation(service);
    const call = (url: string, body: object) =>
      service.call<Proposal>('POST', url, {
        token: supplier.token,
        body: { ...offerOf(order), ...body },
      });
    const answers = [
      await call(`/api/v1/orders/${order.uuid}/proposals`, {}),
      await call(`/api/v1/orders/${order.id}/proposals`, { order_id: order.id }),
      await call('/api/v1/supplier/proposals', { order_id: order.id }),
      await call('/api/v1/supplier/proposals', { order_uuid: order.uuid.toUpperCase() }),
      await call('/api/v1/fornecedor/propostas', { order_id: order.id, order_uuid: order.uuid }),
    ];
    assert.deepEqual(
      answers.map(({ status, body }) => [status, body.uuid, body.version]),
      [1, 2, 3, 4, 5].map((version) => [200, answers[0]?.body.uuid, version]),
    );
    assert.equal(await draftsOf(supplier), 1);
  });

  it('replaces the items, keeps fields that are not sent, and clears those that are null', async () => {
    const { supplier, order } = await openNegotiation(service);
    const first = await saveDraft(
      supplier,
      order,
      offerOf(order, 10, {
        notes: 'Sem frete',
        validity_date: '2036-01-01',
        freight_amount: 5,
        delivery_days: 3,
        payment_terms: 'À vista',
        supplier_reference: 'A1',
      }),
    );
    const second = await saveDraft(supplier, order, offerOf(order, 7));
    assert.deepEqual(
      [second.uuid, second.version, second.total_amount, second.items.length],
      [first.uuid, 2, 1400, 2],
    );
    assert.equal(new Set([...first.items, ...second.items].map((item) => item.id)).size, 4);
    const kept = ({
      notes,
      validity_date,
      freight_amount,
      delivery_days,
      payment_terms,
      supplier_reference,
    }: Proposal) => [
      notes,
      validity_date,
      freight_amount,
      delivery_days,
      payment_terms,
      supplier_reference,
    ];
    assert.deepEqual(kept(second), ['Sem frete', '2036-01-01', 5, 3, 'À vista', 'A1']);
    const third = await saveDraft(supplier, order, {
      items: [],
      notes: null,
      validity_date: null,
      freight_amount: null,
      delivery_days: null,
      payment_terms: ' ',
      supplier_reference: null,
    });
    assert.deepEqual(kept(third), [null, null, null, null, null, null]);
    assert.deepEqual([third.items, third.total_amount, third.can_submit], [[], 0, true]);
  });

  it('says who pays for the freight, also to clients that know only amounts', async () => {
    const { supplier, order } = await openNegotiation(service);
    const saved = async (terms: Partial<ProposalDraftBody>) => {
      const draft = await saveDraft(supplier, order, offerOf(order, 10, terms));
      return [draft.freight_kind, draft.freight_amount, draft.landed_total, draft.landed_unknown];
    };
    assert.deepEqual(await saved({}), [null, null, 2000, 'freight_unknown']);
    assert.deepEqual(await saved({ freight_kind: 'included' }), ['included', null, 2000, null]);
    assert.deepEqual(await saved({ freight_amount: null }), ['included', null, 2000, null]);
    assert.deepEqual(await saved({ freight_amount: 5 }), ['amount', 5, 2005, null]);
    assert.deepEqual(await saved({ freight_kind: 'by_producer' }), [
      'by_producer',
      null,
      2000,
      'freight_by_producer',
    ]);
    assert.deepEqual(await saved({ freight_kind: 'amount', freight_amount: 0 }), [
      'amount',
      0,
      2000,
      null,
    ]);
    assertInvalid(
      await post(
        supplier,
        order,
        offerOf(order, 10, { freight_kind: 'included', freight_amount: 5 }),
      ),
      { freight_amount: 'Deixe vazio: com frete incluso ou por conta do produtor não há valor.' },
    );
  });

  it('keeps one draft per supplier, beside any number of submitted proposals', async () => {
    const { supplier, order } = await openNegotiation(service);
    const other = await buildSupplier(service);
    const sent = [
      await submitNew(supplier, order),
      await submitNew(supplier, order, offerOf(order, 9)),
    ];
    const draft = await saveDraft(supplier, order, offerOf(order, 8));
    await saveDraft(other, order);
    const own = await service.call<Proposal[]>('GET', `/api/v1/orders/${order.id}/proposals`, {
      token: supplier.token,
    });
    assert.deepEqual(
      own.body.map(({ uuid, status }) => [uuid, status]),
      [[draft.uuid, 'draft'], ...sent.toReversed().map(({ uuid }) => [uuid, 'submitted'])],
    );
    assert.equal(own.body[0]?.items[0]?.order_item.id, order.items[0]?.id);
    assert.deepEqual(
      (
        await service.call(
          'GET',
          `/api/v1/orders/${(await openNegotiation(service)).order.uuid}/proposals`,
          { token: supplier.token },
        )
      ).body,
      [],
    );
  });

  it('rounds to the cent, and accepts a price of zero and a quantity of zero', async () => {
    const { supplier, order } = await openNegotiation(service, { itemCount: 4 });
    const pairs = [
      [0.0001, 50],
      [0.005, 1],
      [1.005, 1],
      [0, 100],
    ] as const; // half a cent is rounded up
    const body = {
      items: order.items.map((item, index) => ({
        order_item_id: item.id,
        product_id: item.productId,
        unit_price: pairs[index]?.[0] ?? null,
        quantity: pairs[index]?.[1] ?? 0,
      })),
    };
    const draft = await saveDraft(supplier, order, body);
    assert.deepEqual(
      draft.items.map((item) => item.total_price),
      [0.01, 0.01, 1.01, 0],
    );
    assert.deepEqual(
      [draft.total_amount, draft.priced_items, draft.items[3]?.has_price],
      [1.03, 3, false],
    );
  });

  it('accepts 1,000 items and the largest amount there is', async () => {
    const { supplier, order } = await openNegotiation(service, { itemCount: 1000 });
    const draft = await saveDraft(supplier, order, {
      items: offerOf(order, 9_999_999_999.9999).items.map((item) => ({
        ...item,
        quantity: 1,
        unit_price: 9_999_999_999.99,
      })),
    });
    assert.deepEqual(
      [draft.items.length, draft.total_amount, draft.priced_items],
      [1000, 9_999_999_999_990, 1000],
    );
    const largest = await saveDraft(supplier, order, {
      ...firstItem(order, { unit_price: 9_999_999_999_999.99, quantity: 1 }),
      items: firstItem(order, { unit_price: 9_999_999_999_999.99, quantity: 1 }).items.slice(
        0,
        1,
      ) as Proposal['items'],
      freight_amount: 9_999_999_999_999.99,
    });
    assert.deepEqual(
      [largest.total_amount, largest.landed_total],
      [9_999_999_999_999.99, 19_999_999_999_999.98],
    );
    assert.equal((await submit(supplier, largest)).total_amount, 9_999_999_999_999.99);
  });

  it('ignores unknown fields', async () => {
    const { supplier, order } = await openNegotiation(service);
    const body = {
      ...firstItem(order, { has_price: false, total_price: 1 }),
      total_amount: 1,
      status: 'accepted',
      supplier_id: 1,
    };
    assert.deepEqual(
      (({ total_amount, status }) => ({ total_amount, status }))(
        (await post(supplier, order, body)).body,
      ),
      { total_amount: 2000, status: 'draft' },
    );
  });
});

describe('the body of a draft', () => {
  it('is refused field by field, with the path of the field', async () => {
    const { supplier, order } = await openNegotiation(service);
    const refused = async (body: unknown, errors: Record<string, string>): Promise<void> =>
      assertInvalid(await post(supplier, order, body), errors);
    const item = (change: object, errors: Record<string, string>): Promise<void> =>
      refused(
        firstItem(order, change),
        Object.fromEntries(
          Object.entries(errors).map(([name, sentence]) => [`items.0.${name}`, sentence]),
        ),
      );

    await refused({}, { items: 'Preencha este campo.' });
    await refused({ items: null }, { items: 'Deve ser uma lista.' });
    await refused(
      { items: [{}] },
      {
        'items.0.order_item_id': 'Preencha este campo.',
        'items.0.product_id': 'Preencha este campo.',
        'items.0.quantity': 'Preencha este campo.',
      },
    );
    await refused([], { body: 'Deve ser um objeto.' });
    await item(
      { unit_price: -0.01, quantity: -1 },
      { unit_price: 'Deve ser no mínimo 0.', quantity: 'Deve ser no mínimo 0.' },
    );
    await item(
      { unit_price: '5', quantity: null },
      { unit_price: 'Deve ser um número.', quantity: 'Deve ser um número.' },
    );
    await item(
      { unit_price: 0.12345, quantity: 0.1234 },
      {
        unit_price: 'Use no máximo 4 casas decimais.',
        quantity: 'Use no máximo 3 casas decimais.',
      },
    );
    await item(
      { unit_price: 1e13, quantity: 1e300 },
      {
        unit_price: 'O valor passa do máximo de 9.999.999.999.999,99.',
        quantity: 'O valor passa do máximo de 9.999.999.999.999,99.',
      },
    );
    await item(
      { unit_price: 9e12, quantity: 2 },
      { unit_price: 'O total (preço × quantidade) passa do máximo de 9.999.999.999.999,99.' },
    );
    await item(
      { offers_similar: 'sim', justification_type: 'holiday' },
      {
        offers_similar: 'Deve ser verdadeiro ou falso.',
        justification_type: 'Use um destes valores: unavailable, out_of_stock, logistics, other.',
      },
    );
    await item(
      { justification: 'x'.repeat(2001), similar_product_name: 5 },
      {
        justification: 'Use no máximo 2000 caracteres.',
        similar_product_name: 'Deve ser um texto.',
      },
    );
    await item(
      { order_item_id: 1.5, product_id: 0 },
      { order_item_id: 'Deve ser um número inteiro.', product_id: 'Deve ser no mínimo 1.' },
    );
    await item({ notes: 'a\0b' }, { notes: 'Contém caracteres que não podem ser guardados.' });
    const whole = 'O total (preço × quantidade) passa do máximo de 9.999.999.999.999,99.';
    await refused(
      {
        items: offerOf(order, 5e12).items.map((one) => ({
          ...one,
          quantity: 1,
          unit_price: 5_000_000_000_000,
        })),
      },
      { items: whole },
    );
    await refused(
      {
        ...offerOf(order),
        validity_date: '2027-02-30',
        freight_amount: 0.001,
        delivery_days: -1,
        notes: 'x'.repeat(5001),
      },
      {
        validity_date: 'Use uma data válida no formato AAAA-MM-DD.',
        delivery_days: 'Deve ser no mínimo 0.',
        notes: 'Use no máximo 5000 caracteres.',
      },
    );
    await refused(
      { ...offerOf(order), freight_amount: 0.001 },
      { freight_amount: 'Use no máximo 2 casas decimais.' },
    );
    assert.equal(await draftsOf(supplier), 0);
  });

  it('is refused where it names something of another order, and nothing is stored', async () => {
    const { supplier, order } = await openNegotiation(service);
    const foreign = (await openNegotiation(service)).order.items[0];
    const before = await saveDraft(supplier, order);
    const [first, second] = offerOf(order).items;
    assertInvalid(
      await post(supplier, order, { items: [first, { ...second, order_item_id: foreign?.id }] }),
      { 'items.1.order_item_id': 'Este item não pertence à cotação.' },
    );
    assertInvalid(
      await post(supplier, order, {
        items: [
          { ...first, product_id: 999_999_999 },
          { ...second, order_item_id: Number.MAX_SAFE_INTEGER },
        ],
      }),
      {
        'items.0.product_id': 'Este produto não existe.',
        'items.1.order_item_id': 'Este item não pertence à cotação.',
      },
    );
    assertInvalid(await post(supplier, order, { items: [first, second, first] }), {
      'items.2.order_item_id': 'Este item aparece mais de uma vez.',
    });
    assertInvalid(
      await post(supplier, order, { items: Array.from({ length: 1001 }, () => first) }),
      { items: 'Inclua no máximo 1000.' },
    );
    assert.deepEqual(await read(supplier, before), before);
  });

  it('may offer another product than the requested one', async () => {
    const { supplier, order } = await openNegotiation(service);
    const similar = await buildProduct(service, { name: 'Glifosato 480' });
    const { body } = await post(
      supplier,
      order,
      firstItem(order, { product_id: similar.id, offers_similar: true }),
    );
    assert.deepEqual(
      [body.items[0]?.product.name, body.items[0]?.order_item.product_id],
      ['Glifosato 480', order.items[0]?.productId],
    );
  });

  it('must name the same order as the path', async () => {
    const { supplier, order } = await openNegotiation(service);
    const other = await openNegotiation(service);
    assertRefused(
      await post(supplier, order, { ...offerOf(order), order_id: other.order.id }),
      422,
      'order_mismatch',
    );
    const own = (body: object) =>
      service.call('POST', '/api/v1/supplier/proposals', {
        token: supplier.token,
        body: { items: [], ...body },
      });
    assertRefused(
      await own({ order_id: order.id, order_uuid: other.order.uuid }),
      422,
      'order_mismatch',
    );
    assertInvalid(await own({}), { order_id: 'Preencha este campo.' });
    assertInvalid(await own({ order_uuid: 'nothing' }), { order_uuid: 'Use um UUID válido.' });
    assertRefused(await own({ order_id: 999_999_999 }), 404, 'order_not_found');
    assertRefused(await own({ order_uuid: randomUUIDv7() }), 404, 'order_not_found');
    const malformed = await service.call('POST', `/api/v1/orders/${order.uuid}/proposals`, {
      token: supplier.token,
      payload: '{"items":',
    });
    assertRefused(malformed, 400, 'malformed_json');
  });

  it('is refused for a price that no number can be', async () => {
    const { supplier, order } = await openNegotiation(service);
    const { order_item_id, product_id } = offerOf(order).items[0] ?? {};
    const payload = `{"items":[{"order_item_id":${order_item_id},"product_id":${product_id},"quantity":1,"unit_price":1e400}]}`;
    assertInvalid(
      await service.call('POST', `/api/v1/orders/${order.uuid}/proposals`, {
        token: supplier.token,
        payload,
      }),
      { 'items.0.unit_price': 'Deve ser um número.' },
    );
  });
});

describe('an order that is not open to drafts', () => {
  it('returns 404 while it is not published', async () => {
    for (const status of ['rascunho', 'pendente'] as const) {
      const { supplier, order } = await openNegotiation(service, { status });
      assertRefused(await post(supplier, order, offerOf(order)), 404, 'order_not_found');
      assertRefused(
        await service.call('GET', `/api/v1/orders/${order.uuid}/proposals`, {
          token: supplier.token,
        }),
        404,
        'order_not_found',
      );
    }
  });

  it('returns 404 once it has ended, except to suppliers with a proposal on it or as a favorite', async () => {
    for (const status of [
      'em_analise',
      'adjudicada',
      'finalizada',
      'cancelada',
      'revogada',
      'expirada',
    ] as const) {
      const { supplier, order } = await openNegotiation(service);
      const [fan, stranger] = [await buildSupplier(service), await buildSupplier(service)];
      await submitNew(supplier, order);
      await service.call('POST', `/api/v1/supplier/orders/${order.uuid}/favorite`, {
        token: fan.token,
      });
      await service.db.q.updateTable('orders').set({ status }).where('id', '=', order.id).execute();
      assertRefused(await post(supplier, order, offerOf(order)), 422, 'order_closed');
      assertRefused(await post(fan, order, offerOf(order)), 422, 'order_closed');
      assertRefused(await post(stranger, order, offerOf(order)), 404, 'order_not_found');
    }
  });

  it('accepts none while it is suspended, or when the supplier declined it', async () => {
    const suspended = await openNegotiation(service, { suspended: true });
    assertRefused(
      await post(suspended.supplier, suspended.order, offerOf(suspended.order)),
      422,
      'order_suspended',
    );
    const { supplier, order } = await openNegotiation(service);
    const decline = (method: 'POST' | 'DELETE') =>
      service.call(method, `/api/v1/supplier/orders/${order.uuid}/decline`, {
        token: supplier.token,
      });
    await decline('POST');
    assertRefused(await post(supplier, order, offerOf(order)), 422, 'order_declined');
    await decline('DELETE');
    await saveDraft(supplier, order);
  });
});

describe('changing the draft of a proposal', () => {
  const put = (
    { token }: TestSupplier,
    { uuid }: Pick<Proposal, 'uuid'>,
    body: unknown,
    headers: Record<string, string> = {},
  ) =>
    service.call<Proposal>('PUT', `/api/v1/supplier/proposals/${uuid}`, { token, body, headers });

  it('sets the sent fields, keeps absent ones, and clears those that are null', async () => {
    const { supplier, order } = await openNegotiation(service);
    const draft = await saveDraft(
      supplier,
      order,
      offerOf(order, 10, { notes: 'Primeira', payment_terms: 'À vista', freight_amount: 10 }),
    );
    const { status, body, headers } = await put(supplier, draft, {
      notes: 'Segunda',
      freight_amount: null,
      order_id: order.id,
      order_uuid: order.uuid,
    });
    assert.deepEqual(
      [
        status,
        headers['etag'],
        body.notes,
        body.payment_terms,
        body.freight_amount,
        body.total_amount,
        body.landed_total,
      ],
      [200, '"2"', 'Segunda', 'À vista', null, 2000, 2000],
    );
    assert.deepEqual(body.items, draft.items);
    const replaced = await put(supplier, draft, { items: offerOf(order, 3).items.slice(1) });
    assert.deepEqual(
      [replaced.body.items.length, replaced.body.total_amount, replaced.body.notes],
      [1, 300, 'Segunda'],
    );
    const emptied = await service.call<Proposal>(
      'PUT',
      `/api/v1/fornecedor/propostas/${draft.uuid}`,
      { token: supplier.token, body: { items: [] } },
    );
    assert.deepEqual(
      [emptied.body.items, emptied.body.total_amount, emptied.body.version],
      [[], 0, 4],
    );
    assert.deepEqual(await read(supplier, draft), emptied.body);
  });

  it('validates the body like the first save', async () => {
    const { supplier, order } = await openNegotiation(service);
    const other = await openNegotiation(service);
    const draft = await saveDraft(supplier, order);
    const [first] = offerOf(order).items;
    assertInvalid(await put(supplier, draft, { items: [first, first] }), {
      'items.1.order_item_id': 'Este item aparece mais de uma vez.',
    });
    assertInvalid(await put(supplier, draft, { items: offerOf(other.order).items }), {
      'items.0.order_item_id': 'Este item não pertence à cotação.',
      'items.1.order_item_id': 'Este item não pertence à cotação.',
    });
    assertInvalid(await put(supplier, draft, { order_id: other.order.id }), {
      order_id: 'A cotação de uma proposta não pode ser trocada.',
    });
    assertRefused(
      await put(supplier, draft, { order_uuid: other.order.uuid }),
      422,
      'order_mismatch',
    );
    assertInvalid(await put(supplier, draft, { notes: 5 }), { notes: 'Deve ser um texto.' });
    assert.deepEqual(await read(supplier, draft), draft);
  });

  it('is allowed only to its supplier, and returns 404 to others', async () => {
    const { supplier, order, producer } = await openNegotiation(service);
    const stranger = await buildSupplier(service);
    const draft = await saveDraft(supplier, order);
    assertRefused(await put(stranger, draft, { notes: 'x' }), 404, 'proposal_not_found');
    for (const url of [
      `/api/v1/proposals/${draft.uuid}`,
      `/api/v1/proposals/${draft.uuid}?view=anonymous`,
    ]) {
      for (const { token } of [producer, stranger])
        assertRefused(await service.call('GET', url, { token }), 404, 'proposal_not_found');
    }
    const sent = await submit(supplier, draft);
    assertRefused(await put(stranger, sent, { notes: 5 }), 403, 'not_yours');
  });

  it('is refused after the submission, the cancellation or the end of the order', async () => {
    const { supplier, order } = await openNegotiation(service);
    const sent = await submitNew(supplier, order);
    assertRefused(await put(supplier, sent, { notes: 'x' }), 422, 'proposal_not_editable');
    assertRefused(
      await put(supplier, await cancel(supplier, sent), { notes: 'x' }),
      422,
      'proposal_not_editable',
    );
    const draft = await saveDraft(supplier, order);
    await service.db.q
      .updateTable('orders')
      .set({ status: 'em_analise' })
      .where('id', '=', order.id)
      .execute();
    assertRefused(await put(supplier, draft, { notes: 'x' }), 422, 'order_closed');
    const closed = await read(supplier, draft);
    assert.deepEqual([closed.can_edit, closed.can_submit, closed.is_draft], [false, false, true]);
  });

  it('requires the version of If-Match, and otherwise changes nothing', async () => {
    const { supplier, order } = await openNegotiation(service);
    const draft = await saveDraft(supplier, order);
    assert.equal(
      (await put(supplier, draft, { notes: 'A' }, { 'if-match': '"1"' })).body.version,
      2,
    );
    for (const stale of ['"1"', 'W/"1"', '"3"', '"nothing"', '2'])
      assertRefused(
        await put(supplier, draft, { notes: 'B' }, { 'if-match': stale }),
        409,
        'stale_version',
      );
    assert.equal((await put(supplier, draft, { notes: 'C' }, { 'if-match': '*' })).body.version, 3);
    assert.equal((await read(supplier, draft)).notes, 'C');
  });

  it('does not depend on older drafts of other suppliers', async () => {
    const { supplier, order } = await openNegotiation(service);
    const second = await buildOrder(service, {
      producerId: (await openNegotiation(service)).producer.producerId,
    });
    const [draft] = [
      await saveDraft(supplier, order),
      await saveDraft(await buildSupplier(service), order),
      await saveDraft(supplier, second),
    ];
    assert.equal((await put(supplier, draft, { notes: 'meu' })).body.notes, 'meu');
  });
});
