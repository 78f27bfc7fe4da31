import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { fileForm, somePdf } from '../../../test/files.ts';
import { buildAdmin, buildSupplier } from '../../../test/people.ts';
import { startService, type Answer } from '../../../test/service.ts';
import { closePublished } from '../orders/scheduled/due-orders.ts';
import { remindOfAwards } from '../orders/scheduled/reminders.ts';
import {
  assertRefused,
  openNegotiation,
  proposalCalls,
  type Negotiation,
} from './proposals.fixture.ts';

const service = await startService({ now: new Date('2027-03-01T15:00:00Z') });
const { accept, reject, saveDraft, submitNew } = proposalCalls(service);
const admin = await buildAdmin(service);
const neverAborted = new AbortController().signal;

const oversee = ({ order }: Negotiation, action: 'suspend' | 'resume'): Promise<Answer> =>
  service.call('POST', `/api/v1/admin/orders/${order.id}/${action}`, {
    token: admin.token,
    ...(action === 'suspend' ? { body: { reason: 'Em apuração' } } : {}),
  });
const post = (
  url: string,
  { token }: { readonly token: string },
  body?: unknown,
): Promise<Answer> =>
  service.call('POST', `/api/v1/${url}`, { token, ...(body === undefined ? {} : { body }) });

describe('a suspended order', () => {
  it('is not awarded until it is resumed', async () => {
    const opened = await openNegotiation(service);
    const proposal = await submitNew(opened.supplier, opened.order);
    assert.equal((await oversee(opened, 'suspend')).status, 200);
    assertRefused(
      await post(`proposals/${proposal.uuid}/accept`, opened.producer),
      422,
      'accept_order_suspended',
    );
    assert.equal((await oversee(opened, 'resume')).status, 200);
    assert.equal((await accept(opened.producer, proposal)).status, 'accepted');
  });

  it('is not awarded from the analysis either: closed by hand or by its deadline, it stays suspended', async () => {
    const [byHand, byClock] = [
      await openNegotiation(service, { deadline: '2027-03-05' }),
      await openNegotiation(service, { deadline: '2027-03-05' }),
    ];
    const sent = [
      await submitNew(byHand.supplier, byHand.order),
      await submitNew(byClock.supplier, byClock.order),
    ];
    for (const opened of [byHand, byClock]) await oversee(opened, 'suspend');
    assert.equal(
      (await post(`producer/orders/${byHand.order.uuid}/close`, byHand.producer)).status,
      200,
    );
    service.moveClock(new Date('2027-03-06T15:00:00Z'));
    await closePublished(service.app.platform, neverAborted);
    for (const [index, opened] of [byHand, byClock].entries()) {
      const token = await service.tokenFor(opened.producer.userId);
      const { body } = await service.call<{ status: string; is_suspended: boolean }>(
        'GET',
        `/api/v1/producer/orders/${opened.order.uuid}`,
        { token },
      );
      assert.deepEqual([body.status, body.is_suspended], ['em_analise', true]);
      assertRefused(
        await post(`proposals/${sent[index]?.uuid}/accept`, { token }),
        422,
        'accept_order_suspended',
      );
    }
    service.moveClock(new Date('2027-03-12T15:00:00Z'));
    await remindOfAwards(service.app.platform, neverAborted);
    const reminded = await service.db.q
      .selectFrom('events')
      .select('id')
      .where('type', '=', 'award.pending')
      .execute();
    assert.deepEqual(reminded, [], 'no producer is asked for a decision that is not open');
    const fresh = { token: await service.tokenFor(admin.userId) };
    assert.equal((await post(`admin/orders/${byHand.order.id}/resume`, fresh)).status, 200);
    assert.equal(
      (
        await post(`proposals/${sent[0]?.uuid}/accept`, {
          token: await service.tokenFor(byHand.producer.userId),
        })
      ).status,
      200,
    );
    service.moveClock(new Date('2027-03-01T15:00:00Z'));
  });

  it('accepts no submission, question, answer or attachment, but proposals may be rejected', async () => {
    const opened = await openNegotiation(service);
    const { producer, supplier, order } = opened;
    const proposal = await submitNew(await buildSupplier(service), order);
    const draft = await saveDraft(supplier, order);
    const asked = await post(`orders/${order.uuid}/questions`, supplier, {
      question: 'Entrega em Sorriso?',
    });
    assert.equal(asked.status, 200, JSON.stringify(asked.body));
    const { id } = asked.body as { id: number };
    await oversee(opened, 'suspend');
    assertRefused(await post(`proposals/${draft.uuid}/submit`, supplier), 422, 'order_suspended');
    assertRefused(
      await post(`orders/${order.uuid}/questions`, supplier, { question: 'E agora?' }),
      422,
      'order_suspended',
    );
    assertRefused(
      await post(`questions/${id}/answer`, producer, { answer: 'Sim' }),
      422,
      'question_order_suspended',
    );
    const form = fileForm({ filename: 'laudo.pdf', content: somePdf() });
    const url = `/api/v1/orders/${order.uuid}/attachments`;
    assertRefused(
      await service.call('POST', url, { token: producer.token, ...form }),
      422,
      'order_attachments_suspended',
    );
    assert.equal((await reject(producer, proposal, 'Caro')).status, 'rejected');
  });
});

describe('a rejection after the award went elsewhere', () => {
  it('shows the supplier that the award came first, and an earlier rejection does not', async () => {
    const { producer, supplier, order } = await openNegotiation(service);
    const [early, late] = [supplier, await buildSupplier(service)];
    const [first, second] = [await submitNew(early, order), await submitNew(late, order)];
    const winner = await submitNew(await buildSupplier(service), order);
    await reject(producer, first, 'Caro');
    service.moveClock(new Date('2027-03-01T15:01:00Z'));
    await accept(producer, winner);
    service.moveClock(new Date('2027-03-01T15:02:00Z'));
    await reject(producer, second, 'Fica para a próxima');
    await service.work();
    const rejectionTo = async ({ token }: { readonly token: string }): Promise<string> => {
      const { body } = await service.call<{ data: { title: string; body: string }[] }>(
        'GET',
        '/api/v1/notifications',
        { token },
      );
      return body.data.find(({ title }) => title.includes('recusada'))?.body ?? '';
    };
    assert.match(await rejectionTo(late), /^Depois de escolher outra proposta/);
    assert.match(await rejectionTo(early), /^Sua proposta/);
  });
});
