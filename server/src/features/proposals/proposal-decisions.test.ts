import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AnonymousProposal, Proposal } from '@lavra/contract/proposals/schemas';
import type { SupplierOrder } from '@lavra/contract/orders/supplier-schemas';
import { buildProducer, buildSupplier, type TestPerson } from '../../../test/people.ts';
import { startService, type CallOptions } from '../../../test/service.ts';
import {
  assertInvalid,
  assertRefused,
  offerOf,
  openNegotiation,
  proposalCalls,
} from './proposals.fixture.ts';

const service = await startService();
const { saveDraft, submitNew, accept, reject, cancel, read } = proposalCalls(service);

const tryTo = (
  decision: 'accept' | 'reject',
  { token }: TestPerson,
  { uuid }: Pick<Proposal, 'uuid'>,
  options: CallOptions = {},
) => service.call<Proposal>('POST', `/api/v1/proposals/${uuid}/${decision}`, { token, ...options });
const received = async ({ token }: TestPerson, { uuid }: { uuid: string }) => {
  const { status, body } = await service.call<Proposal[]>(
    'GET',
    `/api/v1/orders/${uuid}/proposals/received`,
    { token },
  );
  assert.equal(status, 200);
  return body;
};
const setOrder = (id: number, status: string) =>
  service.db.q.updateTable('orders').set({ status }).where('id', '=', id).execute();
