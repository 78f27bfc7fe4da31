import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import pg from 'pg';
import type { Combinations } from '@lavra/contract/purchases/combinations';
import type {
  AwardReply,
  ProducerPurchase,
  SupplierPurchase,
} from '@lavra/contract/purchases/schemas';
import { countStatements } from '../../../test/count-statements.ts';
import { countLockWaits } from '../../../test/lock-waits.ts';
import { buildOrder, type TestOrder } from '../../../test/orders.ts';
import { buildAdmin, buildSupplier } from '../../../test/people.ts';
import { buildProposal } from '../../../test/proposals.ts';
import { startService } from '../../../test/service.ts';
import { until } from '../../../test/until.ts';
import type { DecisionContent } from '../proposals/proposals-feature.ts';
import { standingCalls } from '../../../test/standing.ts';
import { assertRefused } from '../proposals/proposals.fixture.ts';
import { openAwards } from './awards.fixture.ts';

const NOW = new Date('2026-11-20T15:00:00Z');
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
/**
 * Ten of the award itself; before its transaction two read the session and the order, and the last
 * three read the reply.
 */
const MOST_STATEMENTS = 10 + 2 + 3;
const service = await startService({ now: NOW });
const { producer, product, ordered, offered, award } = await openAwards(service);
const admin = await buildAdmin(service);
const { block, remove } = standingCalls(service, admin);

type Choice = readonly [item: number, proposal: { readonly uuid: string }];
/** Tries to buy items, given by their index, from proposals. */
const tryAward = (
  order: TestOrder,
  choices: readonly Choice[],
  extra: Record<string, unknown> = {},
  token = producer.token,
) =>
  service.call<AwardReply>('POST', `/api/v1/producer/orders/${order.uuid}/award`, {
    token,
    body: {
      items: choices.map(([index, { uuid }]) => ({
        order_item_id: order.items[index]?.id,
        proposal: uuid,
      })),
      ...extra,
    },
  });
const salesOf = async ({ token }: { readonly token: string }): Promise<SupplierPurchase[]> => {
  const { body } = await service.call<{ data: SupplierPurchase[] }>(
    'GET',
    '/api/v1/supplier/purchases',
    { token },
  );
  return body.data;
};

