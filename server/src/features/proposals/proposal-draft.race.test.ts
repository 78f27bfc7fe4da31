import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Proposal } from '@lavra/contract/proposals/schemas';
import { buildProduct } from '../../../test/catalogue.ts';
import {
  assertExplained,
  publishedOrder,
  record,
  type Asked,
} from '../../../test/negotiation/explained.ts';
import type { Operation } from '../../../test/negotiation/history.ts';
import { QUANTITY } from '../../../test/negotiation/model.ts';
import { buildOrder, type TestOrder } from '../../../test/orders.ts';
import { startService } from '../../../test/service.ts';
import { offerOf, openNegotiation, proposalCalls } from './proposals.fixture.ts';
import { codeOf, countDeadlocks, race, succeeded, times, together } from './races.fixture.ts';

const service = await startService();
const { saveDraft } = proposalCalls(service);
const { producer, supplier } = await openNegotiation(service);
const product = await buildProduct(service);

/** Publishes a new order for the same producer and supplier. */
const publish = (itemCount = 2): Promise<TestOrder> =>
  buildOrder(service, {
    producerId: producer.producerId,
    items: times(itemCount, () => ({ product })),
  });

const call =
  (
    method: 'POST' | 'PUT' | 'DELETE',
    url: string,
    { token }: { token: string },
    body?: unknown,
    headers: Record<string, string> = {},
  ) =>
  () =>
    service.call<Proposal>(method, `/api/v1/${url}`, {
      token,
      headers,
      ...(body === undefined ? {} : { body }),
    });
/** Builds a body with its own price everywhere, so that a mixture of two bodies is detected. */
const ownOffer = (order: TestOrder, price: number) =>
  offerOf(order, price, { notes: `Preço ${price}`, freight_amount: price });

/** Saves a draft in one of the three ways. */
function save(order: TestOrder, price: number) {
  const body = ownOffer(order, price);
  if (price % 3 === 0)
    return call('POST', 'supplier/proposals', supplier, { ...body, order_uuid: order.uuid });
  return call(
    'POST',
    `orders/${price % 3 === 1 ? order.uuid : order.id}/proposals`,
    supplier,
    body,
  );
}

/** The same as a command of the model, which counts in other quantities. */
const saving = (order: TestOrder, price: number): Asked<Proposal> => ({
  command: {
    do: 'save',
    supplier: 0,
    offers: order.items.map(({ quantity }) => (price * Number(quantity)) / QUANTITY),
    partial: false,
    minimum: null,
  },
  ask: save(order, price),
});
const submitting = (uuid: string): Asked<Proposal> => ({
  command: { do: 'submit', proposal: uuid },
  ask: call('POST', `proposals/${uuid}/submit`, supplier),
});

/** Asserts that some order of the calls explains their answers and what there is at the end. */
const assertLegal = (
  { id, items }: TestOrder,
  draft: { readonly uuid: string; readonly price: number } | undefined,
  history: readonly Operation[],
): Promise<void> => {
  const drafts =
    draft === undefined
      ? []
      : [
          {
            name: draft.uuid,
            supplier: 0,
            price: draft.price,
            partial: false,
            status: 'draft' as const,
          },
        ];
  return assertExplained(service, id, { from: publishedOrder(items.length, drafts), history });
};

/** Asserts that items, total and terms all come from the same body. Returns the price. */
function assertWhole(proposal: Proposal, order: TestOrder): number {
  const price = proposal.freight_amount ?? 0;
  assert.deepEqual(
    proposal.items.map((item) => [item.order_item_id, item.unit_price]),
    order.items.map((item) => [item.id, price]),
  );
  assert.deepEqual(
    [proposal.total_amount, proposal.notes],
    [price * 100 * order.items.length, `Preço ${price}`],
  );
  return price;
}

async function ownProposals(order: TestOrder): Promise<Proposal[]> {
  const { status, body } = await service.call<Proposal[]>(
    'GET',
    `/api/v1/orders/${order.uuid}/proposals`,
    { token: supplier.token },
  );
  assert.equal(status, 200);
  return body;
}

const eventsOf = async (order: TestOrder): Promise<string[]> =>
  (
    await service.db.q
      .selectFrom('order_events')
      .select('event')
      .where('order_id', '=', order.id)
      .orderBy('id')
      .execute()
  ).map(({ event }) => event);

describe('a supplier’s draft that many tabs save at once', () => {
  it('exists once, and contains exactly one of the bodies', () =>
    race(async (callers) => {
      const order = await publish(5);
      const { answers, history } = await record(
        times(callers, (index) => saving(order, index + 1)),
        together,
      );
      await assertLegal(order, undefined, history);
      answers.forEach(({ body }, index) =>
        assert.equal(assertWhole(body, order), index + 1, 'each is answered with what it sent'),
      );
      const [draft, ...others] = await ownProposals(order);
      assert.deepEqual([others.length, draft?.version, draft?.status], [0, callers, 'draft']);
      const last = answers.find(({ body }) => body.version === callers);
      assert.deepEqual(draft, last?.body, 'the last one saved is the one kept');
      assert.equal(new Set(answers.map(({ body }) => body.version)).size, callers);
    }));

  it('exists once or not at all when it is deleted at the same time', () =>
    race(async (callers) => {
      const order = await publish(3);
      const { uuid } = await saveDraft(supplier, order, ownOffer(order, 99));
      const answers = await together([
        ...times(callers, (index) => save(order, index + 1)),
        call('DELETE', `proposals/${uuid}`, supplier),
        call('PUT', `supplier/proposals/${uuid}`, supplier, ownOffer(order, 77)),
      ]);
      assert.deepEqual(
        answers.slice(0, callers).map(({ status }) => status),
        times(callers, () => 200),
      );
      assert.ok(
        answers
          .slice(callers)
          .every((answer) => succeeded(answer) || codeOf(answer.body) === 'proposal_not_found'),
      );
      const drafts = await ownProposals(order);
      assert.ok(drafts.length <= 1);
      for (const draft of drafts) assertWhole(draft, order);
    }));
});

