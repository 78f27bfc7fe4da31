import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { hash } from '@node-rs/argon2';
import { sql } from 'kysely';
import { buildProduct } from '../../../test/catalogue.ts';
import { assertExplained, publishedOrder, record } from '../../../test/negotiation/explained.ts';
import { buildOrder, type TestOrder } from '../../../test/orders.ts';
import { buildAdmin, buildProducer, buildSupplier } from '../../../test/people.ts';
import { buildProposal, type TestProposal } from '../../../test/proposals.ts';
import { startService, type TestService } from '../../../test/service.ts';
import { statementChannel } from '../../platform/db/database.ts';
import { PASSWORD } from '../erasure/erasure-people.fixture.ts';
import {
  codeOf,
  countDeadlocks,
  race,
  succeeded,
  times,
  together,
} from '../proposals/races.fixture.ts';

const ITEMS = 4;
/** Cheap to verify: each erasure does it. */
const passwordHash = await hash(PASSWORD, { memoryCost: 8, timeCost: 1, parallelism: 1 });

/** Opens a market: orders of four items, with a proposal for all of them that is sold in part. */
async function openMarket(on: TestService) {
  const [producer, admin] = [await buildProducer(on), await buildAdmin(on)];
  const product = await buildProduct(on);
  const contest = async () => {
    const supplier = await buildSupplier(on);
    const order = await buildOrder(on, {
      producerId: producer.producerId,
      items: times(ITEMS, () => ({ product })),
    });
    const offer = (supplierId: number, from: number): Promise<TestProposal> =>
      buildProposal(on, {
        orderId: order.id,
        supplierId,
        items: order.items.slice(from).map((item) => ({ item, price: '10' })),
        partialFrom: '0',
      });
    return { order, supplier, proposal: await offer(supplier.supplierId, 0), offer };
  };
  const post =
    (url: string, { token }: { readonly token: string }, body: unknown) =>
    () =>
      on.call('POST', `/api/v1/${url}`, { token, body });
  return {
    contest,
    award: (order: TestOrder, { uuid }: TestProposal, index: number) =>
      post(`producer/orders/${order.uuid}/award`, producer, {
        items: [{ order_item_id: order.items[index]?.id, proposal: uuid }],
      }),
    reject: ({ uuid }: TestProposal) =>
      post(`proposals/${uuid}/reject`, producer, { reason: 'Caro' }),
    withdraw: ({ uuid }: TestProposal, supplier: { readonly token: string }) =>
      post(`proposals/${uuid}/cancel`, supplier, {}),
    cancel: (order: TestOrder) =>
      post(`producer/orders/${order.uuid}/cancel`, producer, { reason: 'Adiada.' }),
    finalize: (order: TestOrder) => post(`producer/orders/${order.uuid}/finalize`, producer, {}),
    revoke: (order: TestOrder) =>
      post(`admin/orders/${order.uuid}/revoke`, admin, { reason: 'Contra os termos.' }),
    erase: (supplier: { readonly token: string }) =>
      post('user/erase', supplier, { password: PASSWORD, confirm: 'APAGAR' }),
  };
}
type Market = Awaited<ReturnType<typeof openMarket>>;
type Contest = Awaited<ReturnType<Market['contest']>>;

const service = await startService();
const market = await openMarket(service);
const broken = await startService();
await sql`DROP TRIGGER purchases_of_the_living ON purchases`.execute(broken.db.q);
const there = await openMarket(broken);

/**
 * Adds a first round with another supplier: the one of the contest lost, and may erase its account.
 */
async function lost(on: TestService, { contest, award }: Market): Promise<Contest> {
  const opened = await contest();
  await on.db.q
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', opened.supplier.userId)
    .execute();
  const { supplierId } = await buildSupplier(on);
  const first = await award(opened.order, await opened.offer(supplierId, ITEMS - 1), ITEMS - 1)();
  assert.equal(first.status, 200, JSON.stringify(first.body));
  return opened;
}

interface End {
  order: string;
  proposal: string;
  declined: boolean;
  erased: boolean;
  states: string[];
}

/** Reads how a contest ended: the states are those of the purchases from its proposal. */
async function endOf(on: TestService, { proposal }: Contest): Promise<End> {
  const { rows } = await sql<End>`
    SELECT o.status AS "order", p.status AS proposal, coalesce(p.rejected_at, p.cancelled_at) IS NOT NULL AS declined,
      u.erased_at IS NOT NULL AS erased,
      ARRAY(SELECT s.state FROM purchases s WHERE s.proposal_id = p.id) AS states
    FROM proposals p JOIN orders o ON o.id = p.order_id JOIN suppliers su ON su.id = p.supplier_id
      JOIN users u ON u.id = su.user_id
    WHERE p.id = ${proposal.id}`.execute(on.db.q);
  return rows[0] ?? assert.fail('the proposal is gone');
}

/** The state of all purchases of an order that has ended; a cancelled order has none. */
const settled: Readonly<Record<string, string>> = {
  revogada: 'cancelled',
  finalizada: 'received',
  cancelada: 'none',
};

/** Whether nothing contradicts: no purchase from who is gone or turned down, none open at the end. */
const isRight = ({ order, proposal, declined, erased, states }: End): boolean =>
  states.length > 0 === (proposal === 'accepted') &&
  !((declined || erased) && states.length > 0) &&
  states.every((state) => state === (settled[order] ?? state));

