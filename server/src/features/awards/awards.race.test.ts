import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildOrder, type TestOrder } from '../../../test/orders.ts';
import {
  asOne,
  assertExplained,
  publishedOrder,
  record,
  type Asked,
} from '../../../test/negotiation/explained.ts';
import type { Operation } from '../../../test/negotiation/history.ts';
import { buildProducer, buildSupplier } from '../../../test/people.ts';
import { buildProposal, type TestProposal } from '../../../test/proposals.ts';
import { startService, type TestService } from '../../../test/service.ts';
import {
  codeOf,
  countDeadlocks,
  race,
  succeeded,
  times,
  together,
  TRIALS,
} from '../proposals/races.fixture.ts';

const service = await startService();
const producer = await buildProducer(service);
const suppliers = [await buildSupplier(service), await buildSupplier(service)] as const;
const product = await buildProduct(service);
const ITEMS = 4;

/** Creates an order of four items and three proposals for all of them that sell in part. */
async function contest(
  on: TestService = service,
  { producerId, supplierIds, productOf } = {
    producerId: producer.producerId,
    supplierIds: suppliers.map(({ supplierId }) => supplierId),
    productOf: product,
  },
) {
  const order = await buildOrder(on, {
    producerId,
    items: times(ITEMS, () => ({ product: productOf })),
  });
  const sent: TestProposal[] = [];
  for (let n = 0; n < 3; n += 1)
    sent.push(
      await buildProposal(on, {
        orderId: order.id,
        supplierId: supplierIds[n % 2] ?? 0,
        items: order.items.map((item) => ({ item, price: String(10 + n) })),
        partialFrom: '0',
        freight: '90',
      }),
    );
  return { order, sent };
}

const post =
  (url: string, { token }: { token: string }, body?: unknown) =>
  () =>
    service.call('POST', `/api/v1/${url}`, { token, ...(body === undefined ? {} : { body }) });
/** Buys the items at these indexes from a proposal. */
const award = (
  order: TestOrder,
  { uuid }: Pick<TestProposal, 'uuid'>,
  indexes: readonly number[],
) =>
  post(`producer/orders/${order.uuid}/award`, producer, {
    items: indexes.map((index) => ({ order_item_id: order.items[index]?.id, proposal: uuid })),
  });
const accept = ({ uuid }: Pick<TestProposal, 'uuid'>) => post(`proposals/${uuid}/accept`, producer);
/** The same as commands of the model. */
const awarding = (order: TestOrder, { uuid }: TestProposal, indexes: readonly number[]): Asked => ({
  command: { do: 'award', choices: indexes.map((item) => ({ item, proposal: uuid })) },
  ask: award(order, { uuid }, indexes),
});
const accepting = ({ uuid }: TestProposal): Asked => ({
  command: { do: 'accept', proposal: uuid },
  ask: accept({ uuid }),
});

/** Runs calls together; some order of them must explain all answers and how the order ends. */
async function explained(order: TestOrder, sent: readonly TestProposal[], asked: readonly Asked[]) {
  const { answers, history } = await record(asked, together);
  await assertLegal(order, sent, history);
  return answers;
}
async function assertLegal(
  order: TestOrder,
  sent: readonly TestProposal[],
  history: readonly Operation[],
): Promise<void> {
  const proposals = sent.map(({ uuid }, n) => ({
    name: uuid,
    supplier: n % 2,
    price: 10 + n,
    partial: true,
  }));
  await assertExplained(service, order.id, { from: publishedOrder(ITEMS, proposals), history });
}
const nth = <T>(list: readonly T[], index: number): T => list[index % list.length] as T; // in range

interface End {
  status: string;
  accepted: string[];
  bought: number;
  twice: number;
  rounds: number[];
  wrongSums: number;
}