describe('what an award buys', () => {
  it('is one purchase for each of two proposals of one supplier', async () => {
    const order = await ordered(2);
    const supplier = await buildSupplier(service);
    const one = await offered(order, ['10', null], { supplier, freight: '30' });
    const two = await offered(order, ['11', '20'], { supplier, freight: '40' });
    const { purchases } = await award(order, [
      [0, one],
      [1, two],
    ]);
    assert.deepEqual(
      new Set(purchases.map(({ proposal, landed_total }) => [proposal, landed_total].join(' '))),
      new Set([`${one.uuid} 1030`, `${two.uuid} 2040`]),
    );
    assert.notEqual(purchases[0]?.label, purchases[1]?.label, 'no letter links them');
    const sales = await salesOf(supplier);
    assert.deepEqual(new Set(sales.map(({ proposal }) => proposal)), new Set([one.uuid, two.uuid]));
  });

  it('is not two whole-only proposals that overlap, in part or together', async () => {
    const order = await ordered(3);
    const supplierIds = [await buildSupplier(service), await buildSupplier(service)];
    const [left, right] = await Promise.all(
      [
        ['10', '20', null],
        [null, '19', '30'],
      ].map((prices, index) =>
        buildProposal(service, {
          orderId: order.id,
          supplierId: supplierIds[index]?.supplierId ?? 0,
          items: order.items.map((item, at) => ({ item, price: prices[at] ?? null })),
        }),
      ),
    );
    assert.ok(left !== undefined && right !== undefined);
    const apart: Choice[] = [
      [0, left],
      [1, left],
      [2, right],
    ];
    assertRefused(await tryAward(order, apart), 422, 'proposal_not_partial');
    assertRefused(await tryAward(order, [...apart, [1, right]]), 422, 'item_twice');
    await award(order, [
      [0, left],
      [1, left],
    ]);
    assertRefused(await tryAward(order, [[2, right]]), 422, 'proposal_not_partial');
  });

  it('has no freight where the proposal states none, and says whose it is', async () => {
    const order = await ordered(2);
    const silent = await offered(order, ['10', null]);
    const own = await offered(order, [null, '20']);
    await service.db.q
      .updateTable('proposals')
      .set({ freight_kind: 'by_producer' })
      .where('id', '=', own.id)
      .execute();
    const { purchases } = await award(order, [
      [0, silent],
      [1, own],
    ]);
    assert.deepEqual(
      new Map(
        purchases.map(({ proposal, freight_amount, freight_kind, landed_total }) => [
          proposal,
          [freight_amount, freight_kind, landed_total],
        ]),
      ),
      new Map([
        [silent.uuid, [null, null, 1000]],
        [own.uuid, [null, 'by_producer', 2000]],
      ]),
    );
  });

  it('shares its freight to the cent over what is worth something', async () => {
    const order = await ordered(4);
    const supplier = await buildSupplier(service);
    const shared = await buildProposal(service, {
      orderId: order.id,
      supplierId: supplier.supplierId,
      // The third has a price, and is worth 0.00: it is not offered, and carries no share.
      items: order.items.map((item, index) =>
        index === 2 ? { item, price: '0.0001', quantity: '1' } : { item, price: '10' },
      ),
      partialFrom: '0',
      freight: '100',
      freightRule: 'proportional',
    });
    assertRefused(await tryAward(order, [[2, shared]]), 422, 'item_not_priced');
    const shares: unknown[] = [];
    for (const index of [3, 0, 1]) {
      const { purchases } = await award(order, [[index, shared]]);
      shares.push(purchases[0]?.freight_amount);
    }
    assert.deepEqual(shares, [33.33, 33.34, 33.33], 'the cent that is left is the first item’s');
  });

  it('is the quantity that is offered, also where it is less than was asked', async () => {
    const order = await ordered(1);
    const [item] = order.items;
    assert.ok(item !== undefined);
    const supplier = await buildSupplier(service);
    const less = await buildProposal(service, {
      orderId: order.id,
      supplierId: supplier.supplierId,
      items: [{ item, price: '10', quantity: '40' }],
      partialFrom: '0',
    });
    const { purchases } = await award(order, [[0, less]]);
    assert.deepEqual(
      purchases[0]?.items.map(({ quantity, total_price, order_item }) => [
        quantity,
        total_price,
        order_item.quantity,
      ]),
      [[40, 400, 100]],
    );
  });

  it('may be part of an order whose every item needs a price', async () => {
    const order = await ordered(2, { closure: 'fechada' });
    const one = await offered(order, ['10', '20']);
    const { order: after, unbought_items } = await award(order, [[0, one]]);
    assert.deepEqual([after.status, unbought_items.length], ['adjudicada', 1]);
  });

  it('is a thousand items of fifty suppliers in one round', async () => {
    const order = await buildOrder(service, {
      producerId: producer.producerId,
      items: Array.from({ length: 1000 }, () => ({ product })),
    });
    const proposals = await Promise.all(
      Array.from({ length: 50 }, async (_, at) =>
        buildProposal(service, {
          orderId: order.id,
          supplierId: (await buildSupplier(service)).supplierId,
          items: order.items.slice(at * 20, at * 20 + 20).map((item) => ({ item, price: '1.5' })),
          partialFrom: '0',
          freight: '10',
        }),
      ),
    );
    const choices = order.items.map((_, index): Choice => {
      const proposal = proposals[Math.floor(index / 20)];
      assert.ok(proposal !== undefined);
      return [index, proposal];
    });
    const { status, body } = await tryAward(order, choices, { expected_total: 150_000 + 500 });
    assert.equal(status, 200, JSON.stringify(body).slice(0, 300));
    assert.deepEqual(
      [body.purchases.length, body.unbought_items.length, body.order.status],
      [50, 0, 'adjudicada'],
    );
    assert.deepEqual(new Set(body.purchases.map(({ items_count }) => items_count)), new Set([20]));
    await service.work();
    const { content } = await service.db.q
      .selectFrom('decision_records')
      .select('content')
      .where('order_id', '=', order.id)
      .executeTakeFirstOrThrow();
    const { shown, items } = content as DecisionContent; // what the job wrote
    assert.equal(shown?.length, 20, 'price by price it shows no more than can be printed');
    for (const { chosen, answers } of items)
      assert.ok(answers.some(({ letter, unit_price }) => letter === chosen && unit_price !== null));
  });
});

