import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Combinations, CombinationsBody } from '@lavra/contract/purchases/combinations';
import type { AwardReply } from '@lavra/contract/purchases/schemas';
import type { Proposal } from '@lavra/contract/proposals/schemas';
import { buildProduct } from '../../../../test/catalogue.ts';
import { httpRequestOf } from '../../../../test/http-request.ts';
import { buildOrder, type TestOrder } from '../../../../test/orders.ts';
import { buildProducer, buildSupplier } from '../../../../test/people.ts';
import {
  buildProposal,
  type OfferFields,
  type ProposalFields,
} from '../../../../test/proposals.ts';
import { startService } from '../../../../test/service.ts';
import { readTender } from '../../../demo/tender.ts';
import type { ProducerCaller } from '../../../platform/auth/caller.ts';
import type { HttpRequest } from '../../../platform/auth/request.ts';
import { assertRefused } from '../../proposals/proposals.fixture.ts';
import { createCombinations } from './combination-service.ts';

const NOW = new Date('2026-11-20T15:00:00Z');
const service = await startService({ now: NOW });
const { q } = service.db;
const producer = await buildProducer(service);
const product = await buildProduct(service);

const combine = (order: { readonly uuid: string }, body: object = {}, by = producer) =>
  service.call<Combinations>('POST', `/api/v1/producer/orders/${order.uuid}/combinations`, {
    token: by.token,
    body,
  });
const ordered = (items: number): Promise<TestOrder> =>
  buildOrder(service, {
    producerId: producer.producerId,
    items: Array.from({ length: items }, () => ({ product })),
  });
type Cell = string | null | (Omit<OfferFields, 'item'> & { readonly price: string });
/** A proposal that sells in part: a price for each item, null for none. */
async function offered(
  order: TestOrder,
  cells: readonly Cell[],
  fields: Partial<ProposalFields> = {},
) {
  const supplier = await buildSupplier(service);
  const proposal = await buildProposal(service, {
    orderId: order.id,
    supplierId: supplier.supplierId,
    partialFrom: '0',
    items: order.items.map((item, index) => {
      const cell = cells[index] ?? null;
      return typeof cell === 'string' || cell === null ? { item, price: cell } : { item, ...cell };
    }),
    ...fields,
  });
  return { ...proposal, supplier };
}

/** What each point says: the limit, the items that each proposal sells, and the landed total. */
const pointsOf = (
  { data }: Combinations,
  order: TestOrder,
  names: Record<string, { uuid: string }>,
) =>
  data.map(({ most_proposals, purchases, landed_total }) => ({
    most: most_proposals,
    from: Object.fromEntries(
      purchases
        .map(
          ({ proposal, items }) =>
            [
              Object.keys(names).find((name) => names[name]?.uuid === proposal) ?? '?',
              items.map(({ order_item_id: id }) => order.items.findIndex((one) => one.id === id)),
            ] as const,
        )
        .toSorted(([a], [b]) => (a < b ? -1 : 1)),
    ),
    landed: landed_total,
  }));
/** The items that the last point covers, by place. */
async function coveredBy(order: TestOrder, body: CombinationsBody = {}): Promise<number[]> {
  const { status, body: found } = await combine(order, body);
  assert.equal(status, 200, JSON.stringify(found));
  return (found.data.at(-1)?.purchases ?? [])
    .flatMap(({ items }) => items)
    .map(({ order_item_id: id }) => order.items.findIndex((one) => one.id === id))
    .toSorted((a, b) => a - b);
}

