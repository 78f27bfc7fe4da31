import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Proposal } from '@lavra/contract/proposals/schemas';
import {
  asOne,
  assertExplained,
  publishedOrder,
  record,
  type Asked,
} from '../../../test/negotiation/explained.ts';
import type { Operation } from '../../../test/negotiation/history.ts';
import { buildOrder, type TestOrder } from '../../../test/orders.ts';
import { buildProducer, buildSupplier } from '../../../test/people.ts';
import { buildProposal, type TestProposal } from '../../../test/proposals.ts';
import { startService, type Answer, type TestService } from '../../../test/service.ts';
import {
  codeOf,
  countDeadlocks,
  race,
  succeeded,
  times,
  together,
  TRIALS,
} from './races.fixture.ts';

const service = await startService();
const people = [await buildSupplier(service), await buildSupplier(service)] as const;
const producer = await buildProducer(service);

/** Creates an order with submitted proposals, alternating between two suppliers. */
async function contest(
  proposals: number,
  on: TestService = service,
  [producerId, supplierIds] = [producer.producerId, people.map(({ supplierId }) => supplierId)],
) {
  const order = await buildOrder(on, { producerId });
  const sent: TestProposal[] = [];
  for (let n = 0; n < proposals; n += 1)
    sent.push(
      await buildProposal(on, {
        orderId: order.id,
        supplierId: supplierIds[n % 2] ?? 0,
        items: order.items.map((item) => ({ item, price: '10' })),
      }),
    );
  return { order, sent };
}

const post =
  (url: string, { token }: { token: string }, body?: unknown) =>
  () =>
    service.call<Proposal>('POST', `/api/v1/${url}`, {
      token,
      ...(body === undefined ? {} : { body }),
    });
const accept = ({ uuid }: TestProposal) => post(`proposals/${uuid}/accept`, producer);
const reject = ({ uuid }: TestProposal) =>
  post(`proposals/${uuid}/reject`, producer, { reason: 'Caro' });

/** The same as commands of the model. */
const accepting = (proposal: TestProposal): Asked<Proposal> => ({
  command: { do: 'accept', proposal: proposal.uuid },
  ask: accept(proposal),
});
const rejecting = (proposal: TestProposal): Asked<Proposal> => ({
  command: { do: 'reject', proposal: proposal.uuid },
  ask: reject(proposal),
});

/** Asserts that some order of the calls explains their answers and how the order ended. */
const assertLegal = (
  { id }: TestOrder,
  sent: readonly TestProposal[],
  history: readonly Operation[],
): Promise<void> => {
  const proposals = sent.map(({ uuid }, n) => ({
    name: uuid,
    supplier: n % 2,
    price: 10,
    partial: false,
  }));
  return assertExplained(service, id, { from: publishedOrder(1, proposals), history });
};

const statusesOf = async (order: TestOrder, on = service): Promise<string[]> =>
  (
    await on.db.q
      .selectFrom('proposals')
      .select('status')
      .where('order_id', '=', order.id)
      .orderBy('id')
      .execute()
  ).map(({ status }) => status);
const orderStatus = async (order: TestOrder, on = service): Promise<string> =>
  (
    await on.db.q
      .selectFrom('orders')
      .select('status')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow()
  ).status;
const eventsOf = async (order: TestOrder): Promise<string[]> =>
  (
    await service.db.q
      .selectFrom('order_events')
      .select('event')
      .where('order_id', '=', order.id)
      .orderBy('id')
      .execute()
  ).map(({ event }) => event);

/**
 * Returns what is wrong with an award after a race: an empty list when exactly one proposal was
 * accepted, exactly one call succeeded, all others returned `accept_order_awarded`, and the order
 * is awarded.
 */
