import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OrderComparison } from '@lavra/contract/orders/comparison';
import type { AnonymousProposal, ProposalSummary } from '@lavra/contract/proposals/schemas';
import { buildAdmin, buildSupplier } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { readPdf } from '../../platform/pdf/read-pdf.fixture.ts';
import type { DecisionContent } from './decision/decision-content.ts';
import { offerOf, openNegotiation, proposalCalls, type Negotiation } from './proposals.fixture.ts';

const service = await startService();
const { accept, submitNew } = proposalCalls(service);
const admin = await buildAdmin(service);

/** Builds a body with the first item at a price but in quantity 0, and the second as requested. */
function emptyOffer({ order }: Negotiation, price: number) {
  const body = offerOf(order, price);
  return {
    ...body,
    items: body.items.map((item, index) => (index === 0 ? { ...item, quantity: 0 } : item)),
  };
}

/**
 * Opens a `fechada` order of two items: one proposal has a price of 1 but offers none of the first,
 * the other offers all at 10.
 */
async function negotiation() {
  const opened = await openNegotiation(service, { closure: 'fechada' });
  const hollow = await submitNew(opened.supplier, opened.order, emptyOffer(opened, 1));
  const whole = await submitNew(await buildSupplier(service), opened.order);
  return { ...opened, hollow, whole };
}

const get = async <B>(url: string, { token }: { readonly token: string }): Promise<B> => {
  const { status, body } = await service.call<B>('GET', url, { token });
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};

