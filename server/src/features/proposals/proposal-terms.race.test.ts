import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { setTimeout } from 'node:timers/promises';
import { sql } from 'kysely';
import { buildProduct } from '../../../test/catalogue.ts';
import { assertExplained, publishedOrder, record } from '../../../test/negotiation/explained.ts';
import { buildOrder } from '../../../test/orders.ts';
import { buildProducer, buildSupplier } from '../../../test/people.ts';
import { buildProposal } from '../../../test/proposals.ts';
import { startService, type TestService } from '../../../test/service.ts';
import { codeOf, countDeadlocks, race, times, together, TRIALS } from './races.fixture.ts';

/** A producer, a supplier, and orders of two items at R$ 1.000,00 and R$ 3.000,00, freight R$ 100,00. */
async function market(service: TestService) {
  const [producer, supplier, product] = [
    await buildProducer(service),
    await buildSupplier(service),
    await buildProduct(service),
  ];
  return {
    producer,
    supplier,
    /** A proposal sent on these terms. */
    sent: async (terms: { readonly partialFrom?: string } = {}) => {
      const order = await buildOrder(service, {
        producerId: producer.producerId,
        items: [{ product }, { product }],
      });
      const proposal = await buildProposal(service, {
        orderId: order.id,
        supplierId: supplier.supplierId,
        items: order.items.map((item, index) => ({ item, price: index ? '30' : '10' })),
        freight: '100',
        ...terms,
      });
      return { order, proposal };
    },
  };
}
const service = await startService();
const { producer, supplier, sent } = await market(service);
type Contest = Awaited<ReturnType<typeof sent>>;

const award =
  ({ order, proposal }: Contest) =>
  () =>
    service.call('POST', `/api/v1/producer/orders/${order.uuid}/award`, {
      token: producer.token,
      body: { items: [{ order_item_id: order.items[0]?.id, proposal: proposal.uuid }] },
    });
const loosen =
  ({ proposal }: Contest, body: Readonly<Record<string, unknown>>) =>
  () =>
    service.call('PUT', `/api/v1/supplier/proposals/${proposal.uuid}/partial-terms`, {
      token: supplier.token,
      body,
    });

/** Returns the freight rule of the proposal and what its purchases charge. */
async function freightOf({ proposal }: Contest, on = service) {
  const { freight_rule } = await on.db.q
    .selectFrom('proposals')
    .select('freight_rule')
    .where('id', '=', proposal.id)
    .executeTakeFirstOrThrow();
  const purchases = await on.db.q
    .selectFrom('purchases')
    .select('freight_amount')
    .where('proposal_id', '=', proposal.id)
    .execute();
  return { rule: freight_rule, due: purchases.map(({ freight_amount }) => freight_amount) };
}

/** The ends that are right: the freight is charged by the rule that the proposal has for ever after. */
const isRight = ({ rule, due }: Awaited<ReturnType<typeof freightOf>>): boolean =>
  due.length === 1 && due[0] === (rule === 'full' ? '100.00' : '25.00');

describe('loosening terms while the order is awarded', () => {
  it('charges the freight by the rule that stays', () =>
    race(async (callers) => {
      const contest = await sent({ partialFrom: '0' });
      const answers = await together([
        ...times(callers / 2, () => award(contest)),
        ...times(callers / 2, () => loosen(contest, { freight_rule: 'proportional' })),
      ]);
      const end = await freightOf(contest);
      assert.ok(isRight(end), JSON.stringify(end));
      const codes = answers.map(({ status, body }) => (status === 200 ? 'ok' : codeOf(body)));
      const [awards, loosened] = [codes.slice(0, callers / 2), codes.slice(callers / 2)];
      assert.deepEqual(
        awards.toSorted(),
        ['ok', ...times(callers / 2 - 1, () => 'item_already_bought')].toSorted(),
      );
      assert.deepEqual(
        [...new Set(loosened)],
        [end.rule === 'full' ? 'freight_already_due' : 'ok'],
      );
    }));

  it('sells in part what the loosening allowed before, and nothing otherwise', () =>
    race(async (callers) => {
      const contest = await sent();
      const { uuid } = contest.proposal;
      const terms = { allows_partial: true, freight_rule: 'proportional' };
      const { answers, history } = await record(
        [
          ...times(callers / 2, () => ({
            command: { do: 'award', choices: [{ item: 0, proposal: uuid }] } as const,
            ask: award(contest),
          })),
          ...times(callers / 2, () => ({
            command: { do: 'loosen', proposal: uuid, minimum: null } as const,
            ask: loosen(contest, terms),
          })),
        ],
        together,
      );
      const offered = { name: uuid, supplier: 0, price: [10, 30], partial: false };
      const from = publishedOrder(2, [offered]);
      await assertExplained(service, contest.order.id, { from, history });
      const codes = answers.map(({ status, body }) => (status === 200 ? 'ok' : codeOf(body)));
      const bought = codes.slice(0, callers / 2).filter((code) => code === 'ok').length;
      assert.ok(bought <= 1, JSON.stringify(codes));
      assert.deepEqual(await freightOf(contest), {
        rule: 'proportional',
        due: times(bought, () => '25.00'),
      });
      for (const code of codes.slice(0, callers / 2))
        assert.match(code, /^(ok|proposal_not_partial|item_already_bought)$/);
      assert.deepEqual([...new Set(codes.slice(callers / 2))], ['ok']);
    }));

  it('would charge by one rule and store the other if it did not lock', async () => {
    const broken = await startService();
    await sql`DROP TRIGGER proposals_loosen_only ON proposals`.execute(broken.db.q);
    const there = await market(broken);
    let seen = 0;
    await race(async (_callers, index) => {
      if (seen > 0) return;
      const contest = await there.sent({ partialFrom: '0' });
      await Promise.all([
        broken.call('POST', `/api/v1/producer/orders/${contest.order.uuid}/award`, {
          token: there.producer.token,
          body: {
            items: [{ order_item_id: contest.order.items[0]?.id, proposal: contest.proposal.uuid }],
          },
        }),
        setTimeout(index % 20).then(() => loosenCarelessly(broken, contest)),
      ]);
      if (!isRight(await freightOf(contest, broken))) seen += 1;
    });
    assert.equal(seen, 1, `nothing seen in ${TRIALS} trials`);
  });

  it('ends without a deadlock', async () => assert.equal(await countDeadlocks(service), 0));
});

/** Compares, then writes: right for one caller, wrong beside an award. */
async function loosenCarelessly(on: TestService, { proposal }: Contest): Promise<void> {
  const { due } = await freightOf({ proposal } as Contest, on); // reads the proposal alone
  if (due.length > 0) return;
  await on.db.q
    .updateTable('proposals')
    .set({ freight_rule: 'proportional' })
    .where('id', '=', proposal.id)
    .execute();
}