async function violations(
  order: TestOrder,
  answers: readonly Pick<Answer<unknown>, 'status' | 'body'>[],
  on = service,
): Promise<string[]> {
  const winners = (await statusesOf(order, on)).filter((status) => status === 'accepted').length;
  const succeeded = answers.filter(({ status }) => status === 200).length;
  const refused = answers.filter(
    ({ status, body }) => status === 500 && codeOf(body) === 'accept_order_awarded',
  ).length;
  return [
    winners === 1 ? '' : `${winners} winners`,
    succeeded === 1 ? '' : `${succeeded} calls succeeded`,
    refused === answers.length - 1 ? '' : `${refused} were refused`,
    (await orderStatus(order, on)) === 'adjudicada' ? '' : 'the order is not awarded',
  ].filter((violation) => violation !== '');
}

describe('two proposals that are accepted at once', () => {
  it('have one winner, and the other calls are refused with an error that the order is awarded', () =>
    race(async (callers) => {
      const { order, sent } = await contest(Math.max(2, callers / 2));
      const { answers, history } = await record(
        times(callers, (index) => accepting(sent[index % sent.length] as TestProposal)),
        together,
      ); // in range by the modulo
      assert.deepEqual(await violations(order, answers), []);
      await assertLegal(order, sent, history);
      assert.deepEqual(await eventsOf(order), ['proposal.accepted']);
    }));

  it('have one winner when all calls of each carry one Idempotency-Key, and these get the same reply', () =>
    race(async (callers) => {
      const { order, sent } = await contest(1);
      const [{ uuid }] = sent as [TestProposal];
      const { answers, history } = await record(
        times(callers, (): Asked<Proposal> => ({
          command: { do: 'accept', proposal: uuid },
          ask: () =>
            service.call<Proposal>('POST', `/api/v1/proposals/${uuid}/accept`, {
              token: producer.token,
              headers: { 'idempotency-key': 'aceite' },
            }),
        })),
        together,
      );
      for (const { status, body } of answers)
        assert.deepEqual([status, body], [200, answers[0]?.body]);
      await assertLegal(order, sent, [asOne(history)]);
      assert.deepEqual(await eventsOf(order), ['proposal.accepted']);
    }));

  it('would have two winners if accepting did not check under the lock', async () => {
    const broken = await startService();
    await sql`DROP INDEX proposals_awarded_whole, purchase_items_bought_once`.execute(broken.db.q);
    const { producerId } = await buildProducer(broken);
    const suppliers = [
      (await buildSupplier(broken)).supplierId,
      (await buildSupplier(broken)).supplierId,
    ];
    const seen: string[] = [];
    await race(async (callers) => {
      if (seen.length > 0) return;
      const { order, sent } = await contest(callers, broken, [producerId, suppliers]);
      const answers = await Promise.all(
        sent.map((proposal) => acceptCarelessly(broken, order, proposal)),
      );
      seen.push(...(await violations(order, answers, broken)));
    });
    assert.match(
      seen.join('; '),
      /^\d+ winners; \d+ calls succeeded/,
      `nothing seen in ${TRIALS} trials`,
    );
  });
});

/** Compares, then writes: correct for one caller, wrong for two. */
async function acceptCarelessly(
  { db }: TestService,
  order: TestOrder,
  { id }: TestProposal,
): Promise<Pick<Answer<unknown>, 'status' | 'body'>> {
  const { status } = await db.q
    .selectFrom('orders')
    .select('status')
    .where('id', '=', order.id)
    .executeTakeFirstOrThrow();
  if (status !== 'publicada') return { status: 500, body: { code: 'accept_order_awarded' } };
  await db.q
    .updateTable('proposals')
    .set({ status: 'accepted' })
    .where('id', '=', id)
    .where('status', '=', 'submitted')
    .execute();
  await db.q
    .updateTable('orders')
    .set({ status: 'adjudicada' })
    .where('id', '=', order.id)
    .execute();
  return { status: 200, body: {} };
}

