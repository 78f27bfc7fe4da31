import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import type { Proposal } from '@lavra/contract/proposals/schemas';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildSupplier, type TestPerson } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { databaseOn } from '../../platform/db/database.ts';
import {
  assertInvalid,
  assertRefused,
  offerOf,
  openNegotiation,
  proposalCalls,
} from './proposals.fixture.ts';
import { findProposalView } from './proposal-view.ts';

const service = await startService();
const { saveDraft, submit, submitNew, cancel, accept, reject, read } = proposalCalls(service);

const trySubmit = (
  { token }: TestPerson,
  { uuid }: Pick<Proposal, 'uuid'>,
  options: { headers?: Record<string, string>; body?: unknown } = {},
) => service.call<Proposal>('POST', `/api/v1/proposals/${uuid}/submit`, { token, ...options });
const remove = (
  { token }: TestPerson,
  { uuid }: Pick<Proposal, 'uuid'>,
  path = '/api/v1/proposals',
) => service.call<{ message: string }>('DELETE', `${path}/${uuid}`, { token });
const setOrder = (id: number, values: { status?: string; suspended_at?: Date | null }) =>
  service.db.q.updateTable('orders').set(values).where('id', '=', id).execute();
const eventsOf = async (orderId: number): Promise<string[]> =>
  (
    await service.db.q
      .selectFrom('order_events')
      .select(['event', 'actor_type'])
      .where('order_id', '=', orderId)
      .orderBy('id')
      .execute()
  ).map(({ event, actor_type }) => `${event} ${actor_type}`);
const outboxOf = async (orderId: number): Promise<string[]> =>
  (await service.db.q.selectFrom('events').select(['type', 'data']).orderBy('id').execute())
    .filter(({ data }) => (data as { order_id?: number }).order_id === orderId)
    .map(({ type }) => type);

describe('a similar product for an item that takes none', () => {
  it('is saved and refused when it is submitted, whichever way it is offered', async () => {
    const product = await buildProduct(service, { name: 'Glifosato 648' });
    const other = await buildProduct(service);
    const { supplier, order } = await openNegotiation(service, {
      items: [{ product, allowSimilar: false }, { product: other }],
    });
    const offered = offerOf(order, 22);
    const answering = (part: Partial<(typeof offered.items)[number]>) => ({
      ...offered,
      items: offered.items.map((item, index) => (index === 0 ? { ...item, ...part } : item)),
    });
    for (const part of [{ offers_similar: true }, { product_id: other.id }]) {
      const draft = await saveDraft(supplier, order, answering(part));
      const refusal = assertRefused(
        await trySubmit(supplier, draft),
        422,
        'proposal_unwanted_similars',
      );
      assert.match(refusal.error, /não aceita similar de Glifosato 648/);
    }
    const priceless = { offers_similar: true, unit_price: null, justification: 'Só tenho similar' };
    const { status } = await submitNew(supplier, order, answering(priceless));
    assert.equal(status, 'submitted', 'without a price nothing is offered');
  });
});