describe('an award', () => {
  it('takes as many statements for two hundred items of twenty proposals as for two of one', async () => {
    const countOf = async (items: number, proposals: number): Promise<number> => {
      const order = await ordered(items);
      const each = items / proposals;
      const choices: Choice[] = [];
      for (let first = 0; first < items; first += each) {
        const indexes = Array.from({ length: each }, (_, n) => first + n);
        const prices = order.items.map((_, index) => (indexes.includes(index) ? '10' : null));
        const proposal = await offered(order, prices);
        choices.push(...indexes.map((index): Choice => [index, proposal]));
      }
      // Its letters are drawn with the first list that shows them.
      await service.call('GET', `/api/v1/orders/${order.uuid}/proposals/received?view=anonymous`, {
        token: producer.token,
      });
      return countStatements(() => award(order, choices));
    };
    const few = await countOf(2, 1);
    assert.equal(await countOf(200, 20), few);
    assert.ok(few <= MOST_STATEMENTS, `${few} statements`);
  });

  for (const status of ['publicada', 'em_analise'] as const)
    it(`takes an order that is ${status}, and no proposal may come after it`, async () => {
      const order = await ordered(2, { status });
      const one = await offered(order, ['10', '20']);
      const body = await award(order, [[0, one]]);
      assert.equal(body.order.status, 'adjudicada');
      const late = await service.call('POST', `/api/v1/orders/${order.uuid}/proposals`, {
        token: (await buildSupplier(service)).token,
        body: { items: [] },
      });
      assert.ok(late.status >= 400 && late.status < 500, `${late.status}`);
    });

  it('refuses orders that are not to be awarded, and suspended ones', async () => {
    for (const status of ['finalizada', 'cancelada', 'revogada', 'expirada'] as const) {
      const order = await ordered(1, { status });
      const one = await offered(order, ['10']);
      assertRefused(await tryAward(order, [[0, one]]), 422, 'order_not_awardable');
    }
    const held = await ordered(1, { suspended: true });
    const one = await offered(held, ['10']);
    assertRefused(await tryAward(held, [[0, one]]), 422, 'award_order_suspended');
  });

  for (const [word, away] of [
    ['blocked', block],
    ['deleted', remove],
  ] as const)
    it(`buys nothing from a supplier who is ${word}; what was bought before stays`, async () => {
      const order = await ordered(2);
      const one = await offered(order, ['10', '20']);
      const other = await offered(order, ['11', '21']);
      await away(one.supplier);
      const both: Choice[] = [
        [0, one],
        [1, other],
      ];
      assertRefused(await tryAward(order, both), 422, 'proposal_unavailable');
      const { purchases } = await award(order, [[0, other]]);
      await away(other.supplier);
      assertRefused(await tryAward(order, [[1, other]]), 422, 'proposal_unavailable');
      const { body } = await service.call<ProducerPurchase>(
        'GET',
        `/api/v1/producer/purchases/${purchases[0]?.uuid}`,
        { token: producer.token },
      );
      assert.deepEqual([body.state, body.items_amount], ['awarded', 1100]);
    });

  it('buys nothing from a supplier whose erasure it waited for, and keeps the session', async () => {
    const order = await ordered(1);
    const one = await offered(order, ['10']);
    const client = new pg.Client({ connectionString: service.databaseUrl });
    await client.connect();
    await client.query('BEGIN');
    await client.query('SELECT FROM proposals WHERE id = $1 FOR UPDATE', [one.id]);
    await client.query(
      `UPDATE users SET status = 'inativo', deleted_at = $2, erased_at = $2 WHERE id = $1`,
      [one.supplier.userId, NOW],
    );
    const waiting = tryAward(order, [[0, one]]);
    await until(
      'the award waits for the proposal',
      async () => (await countLockWaits(service.databaseUrl)) > 0,
    );
    await client.query('COMMIT');
    await client.end();
    assertRefused(await waiting, 422, 'proposal_unavailable');
  });

  it('buys what a session combined that has ended since, at the total it showed', async () => {
    const order = await ordered(2);
    const proposals = [
      await offered(order, ['10', null], { freight: '12.34' }),
      await offered(order, [null, '20'], { freight: '5' }),
    ];
    const token = await service.tokenFor(producer.userId);
    const { body } = await service.call<Combinations>(
      'POST',
      `/api/v1/producer/orders/${order.uuid}/combinations`,
      { token },
    );
    const point = body.data.at(-1);
    assert.equal(point?.proposals_used, 2);
    assert.equal((await service.call('POST', '/api/v1/logout', { token })).status, 200);
    const buy = (by: string) =>
      tryAward(
        order,
        proposals.map((proposal, index): Choice => [index, proposal]),
        { expected_total: point.landed_total },
        by,
      );
    assertRefused(await buy(token), 401, 'unauthenticated');
    const bought = await buy(await service.tokenFor(producer.userId));
    assert.equal(bought.status, 200, JSON.stringify(bought.body));
    assert.deepEqual(
      new Set(bought.body.purchases.map(({ proposal }) => proposal)),
      new Set(point.purchases.map(({ proposal }) => proposal)),
    );
  });
});