describe('accepting a proposal', () => {
  /**
   * Runs accepts against another operation, half of the callers each; exactly one of all calls may
   * succeed.
   */
  const contend = (
    other: (proposal: TestProposal, order: TestOrder, index: number) => Asked<Proposal>,
    check: (end: { accepted: boolean; order: TestOrder; proposal: string }) => Promise<void>,
  ) =>
    race(async (callers) => {
      const { order, sent } = await contest(1);
      const proposal = sent[0] as TestProposal; // the one just submitted
      const half = callers / 2;
      const { answers, history } = await record(
        [
          ...times(half, () => accepting(proposal)),
          ...times(half, (index) => other(proposal, order, index)),
        ],
        together,
      );
      await assertLegal(order, sent, history);
      assert.equal(
        answers.filter(succeeded).length,
        1,
        JSON.stringify(answers.map(({ status, body }) => [status, codeOf(body)])),
      );
      const [status = ''] = await statusesOf(order);
      await check({ accepted: answers.slice(0, half).some(succeeded), order, proposal: status });
    });

  it('excludes rejecting it at the same time', () =>
    contend(rejecting, async ({ accepted, order, proposal }) => {
      assert.deepEqual(
        [proposal, await orderStatus(order)],
        accepted ? ['accepted', 'adjudicada'] : ['rejected', 'publicada'],
      );
      assert.deepEqual(await eventsOf(order), [
        accepted ? 'proposal.accepted' : 'proposal.rejected',
      ]);
    }));

  it("excludes its supplier's cancelling it at the same time", () =>
    contend(
      ({ uuid }, _order, index) => {
        const command = { do: 'withdraw', proposal: uuid } as const;
        if (index % 2 === 0) return { command, ask: post(`proposals/${uuid}/cancel`, people[0]) };
        const { token } = people[0];
        const url = `/api/v1/supplier/proposals/${uuid}`;
        return { command, ask: () => service.call('DELETE', url, { token }), saysLittle: true };
      },
      async ({ accepted, order, proposal }) =>
        assert.deepEqual(
          [proposal, await orderStatus(order)],
          accepted ? ['accepted', 'adjudicada'] : ['cancelled', 'publicada'],
        ),
    ));

  it('excludes cancelling its order at the same time', () =>
    contend(
      (_proposal, { uuid }) => ({
        command: { do: 'cancel' },
        ask: post(`producer/orders/${uuid}/cancel`, producer, { reason: 'A compra foi adiada.' }),
      }),
      async ({ accepted, order, proposal }) => {
        assert.deepEqual(
          [proposal, await orderStatus(order)],
          accepted ? ['accepted', 'adjudicada'] : ['submitted', 'cancelada'],
        );
        assert.deepEqual(await eventsOf(order), [
          accepted ? 'proposal.accepted' : 'order.cancelled',
        ]);
      },
    ));

  it('leaves the order consistent when all decisions happen at once', () =>
    race(async (callers) => {
      const { order, sent } = await contest(4);
      const asked = times(callers, (index): Asked => {
        const proposal = sent[index % sent.length] as TestProposal; // in range by the modulo
        const { uuid } = proposal;
        const decisions: readonly Asked[] = [
          accepting(proposal),
          rejecting(proposal),
          {
            command: { do: 'withdraw', proposal: uuid },
            ask: post(`proposals/${uuid}/cancel`, people[index % 2 === 0 ? 0 : 1]),
          },
          { command: { do: 'close' }, ask: post(`producer/orders/${order.uuid}/close`, producer) },
        ];
        return decisions[Math.floor(index / 4) % 4] as Asked; // in range by the modulo
      });
      const { history } = await record(asked, together);
      await assertLegal(order, sent, history);
      const accepted = (await statusesOf(order)).filter((status) => status === 'accepted').length;
      assert.ok(accepted <= 1);
      assert.equal((await orderStatus(order)) === 'adjudicada', accepted === 1);
    }));
});

describe('the races of this file', () => {
  it('end without a deadlock', async () => assert.equal(await countDeadlocks(service), 0));
});