describe('combinations', () => {
  it('of the real tender are those of the best award', async () => {
    const tender = readTender();
    const order = await buildOrder(service, {
      producerId: producer.producerId,
      items: tender.items.map(({ quantity }) => ({ product, quantity })),
    });
    for (let bidder = 1; bidder <= 13; bidder += 1)
      await offered(
        order,
        tender.items.map(({ bids }) => {
          const bid = bids.find((one) => one.bidder === bidder);
          return bid === undefined ? null : { price: bid.final_unit_price, quantity: bid.quantity };
        }),
      );
    const { body } = await combine(order);
    assert.deepEqual(
      body.data.map(
        ({ most_proposals, covered, items_count, landed_total, proven, gap_percent }) => [
          most_proposals,
          `${covered} of ${items_count}`,
          landed_total,
          proven,
          gap_percent,
        ],
      ),
      [
        [1, '12 of 14', 271_095, true, 0],
        [2, '14 of 14', 281_959.5, true, 0],
        [3, '14 of 14', 269_705, true, 0],
        [4, '14 of 14', 269_555, true, 0],
      ],
    );
    assert.deepEqual(
      body.data[0]?.uncovered_items.map(({ reason }) => reason),
      ['not_in_point', 'not_in_point'],
    );
  });

  it('name proposals by the letters of the session, and no item shows more than three', async () => {
    const order = await ordered(2);
    for (const prices of [
      ['10', '20'],
      ['11', '19'],
      ['12', '21'],
      ['13', '22'],
      ['9', '23'],
    ])
      await offered(order, prices);
    const { body: received } = await service.call<Proposal[]>(
      'GET',
      `/api/v1/orders/${order.uuid}/proposals/received?view=anonymous`,
      { token: producer.token },
    );
    const labels = new Map(
      received.map((one) => [one.uuid, (one as unknown as { label: string }).label]),
    );
    const { body } = await combine(order);
    const shown = body.data.flatMap(({ purchases }) =>
      purchases.flatMap((purchase) => [
        purchase,
        ...purchase.items.flatMap(({ alternatives }) => alternatives),
      ]),
    );
    assert.ok(shown.length > 6);
    for (const { proposal, label, mark } of shown) {
      assert.equal(label, labels.get(proposal));
      assert.notEqual(mark.name, '');
    }
    const [item] =
      body.data[1]?.purchases.find(({ items }) => items[0]?.unit_price === 9)?.items ?? [];
    assert.deepEqual(
      item?.alternatives.map(({ unit_price }) => unit_price),
      [10, 11],
    );
  });

  it('count freight by its rule, minimums, and whole-only proposals', async () => {
    const order = await ordered(3);
    const cheap = await offered(order, ['10', '20', null], {
      freight: '90',
      freightRule: 'proportional',
    });
    const dear = await offered(order, ['12', '18', '30'], { freight: '50' });
    const whole = await offered(order, ['1', '1', null], {
      partialFrom: undefined,
      freight: '9000',
    });
    const names = { cheap, dear, whole };
    const { body } = await combine(order);
    assert.deepEqual(pointsOf(body, order, names), [
      { most: 1, from: { dear: [0, 1, 2] }, landed: 6050 },
      { most: 2, from: { cheap: [0], dear: [1, 2] }, landed: 1030 + 4800 + 50 },
    ]);
    await q
      .updateTable('proposals')
      .set({ freight_amount: '10' })
      .where('uuid', '=', whole.uuid)
      .execute();
    const { body: then } = await combine(order);
    assert.deepEqual(pointsOf(then, order, names).at(-1), {
      most: 2,
      from: { dear: [2], whole: [0, 1] },
      landed: 200 + 10 + 3000 + 50,
    });
    // The whole-only one is out where one of its items is.
    const excluded = await combine(order, { exclude_order_item_ids: [order.items[0]?.id ?? 0] });
    assert.deepEqual(
      pointsOf(excluded.body, order, names).map(({ from }) => Object.keys(from)),
      [['dear']],
    );
  });

  it('leave out what may not be bought, and say why', async () => {
    const other = await buildProduct(service, {
      active_ingredient: 'Glifosato',
      concentration: '480 g/L',
    });
    const order = await ordered(5);
    const same = {
      active_ingredient: 'Glifosato',
      concentration: '480 g/L',
    };
    await q.updateTable('products').set(same).where('id', '=', product.id).execute();
    const forbidden = order.items[3]?.id ?? 0;
    await q
      .updateTable('order_items')
      .set({ allow_similar: false })
      .where('id', '=', forbidden)
      .execute();
    await offered(order, [
      { price: '10', quantity: '99.999' },
      { price: '10', productId: other.id, similar: { name: 'Outro' } },
      { price: '10', similar: { name: 'Sem cadastro' } },
      { price: '10', productId: other.id },
      null,
    ]);
    assert.deepEqual(await coveredBy(order), [1, 2]);
    assert.deepEqual(await coveredBy(order, { same_ingredient_only: true }), [1]);
    assert.deepEqual(await coveredBy(order, { any_quantity: true }), [0, 1, 2]);
    const { body } = await combine(order, { exclude_order_item_ids: [order.items[2]?.id ?? 0] });
    assert.deepEqual(
      body.data[0]?.uncovered_items.map(({ reason }) => reason),
      ['left_out', 'left_out', 'left_out', 'not_offered'],
    );
    await q
      .updateTable('products')
      .set({ active_ingredient: null })
      .where('id', '=', product.id)
      .execute();
  });

  it('respect delivery days, validity, excluded proposals and blocked suppliers', async () => {
    const order = await ordered(4);
    const quick = await offered(order, ['10', null, null, null]);
    await q
      .updateTable('proposals')
      .set({ delivery_days: 10 })
      .where('uuid', '=', quick.uuid)
      .execute();
    await offered(order, [null, '10', null, null], { validity: '2026-11-20' });
    await offered(order, [null, null, '10', null], { validity: '2026-11-19' });
    const blocked = await offered(order, [null, null, null, '10']);
    await q
      .updateTable('users')
      .set({ status: 'bloqueado' })
      .where('id', '=', blocked.supplier.userId)
      .execute();
    assert.deepEqual(await coveredBy(order), [0, 1]);
    assert.deepEqual(await coveredBy(order, { valid_on: '2026-11-21' }), [0]);
    assert.deepEqual(await coveredBy(order, { valid_on: '2026-11-19' }), [0, 1, 2]);
    assert.deepEqual(await coveredBy(order, { max_delivery_days: 10 }), [0]);
    assert.deepEqual(await coveredBy(order, { max_delivery_days: 9 }), []);
    assert.deepEqual(await coveredBy(order, { exclude_proposals: [quick.uuid] }), [1]);
  });

  it('are what the award buys, to the cent', async () => {
    const order = await ordered(3);
    await offered(order, ['10.3333', '20.1', '7'], {
      freight: '100.01',
      freightRule: 'proportional',
    });
    await offered(order, ['9.9999', '21', '6.5'], { freight: '33.33', partialFrom: '500' });
    await offered(order, ['11', '19.9999', null], {
      freight: '10.10',
      freightRule: 'proportional',
    });
    const { body } = await combine(order);
    const point = body.data.at(-1);
    const bought = await service.call<AwardReply>(
      'POST',
      `/api/v1/producer/orders/${order.uuid}/award`,
      {
        token: producer.token,
        body: {
          items: point?.purchases.flatMap(({ proposal, items }) =>
            items.map(({ order_item_id }) => ({ order_item_id, proposal })),
          ),
          expected_total: point?.landed_total,
        },
      },
    );
    assert.equal(bought.status, 200, JSON.stringify(bought.body));
    assert.deepEqual(
      bought.body.purchases.map(({ label, items_amount, freight_amount }) => [
        label,
        items_amount,
        freight_amount,
      ]),
      point?.purchases.map(({ label, items_amount, freight_amount }) => [
        label,
        items_amount,
        freight_amount,
      ]),
    );
  });
});

