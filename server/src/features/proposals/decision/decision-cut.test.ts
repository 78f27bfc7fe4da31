import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildSupplier } from '../../../../test/people.ts';
import { startService } from '../../../../test/service.ts';
import type { DecisionContent } from './decision-content.ts';
import { offerOf, openNegotiation, proposalCalls } from '../proposals.fixture.ts';

const service = await startService();
const { saveDraft, submitNew, accept, submit } = proposalCalls(service);
const contentOf = async (orderId: number): Promise<DecisionContent> => {
  await service.work();
  const { content } = await service.db.q
    .selectFrom('decision_records')
    .select('content')
    .where('order_id', '=', orderId)
    .executeTakeFirstOrThrow();
  return content as DecisionContent; // as the job wrote it
};

describe('the decision record', () => {
  it('shows no part of a phone number, wherever a long text is truncated', async () => {
    for (const length of [800, 1_000]) {
      const { producer, supplier, order } = await openNegotiation(service);
      const other = await buildSupplier(service, { phone: '66987654321' });
      const shown = ' 66 98765-432';
      const notes = `https://${'a'.repeat(length - 8 - shown.length)}${shown}1 e mais`;
      await submit(
        other,
        await saveDraft(other, order, {
          items: offerOf(order, 9).items.map((item) => ({ ...item, notes })),
        }),
      );
      await accept(producer, await submitNew(supplier, order));
      assert.doesNotMatch(JSON.stringify(await contentOf(order.id)), /98765/);
    }
  });

  it("contains the producer's reason without contacts, like every text of the producer", async () => {
    const { producer, supplier, order } = await openNegotiation(service);
    const proposal = await submitNew(supplier, order);
    await service.call('POST', `/api/v1/proposals/${proposal.uuid}/accept`, {
      token: producer.token,
      body: { reason: 'Falei com (66) 99999-8888 e joao@fornecedor.com.br.' },
    });
    assert.equal(
      (await contentOf(order.id)).reason,
      'Falei com [contato oculto] e [contato oculto].',
    );
  });
});
