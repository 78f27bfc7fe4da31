import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AnonymousProposal, Proposal } from '@lavra/contract/proposals/schemas';
import {
  MAX_LISTED_WITHDRAWN,
  MAX_LIVE_PROPOSALS,
  MAX_SENT_PROPOSALS,
} from '@lavra/domain/proposal/proposal-limits';
import type { ProposalStatus } from '@lavra/domain/proposal/proposal-status';
import { buildSupplier, type TestPerson, type TestSupplier } from '../../../test/people.ts';
import { buildProposal } from '../../../test/proposals.ts';
import { startService } from '../../../test/service.ts';
import {
  assertRefused,
  openNegotiation,
  proposalCalls,
  type Negotiation,
} from './proposals.fixture.ts';

const service = await startService();
const { saveDraft, submit, submitNew, cancel, reject, accept } = proposalCalls(service);

const trySubmit = ({ token }: TestPerson, { uuid }: Pick<Proposal, 'uuid'>) =>
  service.call<Proposal>('POST', `/api/v1/proposals/${uuid}/submit`, { token });
/** Stores proposals that the supplier sent before. */
const sentBefore = async (
  { order }: Pick<Negotiation, 'order'>,
  { supplierId }: TestSupplier,
  counts: Partial<Record<ProposalStatus, number>>,
) => {
  const stored = [];
  for (const [status, count] of Object.entries(counts))
    for (let n = 0; n < count; n += 1)
      stored.push(
        await buildProposal(service, {
          orderId: order.id,
          supplierId,
          status: status as ProposalStatus, // the keys above
          items: order.items.map((item) => ({ item, price: '10' })),
        }),
      );
  return stored;
};
const received = async <P = AnonymousProposal>(
  { producer, order }: Negotiation,
  query = 'view=anonymous',
): Promise<P[]> => {
  const { status, body } = await service.call<P[]>(
    'GET',
    `/api/v1/orders/${order.uuid}/proposals/received?${query}`,
    { token: producer.token },
  );
  assert.equal(status, 200, JSON.stringify(body));
  return body;
};

describe('a supplier with several proposals for one order', () => {
  it('may have as many beside each other as the limit says, and one more after withdrawing one', async () => {
    const scene = await openNegotiation(service);
    const { supplier, order, producer } = scene;
    const [first, second] = await sentBefore(scene, supplier, {
      submitted: MAX_LIVE_PROPOSALS - 1,
    });
    assert.ok(first && second);
    await submitNew(supplier, order);
    const next = await saveDraft(supplier, order);
    const { error } = assertRefused(await trySubmit(supplier, next), 422, 'proposals_live_limit');
    assert.match(error, /já tem 5 propostas valendo .* Retire uma/);
    await cancel(supplier, first);
    assert.equal((await submit(supplier, next)).status, 'submitted');
    // One that the producer rejected does not stand any more either.
    const last = await saveDraft(supplier, order);
    assertRefused(await trySubmit(supplier, last), 422, 'proposals_live_limit');
    await reject(producer, second);
    await submit(supplier, last);
    await submitNew(await buildSupplier(service), order);
  });

  it('sends no more than the limit in all, so that an order does not grow without end', async () => {
    const scene = await openNegotiation(service);
    const { supplier, order } = scene;
    await sentBefore(scene, supplier, { cancelled: MAX_SENT_PROPOSALS - 2, rejected: 1 });
    await submitNew(supplier, order);
    const next = await saveDraft(supplier, order);
    const { error } = assertRefused(await trySubmit(supplier, next), 422, 'proposals_sent_limit');
    assert.match(error, /já enviou 20 .* fale com o suporte/);
  });
});

