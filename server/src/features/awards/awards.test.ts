import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Proposal } from '@lavra/contract/proposals/schemas';
import type {
  AwardReply,
  ProducerPurchase,
  SupplierPurchase,
} from '@lavra/contract/purchases/schemas';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildOrder, type TestOrder } from '../../../test/orders.ts';
import { buildProducer, buildSupplier } from '../../../test/people.ts';
import { buildProposal, type ProposalFields } from '../../../test/proposals.ts';
import { startService } from '../../../test/service.ts';
import { assertRefused } from '../proposals/proposals.fixture.ts';

const service = await startService();
const producer = await buildProducer(service);
const product = await buildProduct(service);

/** An order of so many items, each of 100 units. */
const ordered = (items: number): Promise<TestOrder> =>
  buildOrder(service, {
    producerId: producer.producerId,
    items: Array.from({ length: items }, () => ({ product })),
  });

/** A supplier's proposal: a unit price for each item of the order, null for none. */
async function offered(
  order: TestOrder,
  prices: readonly (string | null)[],
  fields: Partial<ProposalFields> = {},
) {
  const supplier = await buildSupplier(service);
  const proposal = await buildProposal(service, {
    orderId: order.id,
    supplierId: supplier.supplierId,
    items: order.items.map((item, index) => ({ item, price: prices[index] ?? null })),
    ...fields,
  });
  return { ...proposal, supplier };
}

type Choice = readonly [item: number, proposal: { readonly uuid: string }];
const award = (
  order: TestOrder,
  choices: readonly Choice[],
  extra: Record<string, unknown> = {},
  options: Record<string, unknown> = {},
) =>
  service.call<AwardReply>('POST', `/api/v1/producer/orders/${order.uuid}/award`, {
    token: producer.token,
    body: {
      items: choices.map(([index, { uuid }]) => ({
        order_item_id: order.items[index]?.id,
        proposal: uuid,
      })),
      ...extra,
    },
    ...options,
  });
const received = async (order: TestOrder): Promise<Proposal[]> =>
  (
    await service.call<Proposal[]>('GET', `/api/v1/orders/${order.uuid}/proposals/received`, {
      token: producer.token,
    })
  ).body;
const accept = (proposal: { readonly uuid: string }) =>
  service.call<Proposal>('POST', `/api/v1/proposals/${proposal.uuid}/accept`, {
    token: producer.token,
  });

