import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { AnonymousProposal, Proposal } from '@lavra/contract/proposals/schemas';
import { buildProducer, type TestProducer } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import {
  assertInvalid,
  assertRefused,
  openNegotiation,
  proposalCalls,
} from './proposals.fixture.ts';

const service = await startService();
const { saveDraft, submitNew, accept, reject, read } = proposalCalls(service);
const review = (
  { token }: { readonly token?: string },
  { uuid }: { readonly uuid: string },
  body: unknown = { state: 'viewed' },
) => service.call('PUT', `/api/v1/producer/proposals/${uuid}/review`, { token, body });

/** Returns the states that the received list in both views and the proposal itself report. */
async function shownStates(
  { token }: TestProducer,
  orderUuid: string,
  proposal: { readonly uuid: string },
): Promise<(string | undefined)[]> {
  const list = async (view: string) =>
    (
      await service.call<(Proposal | AnonymousProposal)[]>(
        'GET',
        `/api/v1/orders/${orderUuid}/proposals/received?view=${view}`,
        { token },
      )
    ).body.find(({ uuid }) => uuid === proposal.uuid);
  const one = async (view: string) =>
    (
      await service.call<Proposal | AnonymousProposal>(
        'GET',
        `/api/v1/proposals/${proposal.uuid}?view=${view}`,
        { token },
      )
    ).body;
  return Promise.all(
    [list('full'), list('anonymous'), one('full'), one('anonymous')].map(
      async (found) => (await found)?.review_state,
    ),
  );
}
const four = (state: string): string[] => Array.from({ length: 4 }, () => state);

describe('the review mark of a proposal', () => {
  it('is new until it is set, and reading the proposal does not change it', async () => {
    const { producer, supplier, order } = await openNegotiation(service);
    const proposal = await submitNew(supplier, order);
    assert.deepEqual(await shownStates(producer, order.uuid, proposal), four('new'));
    assert.deepEqual(await shownStates(producer, order.uuid, proposal), four('new'));
  });

  it('is the latest value, in every view and session of the producer', async () => {
    const { producer, supplier, order } = await openNegotiation(service);
    const proposal = await submitNew(supplier, order);
    for (const [state, label] of [
      ['viewed', 'Visualizada'],
      ['analyzing', 'Em análise'],
      ['shortlisted', 'Pré-selecionada'],
      ['shortlisted', 'Pré-selecionada'],
      ['viewed', 'Visualizada'],
    ] as const) {
      const { status, body } = await review(producer, proposal, { state });
      assert.deepEqual(
        [status, body],
        [200, { proposal: proposal.uuid, review_state: state, review_state_label: label }],
      );
      assert.deepEqual(
        await shownStates(
          { ...producer, token: await service.tokenFor(producer.userId) },
          order.uuid,
          proposal,
        ),
        four(state),
      );
    }
    assert.equal((await read(producer, proposal)).version, proposal.version);
  });

  it('is replaced by the decision once there is one', async () => {
    const { producer, supplier, order } = await openNegotiation(service);
    const [won, lost] = [await submitNew(supplier, order), await submitNew(supplier, order)];
    await review(producer, won, { state: 'shortlisted' });
    assert.equal((await reject(producer, lost)).review_state, 'rejected');
    assert.equal((await accept(producer, won)).review_state_label, 'Escolhida');
    assert.equal(
      (await review(producer, lost, { state: 'analyzing' })).body['review_state'],
      'rejected',
    );
    assert.deepEqual(
      [await shownStates(producer, order.uuid, won), await shownStates(producer, order.uuid, lost)],
      [four('winner'), four('rejected')],
    );
  });

  it('is never shown to the supplier', async () => {
    const { producer, supplier, order } = await openNegotiation(service);
    const proposal = await submitNew(supplier, order);
    await review(producer, proposal, { state: 'shortlisted' });
    assert.ok(!JSON.stringify(await read(supplier, proposal)).includes('review'));
  });

  it('can be set only by the producer who received the proposal', async () => {
    const { producer, supplier, order } = await openNegotiation(service);
    const [draft, proposal] = [
      await saveDraft(supplier, order),
      await submitNew((await openNegotiation(service)).supplier, order),
    ];
    assertRefused(await review({}, proposal), 401, 'unauthenticated');
    assertRefused(await review(supplier, proposal), 403, 'forbidden');
    assertRefused(await review(await buildProducer(service), proposal), 403, 'not_yours');
    assertRefused(await review(producer, draft), 404, 'proposal_not_found');
    assertRefused(
      await review(producer, { uuid: '0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a11' }),
      404,
      'proposal_not_found',
    );
    assert.deepEqual(
      await service.db.q
        .selectFrom('proposal_reviews')
        .select('state')
        .where('proposal_id', '=', proposal.id)
        .execute(),
      [],
    );
  });

  it('accepts the three values that a producer sets and no other field', async () => {
    const { producer, supplier, order } = await openNegotiation(service);
    const proposal = await submitNew(supplier, order);
    assertInvalid(await review(producer, proposal, {}), { state: 'Preencha este campo.' });
    for (const state of ['new', 'winner', 'VIEWED', ''])
      assertInvalid(await review(producer, proposal, { state }), {
        state: 'Use um destes valores: viewed, analyzing, shortlisted.',
      });
    assertInvalid(await review(producer, proposal, { state: 'viewed', note: 'x' }), {
      note: 'Este campo não é conhecido.',
    });
  });
});