describe('the proposals that a producer received', () => {
  it('leave out withdrawn ones of a supplier but the latest', async () => {
    const scene = await openNegotiation(service);
    const { supplier } = scene;
    const rival = await buildSupplier(service);
    await sentBefore(scene, supplier, { cancelled: MAX_LISTED_WITHDRAWN + 2, submitted: 1 });
    await sentBefore(scene, rival, { cancelled: 1 });
    const counted = async (query: string) =>
      Object.groupBy(await received<Proposal>(scene, query), ({ status }) => status);
    for (const query of ['view=anonymous', 'view=full']) {
      const { cancelled, submitted } = await counted(query);
      assert.deepEqual([cancelled?.length, submitted?.length], [MAX_LISTED_WITHDRAWN + 1, 1]);
    }
  });

  it('say which of those that stand come from one hand, without saying whose', async () => {
    const scene = await openNegotiation(service);
    const { supplier, order, producer } = scene;
    const rival = await buildSupplier(service);
    const [withdrawn] = await sentBefore(scene, supplier, { cancelled: 1 });
    const [one, other] = await sentBefore(scene, supplier, { submitted: 2 });
    const [alone] = await sentBefore(scene, rival, { submitted: 1 });
    assert.ok(withdrawn && one && other && alone);
    const shown = new Map(
      (await received(scene)).map(({ uuid, alternatives }) => [uuid, alternatives]),
    );
    assert.deepEqual(
      [one, other, alone, withdrawn].map(({ uuid }) => shown.get(uuid)),
      [[other.uuid], [one.uuid], [], []],
    );
    const { body } = await service.call<AnonymousProposal>(
      'GET',
      `/api/v1/proposals/${one.uuid}?view=anonymous`,
      { token: producer.token },
    );
    assert.deepEqual(body.alternatives, [other.uuid]);
    await cancel(supplier, other);
    assert.ok((await received(scene)).every(({ alternatives }) => alternatives.length === 0));
    // An accepted one stands as well.
    await submitNew(supplier, order);
    await accept(producer, one);
    const lengths = (await received(scene)).map(({ alternatives }) => alternatives.length);
    assert.equal(lengths.filter((length) => length === 1).length, 2);
  });
});

describe('a list of proposals', () => {
  /** Writes a remark of so many bytes on each item of a proposal. */
  const remark = (proposalId: number, bytes: number) =>
    service.db.q
      .updateTable('proposal_items')
      .set({ notes: 'x'.repeat(bytes) })
      .where('proposal_id', '=', proposalId)
      .execute();

  it('is the same in one piece and in several', async () => {
    const scene = await openNegotiation(service, { itemCount: 1 });
    const sent = await sentBefore(scene, scene.supplier, { submitted: 3 });
    const small = await received(scene);
    for (const { id } of sent) await remark(id, 600_000);
    const large = await received(scene);
    assert.deepEqual(
      large.map(({ items }) => items[0]?.notes?.length),
      [600_000, 600_000, 600_000],
    );
    const withoutItems = (list: readonly AnonymousProposal[]) =>
      list.map((proposal) => ({ ...proposal, items: [] }));
    assert.deepEqual(withoutItems(large), withoutItems(small));
  });

  it('that would be too large is refused with a sentence, and comes without items', async () => {
    const scene = await openNegotiation(service, { itemCount: 2 });
    const { producer, supplier, order } = scene;
    const [first] = await sentBefore(scene, supplier, { submitted: 2 });
    assert.ok(first);
    await remark(first.id, 10_000_000);
    const lists = [
      [producer, `orders/${order.uuid}/proposals/received?view=anonymous`],
      [producer, `orders/${order.uuid}/proposals/received?view=full`],
      [supplier, `orders/${order.uuid}/proposals?`],
    ] as const;
    for (const [{ token }, path] of lists) {
      const { error } = assertRefused(
        await service.call('GET', `/api/v1/${path}`, { token }),
        422,
        'proposals_too_large',
      );
      assert.match(error, /20 MB/);
      const { body } = await service.call<Proposal[]>('GET', `/api/v1/${path}&items=false`, {
        token,
      });
      assert.deepEqual(
        body.map(({ items, priced_items }) => [items.length, priced_items]),
        [
          [0, 2],
          [0, 2],
        ],
      );
    }
  });
});