const orderRow = (id: number) =>
  service.db.q
    .selectFrom('orders')
    .select(['status', 'awarded_at', 'version'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const eventsOf = async (orderId: number): Promise<string[]> =>
  (await service.db.q.selectFrom('events').select(['type', 'data']).orderBy('id').execute())
    .filter(({ data }) => (data as { order_id?: number }).order_id === orderId)
    .map(({ type }) => type);

describe('the proposals that a producer received', () => {
  it('include all but drafts, the oldest first, each with its supplier and its items', async () => {
    const { supplier, producer, order } = await openNegotiation(service);
    const rival = await buildSupplier(service);
    const sent = [
      await submitNew(supplier, order),
      await submitNew(rival, order, offerOf(order, 7)),
      await submitNew(supplier, order, offerOf(order, 6)),
    ];
    await saveDraft(supplier, order);
    const list = await received(producer, order);
    assert.deepEqual(
      list.map(({ uuid }) => uuid),
      sent.map(({ uuid }) => uuid),
    );
    assert.deepEqual(
      list.map((one) => [
        one.supplier.id,
        one.supplier_id,
        one.supplier.email,
        one.total_amount,
        one.items.length,
      ]),
      [
        [supplier.supplierId, supplier.supplierId, supplier.email, 2000, 2],
        [rival.supplierId, rival.supplierId, rival.email, 1400, 2],
        [supplier.supplierId, supplier.supplierId, supplier.email, 1200, 2],
      ],
    );
    assert.deepEqual(list[0], await read(producer, sent[0] ?? { uuid: '' }));
  });

  it('include rejected, cancelled and accepted ones', async () => {
    const { supplier, producer, order } = await openNegotiation(service);
    const sent = [
      await submitNew(supplier, order),
      await submitNew(supplier, order),
      await submitNew(supplier, order),
      await submitNew(supplier, order),
    ] as const;
    await reject(producer, sent[0], 'Caro');
    await cancel(supplier, sent[1]);
    await accept(producer, sent[2]);
    const list = await received(producer, order);
    assert.deepEqual(
      list.map(({ status, display_status }) => `${status} ${display_status}`),
      ['rejected rejected', 'cancelled cancelled', 'accepted accepted', 'submitted lost'],
    );
  });

  it('are visible only to the order’s producer, by its UUID or its id', async () => {
    const { supplier, producer, order } = await openNegotiation(service);
    await submitNew(supplier, order);
    const stranger = await buildProducer(service);
    const url = (ref: string | number, query = '') =>
      `/api/v1/orders/${ref}/proposals/received${query}`;
    assert.equal(
      (await service.call<Proposal[]>('GET', url(order.id), { token: producer.token })).body.length,
      1,
    );
    assertRefused(
      await service.call('GET', url(order.uuid), { token: stranger.token }),
      403,
      'not_yours',
    );
    assertRefused(
      await service.call('GET', url(999_999_999), { token: producer.token }),
      404,
      'order_not_found',
    );
    assertInvalid(
      await service.call('GET', url(order.uuid, '?view=naked'), { token: producer.token }),
      { view: 'Use um destes valores: full, anonymous.' },
    );
    assert.equal(
      (await service.call('GET', url(order.uuid, '?view=full&page=x'), { token: producer.token }))
        .status,
      200,
      'unknown names are ignored',
    );
    const untouched = await openNegotiation(service);
    assert.deepEqual(await received(untouched.producer, untouched.order), []);
  });
});

describe('accepting a proposal', () => {
  it('awards the order to that proposal in one transaction', async () => {
    for (const status of ['publicada', 'em_analise']) {
      const { supplier, producer, order } = await openNegotiation(service);
      const [cheap, dear] = [
        await submitNew(await buildSupplier(service), order, offerOf(order, 1)),
        await submitNew(supplier, order, offerOf(order, 99)),
      ];
      await setOrder(order.id, status);
      const won = await accept(producer, dear);
      assert.deepEqual(
        [
          won.status,
          won.is_accepted,
          won.is_submitted,
          won.can_cancel,
          won.version,
          won.order.status,
        ],
        ['accepted', true, false, false, 3, 'adjudicada'],
      );
      assert.match(won.accepted_at ?? '', /^\d{4}-/);
      const row = await orderRow(order.id);
      assert.deepEqual(
        [row.status, row.awarded_at === null, row.version],
        ['adjudicada', false, 2],
      );
      assert.deepEqual(
        ((lost) => [lost.status, lost.display_status, lost.can_cancel])(
          await read(producer, cheap),
        ),
        ['submitted', 'lost', false],
      );
      assert.deepEqual(await eventsOf(order.id), [
        'proposal.received',
        'proposal.received',
        'proposal.accepted',
        'order.awarded_to_other',
      ]);
    }
  });

  it('returns 500 with a code when it fails, and changes nothing', async () => {
    const { supplier, producer, order } = await openNegotiation(service);
    const [won, lost, rejected, cancelled] = [
      await submitNew(supplier, order),
      await submitNew(supplier, order),
      await submitNew(supplier, order),
      await submitNew(supplier, order),
    ];
    await reject(producer, rejected);
    await cancel(supplier, cancelled);
    for (const one of [rejected, cancelled])
      assertRefused(await tryTo('accept', producer, one), 500, 'accept_not_submitted');
    await accept(producer, won);
    const before = await received(producer, order);
    for (const one of [won, lost, rejected])
      assertRefused(await tryTo('accept', producer, one), 500, 'accept_order_awarded');
    await setOrder(order.id, 'finalizada');
    assertRefused(await tryTo('accept', producer, lost), 500, 'accept_order_awarded');
    await setOrder(order.id, 'adjudicada');
    // The end of the order settled its purchase, which stays so.
    const settled = { state: 'received', state_label: 'Recebida' };
    assert.deepEqual(
      await received(producer, order),
      before.map(({ award, ...one }) => ({ ...one, award: award && { ...award, ...settled } })),
    );
  });

  it('is refused on an order that has ended', async () => {
    for (const [status, shown] of [
      ['cancelada', 'lost'],
      ['revogada', 'lost'],
      ['expirada', 'expired'],
    ] as const) {
      const { supplier, producer, order } = await openNegotiation(service);
      const sent = await submitNew(supplier, order);
      await setOrder(order.id, status);
      assertRefused(await tryTo('accept', producer, sent), 500, 'accept_order_closed');
      assert.deepEqual(
        ((one) => [one.status, one.display_status, one.can_cancel])(await read(supplier, sent)),
        ['submitted', shown, false],
      );
    }
  });

  it("is allowed only to the order's producer, and a draft returns 404", async () => {
    const { supplier, producer, order } = await openNegotiation(service);
    const stranger = await buildProducer(service);
    const [draft, sent] = [
      await saveDraft(supplier, order),
      await submitNew(await buildSupplier(service), order),
    ];
    for (const decision of ['accept', 'reject'] as const) {
      assertRefused(
        await tryTo(decision, stranger, sent, { body: { reason: 5 } }),
        403,
        'not_yours',
      );
      for (const person of [producer, stranger])
        assertRefused(await tryTo(decision, person, draft), 404, 'proposal_not_found');
    }
    assertRefused(
      await service.call('GET', `/api/v1/proposals/${sent.uuid}`, { token: stranger.token }),
      403,
      'not_yours',
    );
    assertRefused(
      await service.call('GET', `/api/v1/proposals/${sent.uuid}`, { token: supplier.token }),
      403,
      'not_yours',
    );
  });

  it('requires the version of If-Match', async () => {
    const { supplier, producer, order } = await openNegotiation(service);
    const sent = await submitNew(supplier, order);
    for (const stale of ['"1"', '"9"', 'nothing'])
      assertRefused(
        await tryTo('accept', producer, sent, { headers: { 'if-match': stale } }),
        409,
        'stale_version',
      );
    const { status, headers } = await tryTo('accept', producer, sent, {
      headers: { 'if-match': '"2"' },
    });
    assert.deepEqual([status, headers['etag']], [200, '"3"']);
  });

  it('returns the same reply under one Idempotency-Key, also for concurrent requests', async () => {
    const { supplier, producer, order } = await openNegotiation(service);
    const [sent, other] = [await submitNew(supplier, order), await submitNew(supplier, order)];
    const key: CallOptions = { headers: { 'idempotency-key': 'aceite' } };
    const answers = await Promise.all(
      Array.from({ length: 6 }, () => tryTo('accept', producer, sent, key)),
    );
    for (const { status, body } of answers)
      assert.deepEqual([status, body], [200, answers[0]?.body]);
    assertRefused(
      await tryTo('accept', producer, sent, { ...key, body: {} }),
      409,
      'idempotency_conflict',
    );
    assertRefused(await tryTo('accept', producer, other, key), 500, 'accept_order_awarded');
    assert.equal(
      (await eventsOf(order.id)).filter((type) => type === 'proposal.accepted').length,
      1,
    );
  });

  it('shows the producer’s contact to the winner only, and not before', async () => {
    const { supplier, producer, order } = await openNegotiation(service);
    const rival = await buildSupplier(service);
    const sent = await submitNew(supplier, order);
    await submitNew(rival, order);
    const seenBy = async ({ token }: TestPerson) =>
      (await service.call<SupplierOrder>('GET', `/api/v1/supplier/orders/${order.uuid}`, { token }))
        .body;
    const before = await seenBy(supplier);
    assert.equal(before.producer_contact, null);
    for (const canary of [producer.name, producer.email, '66999990000', 'Rodovia'])
      assert.ok(!JSON.stringify(before).includes(canary), canary);
    await accept(producer, sent);
    assert.deepEqual((await seenBy(supplier)).producer_contact, {
      name: producer.name,
      phone: '66999990000',
      email: producer.email,
      address: 'Rodovia BR-163, S/N, Sorriso/MT',
    });
    assert.equal((await seenBy(rival)).producer_contact, null);
    await setOrder(order.id, 'finalizada');
    assert.equal((await seenBy(supplier)).producer_contact?.email, producer.email);
    await setOrder(order.id, 'revogada');
    assert.equal((await seenBy(supplier)).producer_contact, null);
  });
});

describe('rejecting a proposal', () => {
  it('stores the reason, and requires none', async () => {
    const { supplier, producer, order } = await openNegotiation(service);
    const [first, second, third, fourth] = [
      await submitNew(supplier, order),
      await submitNew(supplier, order),
      await submitNew(supplier, order),
      await submitNew(supplier, order),
    ];
    const rejected = await reject(producer, first, ' Preço acima do esperado ');
    assert.deepEqual(
      [
        rejected.status,
        rejected.is_rejected,
        rejected.rejection_reason,
        rejected.order.status,
        rejected.version,
      ],
      ['rejected', true, 'Preço acima do esperado', 'publicada', 3],
    );
    assert.match(rejected.rejected_at ?? '', /^\d{4}-/);
    assert.equal((await reject(producer, second)).rejection_reason, null);
    for (const [one, reason] of [
      [third, null],
      [fourth, '  '],
    ] as const)
      assert.equal(
        (await tryTo('reject', producer, one, { body: { reason, other: 1 } })).body
          .rejection_reason,
        null,
      );
    assert.equal((await read(supplier, first)).rejection_reason, 'Preço acima do esperado');
    assert.ok((await eventsOf(order.id)).includes('proposal.rejected'));
  });

  it('is possible while it is submitted, whatever the status of the order', async () => {
    const { supplier, producer, order } = await openNegotiation(service);
    const [lost, won] = [await submitNew(supplier, order), await submitNew(supplier, order)];
    await accept(producer, won);
    assert.equal((await reject(producer, lost, 'Outra venceu')).status, 'rejected');
    for (const one of [lost, won])
      assertRefused(await tryTo('reject', producer, one), 422, 'proposal_not_rejectable');
  });

  it('validates the reason', async () => {
    const { supplier, producer, order } = await openNegotiation(service);
    const sent = await submitNew(supplier, order);
    assertInvalid(await tryTo('reject', producer, sent, { body: { reason: 5 } }), {
      reason: 'Deve ser um texto.',
    });
    assertInvalid(await tryTo('reject', producer, sent, { body: { reason: 'x'.repeat(2001) } }), {
      reason: 'Use no máximo 2000 caracteres.',
    });
    assertInvalid(await tryTo('reject', producer, sent, { body: { reason: 'a\0' } }), {
      reason: 'Contém caracteres que não podem ser guardados.',
    });
    assert.equal((await read(producer, sent)).status, 'submitted');
  });

  it('returns the anonymous view on request', async () => {
    const { supplier, producer, order } = await openNegotiation(service);
    const sent = await submitNew(supplier, order);
    const { body } = await service.call<AnonymousProposal>(
      'POST',
      `/api/v1/proposals/${sent.uuid}/reject?view=anonymous`,
      { token: producer.token },
    );
    assert.deepEqual(
      [body.status, body.label, 'supplier' in body, 'supplier_id' in body],
      ['rejected', 'Proposta A', false, false],
    );
  });
});