describe('submitting a proposal', () => {
  it('is final, and emits events', async () => {
    const { supplier, order, producer } = await openNegotiation(service);
    const draft = await saveDraft(supplier, order);
    const sent = await submit(supplier, draft);
    assert.deepEqual(
      [
        sent.status,
        sent.display_status,
        sent.is_submitted,
        sent.is_draft,
        sent.can_edit,
        sent.can_submit,
        sent.can_cancel,
        sent.version,
      ],
      ['submitted', 'submitted', true, false, false, false, true, 2],
    );
    assert.match(sent.submitted_at ?? '', /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
    assert.deepEqual(sent.items, draft.items);
    assert.deepEqual(await read(producer, sent), {
      ...sent,
      review_state: 'new',
      review_state_label: 'Nova',
    });
    assert.deepEqual(await eventsOf(order.id), ['proposal.submitted fornecedor']);
    assert.deepEqual(await outboxOf(order.id), ['proposal.received']);
  });

  it('requires at least one item, each with a price or a reason that is not blank', async () => {
    const { supplier, order } = await openNegotiation(service);
    const [first, second] = offerOf(order, null).items;
    const attempts: readonly (readonly [readonly object[], string])[] = [
      [[], 'proposal_without_items'],
      [[{ ...first }], 'proposal_invalid_items'],
      [
        [
          { ...first, unit_price: 0 },
          { ...second, unit_price: 1 },
        ],
        'proposal_invalid_items',
      ],
      ...['', ' ', '\t\n', '\u00A0', '\u200B\u2060'].map(
        (justification) =>
          [
            [{ ...first, justification, justification_type: 'other' }],
            'proposal_invalid_items',
          ] as const,
      ),
      [[{ ...first, justification_type: 'unavailable' }], 'proposal_invalid_items'],
    ];
    for (const [items, code] of attempts) {
      const draft = await saveDraft(supplier, order, { items: items as Proposal['items'] });
      assertRefused(await trySubmit(supplier, draft), 422, code);
      assert.equal((await read(supplier, draft)).status, 'draft');
    }
    const draft = await saveDraft(supplier, order, {
      items: [{ ...first, justification: ' Em falta ' }] as Proposal['items'],
    });
    assert.deepEqual(
      (await submit(supplier, draft)).items.map((item) => [item.justification, item.is_valid]),
      [['Em falta', true]],
    );
  });

  it('requires a price for every item of a closed order', async () => {
    const { supplier, order } = await openNegotiation(service, {
      closure: 'fechada',
      itemCount: 3,
    });
    const all = offerOf(order).items;
    const saying = async (items: object[]): Promise<string> =>
      assertRefused(
        await trySubmit(
          supplier,
          await saveDraft(supplier, order, { items: items as Proposal['items'] }),
        ),
        422,
        'proposal_unpriced_items',
      ).error;
    assert.match(await saying(all.slice(1)), /\(1 faltando\)/);
    assert.match(
      await saying([
        { ...all[0], unit_price: null, justification: 'Em falta' },
        { ...all[1], unit_price: 0, justification: 'Brinde' },
        all[2] ?? {},
      ]),
      /\(2 faltando\)/,
    );
    assert.equal((await submitNew(supplier, order)).status, 'submitted');
  });

  it('is refused when the proposal is no draft', async () => {
    const { supplier, order, producer } = await openNegotiation(service);
    const [sent, other, third] = [
      await submitNew(supplier, order),
      await submitNew(supplier, order),
      await submitNew(supplier, order),
    ];
    assertRefused(await trySubmit(supplier, sent), 422, 'proposal_not_draft');
    assertRefused(
      await trySubmit(supplier, await cancel(supplier, sent)),
      422,
      'proposal_not_draft',
    );
    assertRefused(
      await trySubmit(supplier, await reject(producer, other)),
      422,
      'proposal_not_draft',
    );
    assertRefused(
      await trySubmit(supplier, await accept(producer, third)),
      422,
      'proposal_not_draft',
    );
  });

  it('is refused while the order accepts no proposals from this supplier', async () => {
    const { supplier, order } = await openNegotiation(service);
    const draft = await saveDraft(supplier, order);
    const decline = (method: 'POST' | 'DELETE') =>
      service.call(method, `/api/v1/supplier/orders/${order.uuid}/decline`, {
        token: supplier.token,
      });
    await decline('POST');
    assertRefused(await trySubmit(supplier, draft), 422, 'order_declined');
    await decline('DELETE');
    await setOrder(order.id, { suspended_at: new Date() });
    assertRefused(await trySubmit(supplier, draft), 422, 'order_suspended');
    for (const status of ['em_analise', 'adjudicada', 'cancelada', 'expirada'] as const) {
      await setOrder(order.id, { status, suspended_at: null });
      assertRefused(await trySubmit(supplier, draft), 422, 'order_closed');
    }
    await setOrder(order.id, { status: 'publicada' });
    await submit(supplier, draft);
  });

  it('submits with If-Match only the version that was read', async () => {
    const { supplier, order } = await openNegotiation(service);
    const draft = await saveDraft(supplier, order);
    const version = (value: string) => ({ headers: { 'if-match': value } });
    await saveDraft(supplier, order, offerOf(order, 12));
    for (const stale of ['"1"', '"3"', 'nothing'])
      assertRefused(await trySubmit(supplier, draft, version(stale)), 409, 'stale_version');
    assert.equal((await read(supplier, draft)).status, 'draft');
    const { status, body } = await trySubmit(supplier, draft, version('"2"'));
    assert.deepEqual(
      [status, body.status, body.version, body.items.map(({ unit_price }) => unit_price)],
      [200, 'submitted', 3, [12, 12]],
    );
    assertRefused(await trySubmit(supplier, draft, version('"2"')), 409, 'stale_version');
    assertRefused(await trySubmit(supplier, draft, version('"3"')), 422, 'proposal_not_draft');
  });

  it('is allowed only to its supplier', async () => {
    const { supplier, order } = await openNegotiation(service);
    const stranger = await buildSupplier(service);
    const draft = await saveDraft(supplier, order);
    assertRefused(await trySubmit(stranger, draft), 404, 'proposal_not_found');
    assertRefused(await trySubmit(stranger, await submit(supplier, draft)), 403, 'not_yours');
  });
});

describe('an Idempotency-Key on a submission', () => {
  const key = { headers: { 'idempotency-key': 'envio-1' } };

  it('returns the first reply again', async () => {
    const { supplier, order } = await openNegotiation(service);
    const draft = await saveDraft(supplier, order);
    const first = await trySubmit(supplier, draft, key);
    const again = await trySubmit(supplier, draft, key);
    assert.deepEqual(
      [again.status, again.headers['etag'], again.body],
      [200, first.headers['etag'], first.body],
    );
    assertRefused(
      await trySubmit(supplier, draft, { headers: { 'idempotency-key': 'envio-2' } }),
      422,
      'proposal_not_draft',
    );
    assertRefused(
      await trySubmit(supplier, draft, { ...key, body: { other: true } }),
      409,
      'idempotency_conflict',
    );
    assert.deepEqual(await eventsOf(order.id), ['proposal.submitted fornecedor']);
  });

  it('returns the first reply again even with the If-Match of the submitted version', async () => {
    const { supplier, order } = await openNegotiation(service);
    const draft = await saveDraft(supplier, order);
    const reviewed = { headers: { ...key.headers, 'if-match': '"1"' } };
    const first = await trySubmit(supplier, draft, reviewed);
    const again = await trySubmit(supplier, draft, reviewed);
    assert.deepEqual([again.status, again.body], [200, first.body]);
  });

  it('makes ten concurrent requests one submission', async () => {
    const { supplier, order } = await openNegotiation(service);
    const draft = await saveDraft(supplier, order);
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => trySubmit(supplier, draft, key)),
    );
    for (const { status, body } of answers)
      assert.deepEqual([status, body], [200, answers[0]?.body]);
    assert.deepEqual(await outboxOf(order.id), ['proposal.received']);
  });

  it('stores no refusal: the same key works once the cause is gone', async () => {
    const { supplier, order } = await openNegotiation(service);
    const draft = await saveDraft(supplier, order, { items: [] });
    assertRefused(await trySubmit(supplier, draft, key), 422, 'proposal_without_items');
    await saveDraft(supplier, order);
    assert.equal((await trySubmit(supplier, draft, key)).status, 200);
  });

  it('belongs to its caller: another caller may use the same key', async () => {
    const { supplier, order } = await openNegotiation(service);
    const other = await buildSupplier(service);
    const save = ({ token }: TestPerson, price: number) =>
      service.call<Proposal>('POST', `/api/v1/orders/${order.uuid}/proposals`, {
        token,
        body: offerOf(order, price),
        ...key,
      });
    assert.equal((await save(supplier, 5)).body.total_amount, 1000);
    assert.equal((await save(other, 6)).body.total_amount, 1200);
    assertRefused(await save(supplier, 7), 409, 'idempotency_conflict');
    assert.equal((await save(supplier, 5)).body.version, 1);
    assertInvalid(
      await service.call('POST', `/api/v1/orders/${order.uuid}/proposals`, {
        token: supplier.token,
        body: offerOf(order),
        headers: { 'idempotency-key': 'x'.repeat(201) },
      }),
      { 'Idempotency-Key': 'O formato não é válido.' },
    );
  });
});

