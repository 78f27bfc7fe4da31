import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OrderComparison } from '@lavra/contract/orders/comparison';
import type { ProducerOrder } from '@lavra/contract/orders/schemas';
import type { AnonymousProposal, Proposal } from '@lavra/contract/proposals/schemas';
import { buildAdmin, buildSupplier } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { standingCalls } from '../../../test/standing.ts';
import { readPdf } from '../../platform/pdf/read-pdf.fixture.ts';
import type { DecisionContent } from './decision/decision-content.ts';
import { assertRefused, offerOf, openNegotiation, proposalCalls } from './proposals.fixture.ts';

const service = await startService();
const { accept, cancel, reject, saveDraft, submitNew } = proposalCalls(service);
const admin = await buildAdmin(service);
const { block, unblock, remove, restore } = standingCalls(service, admin);

const get = async <B>(url: string, { token }: { readonly token: string }): Promise<B> => {
  const { status, body } = await service.call<B>('GET', url, { token });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};
const tryAccept = ({ token }: { readonly token: string }, { uuid }: { readonly uuid: string }) =>
  service.call('POST', `/api/v1/proposals/${uuid}/accept`, { token });

/** Creates two proposals, the first much cheaper; its supplier's account is not active. */
async function contest(away: typeof block = block) {
  const { producer, supplier, order } = await openNegotiation(service);
  const cheap = await submitNew(
    supplier,
    order,
    offerOf(order, 1, { validity_date: '2035-01-01' }),
  );
  const rival = await buildSupplier(service);
  const dear = await submitNew(rival, order, offerOf(order, 10, { validity_date: '2036-01-01' }));
  await away(supplier);
  return { producer, supplier, rival, order, cheap, dear };
}

describe('a proposal that was cancelled or rejected', () => {
  /** Three proposals at 1, 10 and 20; `comparison` returns what the first two come to. */
  async function three() {
    const { producer, supplier, order } = await openNegotiation(service);
    const cheap = await submitNew(supplier, order, offerOf(order, 1));
    const dear = await submitNew(await buildSupplier(service), order, offerOf(order, 10));
    const last = await submitNew(await buildSupplier(service), order, offerOf(order, 20));
    const comparison = async () => {
      const asked = [cheap, dear].map(({ uuid }) => `proposals[]=${uuid}`).join('&');
      const { proposals, rows, best_total } = await get<OrderComparison>(
        `/api/v1/producer/orders/${order.uuid}/comparison?${asked}`,
        producer,
      );
      const column = proposals.find(({ proposal }) => proposal === cheap.uuid);
      return [
        column?.is_available,
        column?.best_prices,
        column?.is_lowest_common_total,
        rows[0]?.best_unit_price,
        best_total,
      ];
    };
    return { producer, supplier, cheap, last, comparison };
  }

  const best = [true, 2, true, 1, 200];
  const beside = [false, 0, false, 10, 2000];

  it('is shown in the comparison, but is the best of nothing', async () => {
    const withdrawn = await three();
    assert.deepEqual(await withdrawn.comparison(), best);
    await cancel(withdrawn.supplier, withdrawn.cheap);
    assert.deepEqual(await withdrawn.comparison(), beside);
    await accept(withdrawn.producer, withdrawn.last);
    assert.deepEqual(await withdrawn.comparison(), beside);
    const refused = await three();
    await reject(refused.producer, refused.cheap, 'Prazo longo');
    assert.deepEqual(await refused.comparison(), beside);
  });

  it('stays what it was where it was accepted, or rejected in an awarded order', async () => {
    const rejected = await three();
    await accept(rejected.producer, rejected.last);
    await reject(rejected.producer, rejected.cheap, 'Prazo longo');
    assert.deepEqual(await rejected.comparison(), best);
    const accepted = await three();
    await accept(accepted.producer, accepted.cheap);
    assert.deepEqual(await accepted.comparison(), best);
  });
});