describe('combinations after the award', () => {
  it('are of what was not bought, on the terms that still hold, for 72 hours', async () => {
    const order = await ordered(3);
    const first = await offered(order, ['10', '20', null], { freight: '90', partialFrom: '900' });
    const full = await offered(order, [null, '21', '30'], {
      freight: '50',
      validity: '2026-11-20',
    });
    const award = await service.call('POST', `/api/v1/producer/orders/${order.uuid}/award`, {
      token: producer.token,
      body: { items: [{ order_item_id: order.items[0]?.id, proposal: first.uuid }] },
    });
    assert.equal(award.status, 200);
    const names = { first, full };
    const { body } = await combine(order);
    // Its freight was due with the first purchase, and its minimum was reached with it.
    assert.deepEqual(pointsOf(body, order, names), [
      { most: 1, from: { full: [1, 2] }, landed: 5150 },
      { most: 2, from: { first: [1], full: [2] }, landed: 2000 + 3050 },
    ]);
    assert.deepEqual(body.data.at(-1)?.uncovered_items, []);
    assert.deepEqual(
      body.data.map(({ covered, items_count }) => [covered, items_count]),
      [
        [2, 2],
        [2, 2],
      ],
    );
    const at = (hours: number) =>
      q
        .updateTable('orders')
        .set({ awarded_at: new Date(NOW.getTime() - hours * 3_600_000) })
        .where('id', '=', order.id)
        .execute();
    await at(71);
    assert.equal((await combine(order)).body.data.length, 2);
    await at(73);
    assert.deepEqual((await combine(order)).body.data, []);
  });
});

describe('the request', () => {
  it('is refused for others, for orders that are closed, and for unknown fields', async () => {
    const order = await ordered(1);
    assertRefused(await combine(order, {}, await buildProducer(service)), 403, 'not_yours');
    assertRefused(await combine(order, { days: 3 }), 422, 'validation_failed');
    for (const status of ['rascunho', 'finalizada', 'cancelada', 'revogada', 'expirada'] as const) {
      await q.updateTable('orders').set({ status }).where('id', '=', order.id).execute();
      assertRefused(await combine(order), 422, 'order_not_awardable');
    }
    const suspended = await buildOrder(service, {
      producerId: producer.producerId,
      suspended: true,
    });
    assertRefused(await combine(suspended), 422, 'award_order_suspended');
    assert.deepEqual((await combine(await ordered(2))).body, { data: [] });
  });

  it('is refused for more offers than the thread has room for, before they are read', async () => {
    const order = await ordered(2);
    await offered(order, ['10', '20']);
    const limited = createCombinations(
      service.app.platform,
      { solve: () => assert.fail('nothing is solved'), close: async () => undefined },
      1,
    );
    const request: HttpRequest<ProducerCaller> = httpRequestOf({
      userType: 'produtor',
      userId: producer.userId,
      producerId: producer.producerId,
      sessionId: 0,
      permissions: new Set(),
      tokenHash: Buffer.alloc(0),
    });
    await assert.rejects(limited(request, order.id, {}), { code: 'market_too_large' });
  });
});