describe('an item with a price and quantity 0', async () => {
  const { producer, supplier, order, hollow, whole } = await negotiation();

  it('is saved and submitted as the interface requires: valid by its price, in a closed order too', () => {
    assert.equal(hollow.status, 'submitted');
    const [first, second] = hollow.items;
    assert.deepEqual([first?.has_price, first?.is_valid, first?.total_price], [true, true, 0]);
    assert.deepEqual([first?.is_offered, second?.is_offered], [false, true]);
  });

  it('is not counted among the items with a price in any view', async () => {
    assert.equal(hollow.priced_items, 1);
    const views = [
      ...(await get<AnonymousProposal[]>(
        `/api/v1/orders/${order.uuid}/proposals/received?view=anonymous`,
        producer,
      )),
      ...(await get<{ data: ProposalSummary[] }>('/api/v1/supplier/proposals', supplier)).data,
      ...(
        await get<{ ultimasPropostas: ProposalSummary[] }>('/api/v1/supplier/dashboard', supplier)
      ).ultimasPropostas,
      ...(
        await get<{ data: ProposalSummary[] }>(
          `/api/v1/admin/suppliers/${supplier.supplierId}/proposals`,
          admin,
        )
      ).data,
      ...(
        await get<{ data: ProposalSummary[] }>(
          `/api/v1/admin/proposals?order_id=${order.id}`,
          admin,
        )
      ).data,
    ].filter(({ uuid }) => uuid === hollow.uuid);
    assert.deepEqual(
      views.map(({ priced_items }) => priced_items),
      [1, 1, 1, 1, 1],
    );
    const { raw } = await service.call('GET', '/api/v1/admin/reports/export/csv?view=proposals', {
      token: admin.token,
    });
    const [head = '', ...rows] = raw.toString('utf8').split('\r\n');
    const column = head.split(';').indexOf('Itens com preço');
    const row = rows.find((line) => line.split(';').includes(String(hollow.id)));
    assert.equal(row?.split(';')[column], '1');
  });

  it('has no best price and makes no total the best, for the producer and for administrators', async () => {
    const uuids = [hollow.uuid, whole.uuid];
    const asked = uuids.map((uuid) => `proposals[]=${uuid}`).join('&');
    const own = await get<OrderComparison>(
      `/api/v1/producer/orders/${order.uuid}/comparison?${asked}`,
      producer,
    );
    const named = await get<OrderComparison>(
      `/api/v1/admin/proposals/compare?${uuids.map((uuid) => `ids[]=${uuid}`).join('&')}`,
      admin,
    );
    for (const { rows, proposals, common_items, best_total } of [own, named]) {
      const [first] = rows;
      assert.equal(first?.best_unit_price, 10);
      const cell = first?.cells.find(({ proposal }) => proposal === hollow.uuid);
      assert.deepEqual(
        [cell?.is_priced, cell?.is_best, cell?.unit_price, cell?.total_price, cell?.not_offered],
        [false, false, null, null, true],
      );
      assert.equal(
        first?.cells.find(({ proposal }) => proposal === whole.uuid)?.not_offered,
        false,
      );
      assert.equal(common_items, 1);
      assert.equal(best_total, 10 * 100 + 1 * 100);
      const column = proposals.find(({ proposal }) => proposal === hollow.uuid);
      assert.deepEqual(
        [column?.priced_items, column?.best_prices, column?.coverage_label],
        [1, 1, '1 de 2 itens'],
      );
    }
  });

  it('is not listed as a product that its supplier offered', async () => {
    const other = await negotiation();
    const { data } = await get<{ data: { times_offered: number }[] }>(
      `/api/v1/admin/suppliers/${other.supplier.supplierId}/products`,
      admin,
    );
    // Both items have the same product, which is really offered once.
    assert.deepEqual(
      data.map(({ times_offered }) => times_offered),
      [1],
    );
  });

  it('appears in the decision record as not offered, and makes nothing cheaper', async () => {
    await accept(producer, whole);
    await service.work();
    const { content: stored } = await service.db.q
      .selectFrom('decision_records')
      .select('content')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow();
    const content = stored as DecisionContent; // what the award wrote there
    const [first] = content.items;
    assert.equal(first?.best_unit_price, '10.0000');
    assert.deepEqual(
      first?.answers
        .map(({ unit_price, not_offered }) => `${unit_price}: ${not_offered}`)
        .toSorted(),
      ['10.0000: false', 'null: true'],
    );
    assert.deepEqual([content.comparable, content.is_cheapest], [0, true]);
    assert.deepEqual(
      content.proposals.map(({ priced_items }) => priced_items).toSorted((a, b) => a - b),
      [1, 2],
    );
    const { raw } = await service.call(
      'GET',
      `/api/v1/producer/orders/${order.uuid}/decision-record`,
      { token: producer.token },
    );
    assert.match((await readPdf(raw)).text, /Não oferecido/);
  });

  it('is printed as not offered in the PDF of the proposal', async () => {
    const { raw } = await service.call('GET', `/api/v1/supplier/proposals/${hollow.uuid}/pdf`, {
      token: supplier.token,
    });
    assert.match((await readPdf(raw)).text, /[Nn]ão\s+oferecido/);
  });

  it('is not counted in the notification to the producer', async () => {
    const event = await service.db.q
      .selectFrom('events')
      .select(['id'])
      .where('type', '=', 'proposal.received')
      .where('data', '@>', JSON.stringify({ proposal_id: hollow.id }))
      .executeTakeFirstOrThrow();
    await service.work();
    const { facts } = await service.db.q
      .selectFrom('events')
      .select('facts')
      .where('id', '=', event.id)
      .executeTakeFirstOrThrow();
    assert.equal((facts as { priced_items?: number }).priced_items, 1);
  });
});

describe('an item with a price and a tiny quantity', () => {
  it('has no best price, whether or not its total is zero, and makes no total lower', async () => {
    const { producer, supplier, order } = await openNegotiation(service, { closure: 'fechada' });
    const few = async (price: number, quantity: number) => {
      const body = offerOf(order, price);
      return submitNew(await buildSupplier(service), order, {
        ...body,
        items: body.items.map((item) => ({ ...item, quantity })),
      });
    };
    const [nothing, little, whole] = [
      await few(0.01, 0.001),
      await few(9, 0.01),
      await submitNew(supplier, order),
    ];
    const asked = [nothing, little, whole].map(({ uuid }) => `proposals[]=${uuid}`).join('&');
    const { proposals, best_total } = await get<OrderComparison>(
      `/api/v1/producer/orders/${order.uuid}/comparison?${asked}`,
      producer,
    );
    const figures = ({ uuid }: { uuid: string }) => {
      const column = proposals.find(({ proposal }) => proposal === uuid);
      return [column?.total_amount, column?.priced_items, column?.best_prices];
    };
    assert.deepEqual([nothing, little, whole].map(figures), [
      [0, 0, 0],
      [0.18, 2, 0],
      [2000, 2, 2],
    ]);
    assert.equal(best_total, 2000);
  });
});