describe('a revoked order', () => {
  it('cancels its purchases, closes the contact and is not bought from again', async () => {
    const order = await ordered(2);
    const one = await offered(order, ['10', '20']);
    await award(order, [[0, one]]);
    const { status } = await service.call('POST', `/api/v1/admin/orders/${order.uuid}/revoke`, {
      token: admin.token,
      body: { reason: 'Contra os termos.' },
    });
    assert.equal(status, 200);
    assertRefused(await tryAward(order, [[1, one]]), 422, 'order_not_awardable');
    const [sale] = await salesOf(one.supplier);
    const { body } = await service.call<SupplierPurchase>(
      'GET',
      `/api/v1/supplier/purchases/${sale?.uuid}`,
      { token: one.supplier.token },
    );
    assert.deepEqual(
      [body.state, body.producer_contact, body.settled_at !== null],
      ['cancelled', null, true],
    );
  });
});

describe('a later round', () => {
  it('buys for 72 hours what was left, within the validity of a proposal', async () => {
    const order = await ordered(5);
    const first = await offered(order, ['10', null, null, null, null]);
    const lasting = await offered(order, [null, '20', '30', null, null]);
    const ending = await offered(order, [null, null, null, '40', '50'], { validity: '2026-11-21' });
    const past = await offered(order, [null, null, null, null, '45'], { validity: '2026-11-19' });
    // A passed validity warns in the first round, and blocks nothing there.
    const other = await ordered(1);
    await award(other, [[0, await offered(other, ['10'], { validity: '2026-11-19' })]]);
    await award(order, [[0, first]]);
    assertRefused(await tryAward(order, [[4, past]]), 422, 'reoffer_needed');
    await award(order, [[3, ending]]);
    const tryAfter = async (ms: number, choice: Choice) => {
      service.moveClock(new Date(NOW.getTime() + ms));
      const token = await service.tokenFor(producer.userId); // sessions end meanwhile
      return tryAward(order, [choice], {}, token);
    };
    assertRefused(await tryAfter(48 * HOUR, [4, ending]), 422, 'reoffer_needed');
    const { status, body } = await tryAfter(72 * HOUR - MINUTE, [1, lasting]);
    assert.equal(status, 200, JSON.stringify(body));
    assertRefused(await tryAfter(72 * HOUR + MINUTE, [2, lasting]), 422, 'reoffer_needed');
  });
});