describe('submitting a draft', () => {
  it('keeps one valid body, unchanged afterwards, when it is edited at the same time', () =>
    race(async (callers) => {
      const order = await publish(4);
      const { uuid } = await saveDraft(supplier, order, ownOffer(order, 99));
      const edits = times(callers, (index) =>
        index % 2 === 0
          ? save(order, index + 1)
          : call('PUT', `supplier/proposals/${uuid}`, supplier, ownOffer(order, index + 1)),
      );
      const [sent, ...edited] = await together([
        call('POST', `proposals/${uuid}/submit`, supplier),
        ...edits,
      ]);
      assert.equal(sent?.status, 200);
      for (const answer of edited)
        assert.ok(
          succeeded(answer) || codeOf(answer.body) === 'proposal_not_editable',
          JSON.stringify(answer.body),
        );
      const proposals = await ownProposals(order);
      const submitted = proposals.filter(({ status }) => status === 'submitted');
      assert.deepEqual(submitted, [sent?.body]);
      for (const proposal of proposals) assertWhole(proposal, order);
      assert.ok(submitted[0]?.items.every((item) => item.is_valid));
      assert.ok(proposals.length <= 2, 'a save that came too late has begun the next draft');
    }));

  it('submits what was reviewed, or nothing, when another tab saves at the same time', () =>
    race(async (callers) => {
      const order = await publish(4);
      const { uuid } = await saveDraft(supplier, order, ownOffer(order, 99));
      const reviewed = { 'if-match': '"1"' };
      const saves = times(callers - 1, (at) =>
        call('PUT', `supplier/proposals/${uuid}`, supplier, ownOffer(order, at + 1), reviewed),
      );
      const [sent, ...saved] = await together([
        call('POST', `proposals/${uuid}/submit`, supplier, undefined, reviewed),
        ...saves,
      ]);
      assert.ok(sent !== undefined);
      for (const answer of [sent, ...saved])
        assert.ok(
          succeeded(answer) ||
            ['stale_version', 'proposal_not_editable'].includes(codeOf(answer.body)),
          JSON.stringify(answer.body),
        );
      assert.equal(
        [sent, ...saved].filter(succeeded).length,
        1,
        'the version that all of them read is changed once',
      );
      const [proposal, ...others] = await ownProposals(order);
      assert.deepEqual(
        [others.length, proposal?.status],
        [0, succeeded(sent) ? 'submitted' : 'draft'],
      );
      const price = assertWhole(proposal ?? sent.body, order);
      assert.equal(price === 99, succeeded(sent));
    }));

  it('happens once when it is requested several times at once', () =>
    race(async (callers) => {
      const order = await publish();
      const { uuid } = await saveDraft(supplier, order);
      const { answers, history } = await record(
        times(callers, () => submitting(uuid)),
        together,
      );
      await assertLegal(order, { uuid, price: 10 }, history);
      assert.equal(answers.filter(succeeded).length, 1);
      for (const answer of answers)
        if (!succeeded(answer))
          assert.deepEqual([answer.status, codeOf(answer.body)], [422, 'proposal_not_draft']);
      assert.deepEqual(await eventsOf(order), ['proposal.submitted']);
    }));

  it('excludes deleting it at the same time', () =>
    race(async (callers) => {
      const order = await publish();
      const { uuid } = await saveDraft(supplier, order);
      const half = callers / 2;
      const { answers, history } = await record(
        [
          ...times(half, () => submitting(uuid)),
          ...times(half, (): Asked<Proposal> => ({
            command: { do: 'discard', proposal: uuid },
            ask: call('DELETE', `proposals/${uuid}`, supplier),
          })),
        ],
        together,
      );
      await assertLegal(order, { uuid, price: 10 }, history);
      const [submits, deletes] = [
        answers.slice(0, half).filter(succeeded).length,
        answers.slice(half).filter(succeeded).length,
      ];
      assert.equal(submits + deletes, 1);
      assert.deepEqual(
        (await ownProposals(order)).map(({ status }) => status),
        submits === 1 ? ['submitted'] : [],
      );
    }));

  it('never happens after the order was cancelled at the same time', () =>
    race(async (callers) => {
      const order = await publish();
      const { uuid } = await saveDraft(supplier, order);
      const { answers, history } = await record(
        [
          {
            command: { do: 'cancel' },
            ask: call('POST', `producer/orders/${order.uuid}/cancel`, producer, {
              reason: 'A compra foi adiada.',
            }),
          },
          submitting(uuid),
          ...times(callers, (index) => saving(order, index + 1)),
        ],
        together,
      );
      await assertLegal(order, { uuid, price: 10 }, history);
      const [cancelled, sent, ...saved] = answers;
      assert.equal(cancelled?.status, 200);
      for (const answer of [sent, ...saved])
        assert.ok(
          answer !== undefined && (succeeded(answer) || codeOf(answer.body) === 'order_closed'),
          JSON.stringify(answer?.body),
        );
      const isSent = sent !== undefined && succeeded(sent);
      assert.deepEqual(
        await eventsOf(order),
        isSent ? ['proposal.submitted', 'order.cancelled'] : ['order.cancelled'],
      );
      assert.equal(
        (await ownProposals(order)).filter(({ status }) => status === 'submitted').length,
        isSent ? 1 : 0,
      );
    }));
});

describe('the races of this file', () => {
  it('end without a deadlock', async () => assert.equal(await countDeadlocks(service), 0));
});