describe('withdrawing a proposal', () => {
  it('deletes a draft permanently', async () => {
    for (const path of [
      '/api/v1/proposals',
      '/api/v1/supplier/proposals',
      '/api/v1/fornecedor/propostas',
    ]) {
      const { supplier, order } = await openNegotiation(service);
      const draft = await saveDraft(supplier, order);
      assert.deepEqual((await remove(supplier, draft, path)).body, {
        message: 'Rascunho excluído.',
      });
      assertRefused(await remove(supplier, draft, path), 404, 'proposal_not_found');
      assert.notEqual((await saveDraft(supplier, order)).uuid, draft.uuid);
    }
  });

  it('deletes a draft also when its order has ended or is suspended', async () => {
    const { supplier, order } = await openNegotiation(service);
    const draft = await saveDraft(supplier, order);
    await setOrder(order.id, { status: 'cancelada' });
    assert.equal((await remove(supplier, draft)).status, 200);
  });

  it('cancels a submitted one through the supplier’s route, and never deletes it', async () => {
    for (const path of ['/api/v1/supplier/proposals', '/api/v1/fornecedor/propostas']) {
      const { supplier, order } = await openNegotiation(service);
      const sent = await submitNew(supplier, order);
      assertRefused(await remove(supplier, sent), 422, 'proposal_not_deletable');
      assert.deepEqual((await remove(supplier, sent, path)).body, {
        message: 'Proposta cancelada.',
      });
      const { status, cancelled_at, can_cancel } = await read(supplier, sent);
      assert.deepEqual([status, cancelled_at === null, can_cancel], ['cancelled', false, false]);
      assertRefused(await remove(supplier, sent, path), 422, 'proposal_not_cancellable');
      assertRefused(await remove(supplier, sent), 422, 'proposal_not_deletable');
    }
  });

  it('accepts a reason, on an order that is published or in analysis', async () => {
    for (const status of ['publicada', 'em_analise'] as const) {
      const { supplier, order } = await openNegotiation(service);
      const sent = await submitNew(supplier, order);
      await setOrder(order.id, { status });
      const { body } = await service.call<Proposal>(
        'POST',
        `/api/v1/proposals/${sent.uuid}/cancel`,
        { token: supplier.token, body: { reason: ' Preço errado ' } },
      );
      assert.deepEqual(
        [body.status, body.cancellation_reason, body.version],
        ['cancelled', 'Preço errado', 3],
      );
      assert.deepEqual(await eventsOf(order.id), [
        'proposal.submitted fornecedor',
        'proposal.cancelled fornecedor',
      ]);
      assert.deepEqual(await outboxOf(order.id), ['proposal.received', 'proposal.cancelled']);
    }
  });

  it('is refused once the order is decided or the proposal is no longer submitted', async () => {
    const { supplier, order, producer } = await openNegotiation(service);
    const [lost, won, rejected] = [
      await submitNew(supplier, order),
      await submitNew(supplier, order),
      await submitNew(supplier, order),
    ];
    const draft = await saveDraft(supplier, order);
    await reject(producer, rejected);
    await accept(producer, won);
    assert.equal((await read(supplier, lost)).can_cancel, false);
    for (const { uuid } of [lost, won, rejected, draft])
      assertRefused(
        await service.call('POST', `/api/v1/proposals/${uuid}/cancel`, { token: supplier.token }),
        422,
        'proposal_not_cancellable',
      );
  });

  it('accepts no field but the reason, and no caller but the supplier', async () => {
    const { supplier, order, producer } = await openNegotiation(service);
    const sent = await submitNew(supplier, order);
    const call = (token: string, body?: unknown) =>
      service.call('POST', `/api/v1/proposals/${sent.uuid}/cancel`, {
        token,
        ...(body === undefined ? {} : { body }),
      });
    assertInvalid(await call(supplier.token, { motive: 'x' }), {
      motive: 'Este campo não é conhecido.',
    });
    assertInvalid(await call(supplier.token, { reason: 5 }), { reason: 'Deve ser um texto.' });
    const stranger = await buildSupplier(service);
    assertRefused(await call(stranger.token), 403, 'not_yours');
    assertRefused(await call(producer.token), 403, 'forbidden');
    assertRefused(await remove(stranger, sent), 403, 'not_yours');
    assertRefused(await remove(stranger, sent, '/api/v1/supplier/proposals'), 403, 'not_yours');
    assertRefused(
      await remove(stranger, await saveDraft(supplier, order)),
      404,
      'proposal_not_found',
    );
    assertRefused(
      await service.call('GET', `/api/v1/supplier/proposals/${sent.uuid}`, {
        token: stranger.token,
      }),
      403,
      'not_yours',
    );
  });
});

describe('the statement that reads one whole proposal', () => {
  it('is planned a few times and then no more', async () => {
    const { supplier, order } = await openNegotiation(service);
    const { id } = await submitNew(supplier, order);
    const pool = new pg.Pool({ connectionString: service.databaseUrl, max: 1 });
    const client = await pool.connect();
    try {
      for (let time = 0; time < 10; time += 1) await findProposalView(databaseOn(client), id);
      const { rows } = await client.query<{ planned: string }>(
        `SELECT custom_plans::text AS planned FROM pg_prepared_statements WHERE name = 'proposal-view'`,
      );
      assert.deepEqual(rows, [{ planned: '5' }]);
    } finally {
      client.release();
      await pool.end();
    }
  });
});