describe('an award beside the revocation of its order', () => {
  it('buys before it, and is then cancelled, or is refused', () =>
    race(async (callers) => {
      const opened = await market.contest();
      const half = callers / 2;
      const { uuid } = opened.proposal;
      const { answers, history } = await record(
        [
          ...times(half, (index) => ({
            command: { do: 'award', choices: [{ item: index % ITEMS, proposal: uuid }] } as const,
            ask: market.award(opened.order, opened.proposal, index % ITEMS),
          })),
          ...times(half, () => ({
            command: { do: 'revoke' } as const,
            ask: market.revoke(opened.order),
          })),
        ],
        together,
      );
      const offered = { name: uuid, supplier: 0, price: 10, partial: true };
      const from = publishedOrder(ITEMS, [offered]);
      await assertExplained(service, opened.order.id, { from, history });
      const awards = answers.slice(0, half);
      for (const { status, body } of awards)
        assert.ok(
          status === 200 || ['item_already_bought', 'order_not_awardable'].includes(codeOf(body)),
          JSON.stringify(body),
        );
      assert.equal(answers.slice(half).filter(succeeded).length, 1);
      const end = await endOf(service, opened);
      assert.ok(isRight(end), JSON.stringify(end));
      assert.equal(end.order, 'revogada');
      assert.equal(end.states.length, awards.filter(succeeded).length);
    }));
});

/** Resolves when an erasure has begun, with the lock of its account. */
function erasureBegins(): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const listen = (text: unknown): void => {
    if (/^select "id" from "users" .* for update$/.test(String(text))) resolve();
  };
  statementChannel.subscribe(listen);
  return promise.finally(() => statementChannel.unsubscribe(listen));
}

describe('an award beside the erasure of its supplier', () => {
  it('buys and keeps the account, or is refused', () =>
    race(async (callers, index) => {
      const opened = await lost(service, market);
      const half = callers / 2;
      // An erasure waits for no award: started together, it loses nearly always.
      const started = index % 2 === 0 ? Promise.resolve() : erasureBegins();
      const answers = await together([
        ...times(half, (item) => async () => {
          await started;
          return market.award(opened.order, opened.proposal, item % (ITEMS - 1))();
        }),
        ...times(half, () => market.erase(opened.supplier)),
      ]);
      const awards = answers.slice(0, half);
      for (const { status, body } of awards)
        assert.ok(
          status === 200 || ['item_already_bought', 'proposal_unavailable'].includes(codeOf(body)),
          JSON.stringify(body),
        );
      const end = await endOf(service, opened);
      assert.ok(isRight(end), JSON.stringify(end));
      assert.equal(end.states.length, awards.filter(succeeded).length);
      assert.equal(end.erased, answers.slice(half).some(succeeded));
      assert.equal(end.erased, end.states.length === 0, 'one of both happens');
    }));
});

/**
 * Buys as a request would that reads before it locks: it compares, and writes what was right before
 * `meanwhile`.
 */
async function buyCarelessly(
  { db }: TestService,
  { proposal }: Contest,
  meanwhile: () => Promise<{ readonly status: number }>,
): Promise<void> {
  const { status, order_status } = await db.q
    .selectFrom('proposals as p')
    .innerJoin('orders as o', 'o.id', 'p.order_id')
    .select(['p.status', 'o.status as order_status'])
    .where('p.id', '=', proposal.id)
    .executeTakeFirstOrThrow();
  assert.deepEqual([status, order_status !== 'revogada'], ['submitted', true]);
  assert.equal((await meanwhile()).status, 200);
  await sql`
    WITH accepted AS (
      UPDATE proposals SET status = 'accepted', accepted_at = submitted_at WHERE id = ${proposal.id}
    )
    INSERT INTO purchases (uuid, proposal_id, round, kind, state, items_count, items_amount,
      awarded_at, created_at, updated_at)
    SELECT ${randomUUID()}::uuid, id, 9, 'partial', 'awarded', 0, 0, submitted_at, created_at, updated_at
    FROM proposals WHERE id = ${proposal.id}`.execute(db.q);
}

describe('an award that does not lock', () => {
  for (const [name, open, other] of [
    [
      'a rejection',
      ({ contest }: Market) => contest(),
      ({ reject }: Market, { proposal }: Contest) => reject(proposal),
    ],
    [
      'a withdrawal',
      ({ contest }: Market) => contest(),
      ({ withdraw }: Market, { proposal, supplier }: Contest) => withdraw(proposal, supplier),
    ],
    [
      'the cancellation of its order',
      ({ contest }: Market) => contest(),
      ({ cancel }: Market, { order }: Contest) => cancel(order),
    ],
    [
      'the end of its order',
      (where: Market, on: TestService) => lost(on, where),
      ({ finalize }: Market, { order }: Contest) => finalize(order),
    ],
    [
      'a revocation',
      ({ contest }: Market) => contest(),
      ({ revoke }: Market, { order }: Contest) => revoke(order),
    ],
    [
      'an erasure',
      (where: Market, on: TestService) => lost(on, where),
      ({ erase }: Market, { supplier }: Contest) => erase(supplier),
    ],
  ] as const)
    it(`would contradict ${name}`, async () => {
      const opened = await open(there, broken);
      await buyCarelessly(broken, opened, other(there, opened));
      const end = await endOf(broken, opened);
      assert.ok(!isRight(end), JSON.stringify(end));
    });

  it('is stopped by the database where the supplier is erased', async () => {
    const opened = await lost(service, market);
    await assert.rejects(
      buyCarelessly(service, opened, market.erase(opened.supplier)),
      (error: { code?: string }) => error.code === 'LV401',
    );
    assert.ok(isRight(await endOf(service, opened)));
  });
});

describe('the races of this file', () => {
  it('end without a deadlock', async () => assert.equal(await countDeadlocks(service), 0));
});