/** Reads how an order ended. */
async function endOf({ id }: TestOrder, { db }: TestService = service): Promise<End> {
  const { rows } = await sql<End>`
    SELECT o.status,
      ARRAY(SELECT p.status FROM proposals p WHERE p.order_id = o.id AND (p.status = 'accepted')
        <> EXISTS (SELECT FROM purchases s WHERE s.proposal_id = p.id)) AS accepted,
      (SELECT count(*)::int FROM purchase_items i JOIN purchases s ON s.id = i.purchase_id
        WHERE s.order_id = o.id) AS bought,
      (SELECT count(*)::int FROM (SELECT i.order_item_id FROM purchase_items i JOIN purchases s ON s.id = i.purchase_id
        WHERE s.order_id = o.id GROUP BY i.order_item_id HAVING count(*) > 1) t) AS twice,
      ARRAY(SELECT DISTINCT s.round FROM purchases s WHERE s.order_id = o.id ORDER BY 1) AS rounds,
      (SELECT count(*)::int FROM purchases s WHERE s.order_id = o.id AND s.items_amount <>
        (SELECT coalesce(sum(i.total_price), 0) FROM purchase_items i WHERE i.purchase_id = s.id)) AS "wrongSums"
    FROM orders o WHERE o.id = ${id}`.execute(db.q);
  return rows[0] ?? assert.fail('the order is gone');
}

/** Asserts what holds after every race, and that so many items were bought as calls report. */
async function assertWhole(order: TestOrder, bought: number): Promise<End> {
  const end = await endOf(order);
  assert.deepEqual(
    [end.accepted, end.twice, end.wrongSums, end.bought],
    [[], 0, 0, bought],
    JSON.stringify(end),
  );
  assert.deepEqual(
    end.rounds,
    times(end.rounds.length, (index) => index + 1),
  );
  assert.equal(end.status === 'adjudicada', end.rounds.length > 0);
  return end;
}

describe('awards that overlap', () => {
  it('buy each item once, and each call all of its items or none', () =>
    race(async (callers) => {
      const { order, sent } = await contest();
      const wanted = times(callers, (index) => [index % ITEMS, (index + 1) % ITEMS]);
      const answers = await explained(
        order,
        sent,
        wanted.map((indexes, index) => awarding(order, nth(sent, index), indexes)),
      );
      for (const { status, body } of answers)
        assert.ok(status === 200 || codeOf(body) === 'item_already_bought', JSON.stringify(body));
      await assertWhole(order, answers.filter(succeeded).length * 2);
    }));

  it('exclude a whole accept at the same time, which is the only one or refused', () =>
    race(async (callers) => {
      const { order, sent } = await contest();
      const half = callers / 2;
      const answers = await explained(order, sent, [
        ...times(half, (index) => accepting(nth(sent, index))),
        ...times(half, (index) => awarding(order, nth(sent, index + 1), [index % ITEMS])),
      ]);
      const accepts = answers.slice(0, half).filter(succeeded).length;
      const awards = answers.slice(half).filter(succeeded).length;
      assert.ok(accepts === 0 || (accepts === 1 && awards === 0), `${accepts}, ${awards}`);
      await assertWhole(order, accepts === 1 ? ITEMS : awards);
    }));

  it('keep proposals that are rejected or withdrawn, and orders that are cancelled, unbought', () =>
    race(async (callers, trial) => {
      const { order, sent } = await contest();
      const [target] = sent as [TestProposal];
      const proposal = target.uuid;
      const other = nth<Asked>(
        [
          {
            command: { do: 'reject', proposal },
            ask: post(`proposals/${proposal}/reject`, producer, { reason: 'Caro' }),
          },
          {
            command: { do: 'withdraw', proposal },
            ask: post(`proposals/${proposal}/cancel`, suppliers[0]),
          },
          {
            command: { do: 'cancel' },
            ask: post(`producer/orders/${order.uuid}/cancel`, producer, { reason: 'Adiada.' }),
          },
        ],
        trial,
      );
      const half = callers / 2;
      const answers = await explained(order, sent, [
        ...times(half, (index) => awarding(order, target, [index % ITEMS])),
        ...times(half, () => other),
      ]);
      const awards = answers.slice(0, half).filter(succeeded).length;
      const others = answers.slice(half).filter(succeeded).length;
      assert.ok(others <= 1 && (awards === 0) !== (others === 0), `${awards}, ${others}`);
      await assertWhole(order, awards);
    }));

  it('under one key are one award with one reply, also repeated', () =>
    race(async (callers) => {
      const { order, sent } = await contest();
      const key = { 'idempotency-key': randomUUID() };
      const [one, other] = sent as [TestProposal, TestProposal];
      const ask = (indexes: readonly number[]) =>
        service.call('POST', `/api/v1/producer/orders/${order.uuid}/award`, {
          token: producer.token,
          headers: key,
          body: {
            items: indexes.map((index) => ({
              order_item_id: order.items[index]?.id,
              proposal: (index === 0 ? one : other).uuid,
            })),
          },
        });
      const choices = [
        { item: 0, proposal: one.uuid },
        { item: 1, proposal: other.uuid },
      ];
      const { history } = await record(
        times(callers, (): Asked => ({
          command: { do: 'award', choices },
          ask: () => ask([0, 1]),
        })),
        together,
      );
      await assertLegal(order, sent, [asOne(history)]);
      const replies = [await ask([0, 1]), await ask([0, 1])].map(({ body }) => body);
      assert.deepEqual(replies[0], replies[1]);
      assert.equal(codeOf((await ask([2])).body), 'idempotency_conflict');
      await assertWhole(order, 2);
    }));

  it('of one proposal in several rounds charge its freight once, to the cent', () =>
    race(async (_, trial) => {
      const { order, sent } = await contest();
      const proposal = nth(sent, trial);
      await service.db.q
        .updateTable('proposals')
        .set({ freight_amount: '90.01', freight_rule: trial % 2 === 0 ? 'full' : 'proportional' })
        .where('id', '=', proposal.id)
        .execute();
      const answers = await explained(
        order,
        sent,
        times(ITEMS, (index) => awarding(order, proposal, [index])),
      );
      assert.ok(answers.every(succeeded));
      const { freight } = await service.db.q
        .selectFrom('purchases')
        .select(({ fn }) => fn.sum<string>('freight_amount').as('freight'))
        .where('proposal_id', '=', proposal.id)
        .executeTakeFirstOrThrow();
      assert.equal(freight, '90.01');
    }));

  it('would buy an item twice without the lock and the indexes', async () => {
    const broken = await startService();
    await sql`DROP INDEX purchase_items_bought_once, proposals_awarded_whole`.execute(broken.db.q);
    const supplierIds = [
      (await buildSupplier(broken)).supplierId,
      (await buildSupplier(broken)).supplierId,
    ];
    const world = {
      producerId: (await buildProducer(broken)).producerId,
      supplierIds,
      productOf: await buildProduct(broken),
    };
    let twice = 0;
    await race(async () => {
      if (twice > 0) return;
      const { order, sent } = await contest(broken, world);
      await Promise.all(sent.map((proposal) => buyCarelessly(broken, order, proposal)));
      twice += (await endOf(order, broken)).twice;
    });
    assert.ok(twice > 0, `nothing seen in ${TRIALS} trials`);
  });
});