describe('an award by item', () => {
  it('buys each item where it was chosen, and says what stays unbought', async () => {
    const order = await ordered(4);
    const cheap = await offered(order, ['10', '20', null, null], {
      partialFrom: '0',
      freight: '90',
      freightRule: 'proportional',
    });
    const dear = await offered(order, ['12', '18', '30', null], {
      partialFrom: '0',
      freight: '50',
    });
    const other = await offered(order, ['99', null, null, null]);
    const { status, body } = await award(
      order,
      [
        [0, cheap],
        [1, dear],
        [2, dear],
      ],
      { reason: 'Menor preço em cada item.', expected_total: 1000 + 30 + 1800 + 3000 + 50 },
    );
    assert.equal(status, 200, JSON.stringify(body));
    assert.equal(body.order.status, 'adjudicada');
    assert.deepEqual(
      body.purchases
        .map(({ proposal, kind, state, items, items_amount, freight_amount, landed_total }) => ({
          proposal,
          kind,
          state,
          items: items.map(({ order_item_id, total_price }) => [order_item_id, total_price]),
          items_amount,
          freight_amount,
          landed_total,
        }))
        .toSorted((a, b) => a.items_amount - b.items_amount),
      [
        {
          proposal: cheap.uuid,
          kind: 'partial',
          state: 'awarded',
          items: [[order.items[0]?.id, 1000]],
          items_amount: 1000,
          freight_amount: 30,
          landed_total: 1030,
        },
        {
          proposal: dear.uuid,
          kind: 'partial',
          state: 'awarded',
          items: [
            [order.items[1]?.id, 1800],
            [order.items[2]?.id, 3000],
          ],
          items_amount: 4800,
          freight_amount: 50,
          landed_total: 4850,
        },
      ],
    );
    assert.deepEqual(
      body.unbought_items.map(({ id }) => id),
      [order.items[3]?.id],
    );
    const proposals = new Map((await received(order)).map((one) => [one.uuid, one]));
    assert.deepEqual(
      [cheap, dear, other].map(({ uuid }) => {
        const one = proposals.get(uuid);
        return [one?.status, one?.display_status, one?.award?.amount ?? null];
      }),
      [
        ['accepted', 'accepted', 1000],
        ['accepted', 'accepted', 4800],
        ['submitted', 'lost', null],
      ],
    );
    assertRefused(await accept(other), 500, 'accept_order_awarded');
  });

  it('is a sale to each winner, with the producer’s contact and its own items alone', async () => {
    const order = await ordered(2);
    const [one, two] = [
      await offered(order, ['10', '20'], { partialFrom: '0' }),
      await offered(order, ['11', '19'], { partialFrom: '0' }),
    ];
    await award(order, [
      [0, one],
      [1, two],
    ]);
    for (const [{ supplier }, item] of [
      [one, 0],
      [two, 1],
    ] as const) {
      const { body: page } = await service.call<{ data: SupplierPurchase[] }>(
        'GET',
        '/api/v1/supplier/purchases',
        { token: supplier.token },
      );
      assert.deepEqual(
        page.data.map(({ is_new }) => is_new),
        [true],
      );
      const unseen = async (): Promise<number> => {
        const list = await service.call<{ data: SupplierPurchase[] }>(
          'GET',
          '/api/v1/supplier/purchases?unseen=true',
          { token: supplier.token },
        );
        return list.body.data.length;
      };
      assert.equal(await unseen(), 1);
      const { body } = await service.call<SupplierPurchase>(
        'GET',
        `/api/v1/supplier/purchases/${page.data[0]?.uuid}`,
        { token: supplier.token },
      );
      assert.deepEqual(
        body.items.map(({ order_item_id }) => order_item_id),
        [order.items[item]?.id],
      );
      assert.notEqual(body.producer_contact, null);
      assert.equal(await unseen(), 0, 'opening it is seeing it');
      const foreign = await service.call('GET', `/api/v1/producer/purchases/${body.uuid}`, {
        token: (await buildProducer(service)).token,
      });
      assertRefused(foreign, 404, 'purchase_not_found');
    }
  });

  it('takes a whole-only proposal with all that it offers, or not at all', async () => {
    const order = await ordered(3);
    const whole = await offered(order, ['10', '20', null]);
    const { error } = assertRefused(await award(order, [[0, whole]]), 422, 'proposal_not_partial');
    assert.match(error, /^A Proposta A só vende a proposta inteira/);
    const { status, body } = await award(order, [
      [0, whole],
      [1, whole],
    ]);
    assert.deepEqual([status, body.purchases[0]?.kind], [200, 'whole']);
  });

  it('reaches the minimum, but for all that is offered', async () => {
    const order = await ordered(3);
    const from = await offered(order, ['10', '20', '1'], { partialFrom: '2500' });
    const { error } = assertRefused(
      await award(order, [
        [0, from],
        [2, from],
      ]),
      422,
      'minimum_not_reached',
    );
    assert.match(error, /faltam R\$ 1\.400,00/);
    const small = await offered(order, ['10', null, null], { partialFrom: '5000' });
    const { status } = await award(order, [[0, small]]);
    assert.equal(status, 200, 'the minimum is above its own total');
  });

  it('refuses what is not offered, bought already or chosen twice', async () => {
    const order = await ordered(3);
    const [one, two] = [
      await offered(order, ['10', '20', null], { partialFrom: '0' }),
      await offered(order, ['10', '20', '30'], { partialFrom: '0' }),
    ];
    const gone = await offered(order, ['1', '1', '1'], { status: 'rejected' });
    const draft = await offered(order, ['1', '1', '1'], { status: 'draft' });
    const elsewhere = await offered(await ordered(3), ['1', '1', '1']);
    const refuse = async (choices: readonly Choice[], code: string) =>
      assertRefused(await award(order, choices), 422, code);
    await refuse([[2, one]], 'item_not_priced');
    await refuse(
      [
        [0, one],
        [0, two],
      ],
      'item_twice',
    );
    for (const proposal of [gone, draft, elsewhere])
      await refuse([[0, proposal]], 'proposal_not_submitted');
    assertRefused(
      await award(order, [[0, one]], { expected_total: 999 }),
      409,
      'award_total_changed',
    );
    assertRefused(
      await award(order, [[0, one]], {}, { headers: { 'if-match': '"99"' } }),
      409,
      'stale_version',
    );
    assert.equal((await award(order, [[0, one]])).status, 200);
    await refuse([[0, two]], 'item_already_bought');
    assert.equal((await award(order, [[2, two]])).status, 200, 'what was left, in a second round');
    const { body } = await service.call<{ data: ProducerPurchase[] }>(
      'GET',
      '/api/v1/producer/purchases?sort=-awarded_at',
      { token: producer.token },
    );
    assert.deepEqual(
      body.data.filter((row) => row.order.uuid === order.uuid).map(({ round }) => round),
      [2, 1],
    );
    const { body: first } = await service.call<{ meta: { next_cursor: string } }>(
      'GET',
      '/api/v1/producer/purchases?per_page=1',
      { token: producer.token },
    );
    const asked = `/api/v1/supplier/purchases?cursor=${first.meta.next_cursor}`;
    const sales = await service.call('GET', asked, { token: one.supplier.token });
    assertRefused(sales, 422, 'validation_failed');
  });

  it('refuses items of other orders, and buys nothing of what stands beside them', async () => {
    const [order, own] = [await ordered(2), await ordered(2)];
    const stranger = await buildOrder(service, {
      producerId: (await buildProducer(service)).producerId,
    });
    const [one, other] = [
      await offered(order, ['10', '20'], { partialFrom: '0' }),
      await offered(own, ['11', '21'], { partialFrom: '0' }),
    ];
    const [mine, foreign, theirs] = [order, own, stranger].map(({ items }) => items[0]?.id);
    for (const [id, { uuid }] of [
      [foreign, one], // of another order of this producer
      [foreign, other], // with the proposal that prices it
      [theirs, one], // of another producer's
      [2 ** 31 - 1, one], // of none
    ] as const) {
      const items = [
        { order_item_id: mine, proposal: one.uuid },
        { order_item_id: id, proposal: uuid },
      ];
      assertRefused(await award(order, [], { items }), 422, 'item_not_in_order');
    }
    assert.equal(
      (await award(order, [[0, one]])).body.purchases[0]?.round,
      1,
      'nothing was bought',
    );
    assert.equal((await award(own, [[0, other]])).body.purchases[0]?.round, 1);
  });

  it('refuses an item without an id, and what is none', async () => {
    const order = await ordered(1);
    const { uuid } = await offered(order, ['10'], { partialFrom: '0' });
    for (const id of [undefined, null, 0, -1, 1.5, 'x', [order.items[0]?.id]]) {
      const items = [{ order_item_id: id, proposal: uuid }];
      const { errors } = assertRefused(await award(order, [], { items }), 422, 'validation_failed');
      assert.deepEqual(Object.keys(errors ?? {}), ['items.0.order_item_id'], JSON.stringify(id));
    }
  });
});

describe('a whole accept', () => {
  it('is a purchase of all that the proposal offers', async () => {
    const order = await ordered(3);
    const chosen = await offered(order, ['10', null, '30'], { freight: '75' });
    const { status, body } = await accept(chosen);
    assert.equal(status, 200);
    assert.deepEqual(body.award, {
      kind: 'whole',
      order_item_ids: [order.items[0]?.id, order.items[2]?.id],
      amount: 4000,
      freight_amount: 75,
      state: 'awarded',
      state_label: 'Entrega a combinar',
    });
  });

  it('of a proposal that offers nothing is a purchase of nothing, received at once', async () => {
    const order = await ordered(2);
    const { body } = await accept(await offered(order, [null, null]));
    assert.deepEqual(
      [body.status, body.award?.order_item_ids, body.award?.amount, body.award?.state],
      ['accepted', [], 0, 'received'],
    );
  });
});