describe('a submitted proposal of a supplier who is blocked or deleted', () => {
  for (const [word, away, back] of [
    ['blocked', block, unblock],
    ['deleted', remove, restore],
  ] as const) {
    it(`cannot be accepted while ${word}, but can be afterwards`, async () => {
      const { producer, supplier, order, cheap } = await contest(away);
      const refusal = assertRefused(await tryAccept(producer, cheap), 422, 'proposal_unavailable');
      assert.match(refusal.error, /indisponível/);
      const { status } = await service.db.q
        .selectFrom('orders')
        .select('status')
        .where('id', '=', order.id)
        .executeTakeFirstOrThrow();
      assert.equal(status, 'publicada');
      await back(supplier);
      assert.equal((await accept(producer, cheap)).status, 'accepted');
    });
  }

  it('is shown as unavailable, without more about its supplier than before', async () => {
    const { producer, order, cheap, dear, supplier } = await contest();
    const list = await get<AnonymousProposal[]>(
      `/api/v1/orders/${order.uuid}/proposals/received?view=anonymous`,
      producer,
    );
    assert.deepEqual(
      new Map(list.map(({ uuid, is_available }) => [uuid, is_available])),
      new Map(
        [
          [cheap.uuid, false],
          [dear.uuid, true],
        ].toSorted(
          (a, b) =>
            list.findIndex(({ uuid }) => uuid === a[0]) -
            list.findIndex(({ uuid }) => uuid === b[0]),
        ) as [string, boolean][],
      ),
    );
    const one = await get<AnonymousProposal>(
      `/api/v1/proposals/${cheap.uuid}?view=anonymous`,
      producer,
    );
    assert.deepEqual(
      [one.is_available, one.status, one.display_status],
      [false, 'submitted', 'submitted'],
    );
    assert.doesNotMatch(JSON.stringify(one), new RegExp(`${supplier.name}|bloquead`));
    const full = await get<Proposal[]>(`/api/v1/orders/${order.uuid}/proposals/received`, producer);
    assert.equal(full.find(({ uuid }) => uuid === cheap.uuid)?.is_available, false);
  });

  it('is shown in the comparison, but no other proposal is compared with it', async () => {
    const { producer, order, cheap, dear } = await contest();
    const asked = [cheap, dear].map(({ uuid }) => `proposals[]=${uuid}`).join('&');
    const { proposals, rows, common_items, best_total } = await get<OrderComparison>(
      `/api/v1/producer/orders/${order.uuid}/comparison?${asked}`,
      producer,
    );
    const of = ({ uuid }: Proposal) => proposals.find(({ proposal }) => proposal === uuid);
    assert.deepEqual([of(cheap)?.is_available, of(dear)?.is_available], [false, true]);
    assert.deepEqual([of(cheap)?.best_prices, of(dear)?.best_prices], [0, 0]);
    assert.deepEqual(
      [of(cheap)?.is_lowest_common_total, common_items, best_total],
      [false, 2, 2000],
    );
    for (const { best_unit_price, cells } of rows) {
      assert.equal(best_unit_price, 10);
      const cell = cells.find(({ proposal }) => proposal === cheap.uuid);
      const only = cells.filter(({ is_only }) => is_only).map(({ proposal }) => proposal);
      assert.deepEqual(only, [dear.uuid]);
      assert.deepEqual(
        [cell?.unit_price, cell?.is_best, cell?.difference_percent],
        [1, false, null],
      );
    }
    const named = await get<OrderComparison>(
      `/api/v1/admin/proposals/compare?ids[]=${cheap.uuid}&ids[]=${dear.uuid}`,
      admin,
    );
    assert.equal(named.best_total, 2000);
    const alone = await get<OrderComparison>(
      `/api/v1/producer/orders/${order.uuid}/comparison?proposals[]=${cheap.uuid}`,
      producer,
    );
    assert.deepEqual(
      [
        alone.best_total,
        alone.common_items,
        alone.rows[0]?.best_unit_price,
        alone.rows[0]?.cells[0]?.unit_price,
      ],
      [0, 0, null, 1],
    );
  });

  it('does not count for the validity that ends next', async () => {
    const { producer, supplier, order } = await contest();
    const next = async () =>
      (await get<ProducerOrder>(`/api/v1/producer/orders/${order.uuid}`, producer))
        .next_validity_date;
    assert.equal(await next(), '2036-01-01');
    await unblock(supplier);
    assert.equal(await next(), '2035-01-01');
  });

  it('is recorded as unavailable at the award, even when its supplier returns later', async () => {
    const { producer, supplier, order, cheap, dear } = await contest();
    await accept(producer, dear);
    await unblock(supplier);
    await service.work();
    const { content: stored } = await service.db.q
      .selectFrom('decision_records')
      .select('content')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow();
    const content = stored as DecisionContent; // what the award wrote there
    assert.deepEqual(
      [content.comparable, content.is_cheapest, content.items[0]?.best_unit_price],
      [0, true, '10.0000'],
    );
    assert.deepEqual(
      content.proposals.map(({ status, available }) => `${status} ${available}`).toSorted(),
      ['accepted true', 'submitted false'],
    );
    const { raw } = await service.call(
      'GET',
      `/api/v1/producer/orders/${order.uuid}/decision-record`,
      { token: producer.token },
    );
    assert.match((await readPdf(raw)).text, /Indisponível/);
    const one = await get<AnonymousProposal>(
      `/api/v1/proposals/${cheap.uuid}?view=anonymous`,
      producer,
    );
    assert.deepEqual([one.is_available, one.display_status], [false, 'lost']);
  });

  it('is recorded as available when its supplier was blocked after the award', async () => {
    const { producer, supplier, order } = await openNegotiation(service);
    const [cheap, dear] = [
      await submitNew(supplier, order),
      await submitNew(await buildSupplier(service), order),
    ];
    await accept(producer, dear);
    await block(supplier);
    assert.equal(
      (await get<AnonymousProposal>(`/api/v1/proposals/${cheap.uuid}?view=anonymous`, producer))
        .is_available,
      true,
    );
  });

  it('can still be rejected, as the interface requires', async () => {
    const { producer, cheap } = await contest();
    assert.equal((await reject(producer, cheap, 'Sem resposta')).status, 'rejected');
  });

  it("does not affect the supplier's drafts", async () => {
    const { supplier, order } = await openNegotiation(service);
    const draft = await saveDraft(supplier, order);
    await block(supplier);
    await unblock(supplier);
    const token = await service.tokenFor(supplier.userId);
    assert.equal(
      (await get<Proposal>(`/api/v1/supplier/proposals/${draft.uuid}`, { token })).status,
      'draft',
    );
  });
});