/** Compares, then writes: correct for one caller, wrong for two. The trigger buys what is accepted. */
async function buyCarelessly(
  { db }: TestService,
  order: TestOrder,
  { id }: TestProposal,
): Promise<void> {
  const itemIds = order.items.map((item) => item.id);
  const bought = await db.q
    .selectFrom('purchase_items')
    .select('id')
    .where('order_item_id', 'in', itemIds)
    .execute();
  if (bought.length > 0) return;
  await db.q.updateTable('proposals').set({ status: 'accepted' }).where('id', '=', id).execute();
}

describe('the end of an order beside a later round', () => {
  it('settles what was bought, and refuses what comes after it', () =>
    race(async (callers) => {
      const { order, sent } = await contest();
      const first = await record([awarding(order, nth(sent, 0), [0])], together);
      const { answers, history } = await record(
        [
          {
            command: { do: 'finalize' },
            ask: post(`producer/orders/${order.uuid}/finalize`, producer),
          },
          ...times(callers - 1, (index) => awarding(order, nth(sent, index), [1 + (index % 3)])),
        ],
        together,
      );
      await assertLegal(order, sent, [...first.history, ...history]);
      for (const { status, body } of answers)
        assert.ok(
          status === 200 || ['item_already_bought', 'order_not_awardable'].includes(codeOf(body)),
          JSON.stringify(body),
        );
      const rows = await service.db.q
        .selectFrom('purchases')
        .select('state')
        .where('order_id', '=', order.id)
        .execute();
      assert.deepEqual([...new Set(rows.map(({ state }) => state))], ['received']);
      const end = await endOf(order);
      assert.deepEqual([end.status, end.twice, end.wrongSums], ['finalizada', 0, 0]);
    }));
});

describe('the races of this file', () => {
  it('end without a deadlock', async () => assert.equal(await countDeadlocks(service), 0));
});
