import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildOrder, type TestOrder } from '../../../test/orders.ts';
import { buildAdmin, buildProducer, buildSupplier, type TestPerson } from '../../../test/people.ts';
import { buildProposal } from '../../../test/proposals.ts';
import { startService, type Answer } from '../../../test/service.ts';
import { settlePending } from '../orders/scheduled/due-orders.ts';
import { codeOf, countDeadlocks, race, succeeded, together } from './races.fixture.ts';

const service = await startService();
const { platform } = service.app;
const admin = await buildAdmin(service);
const neverAborted = new AbortController().signal;

type Call = () => Promise<Answer<unknown>>;
const post =
  (
    url: string,
    { token }: { readonly token: string },
    body?: unknown,
    headers: Record<string, string> = {},
  ): Call =>
  () =>
    service.call('POST', `/api/v1/${url}`, {
      token,
      headers,
      ...(body === undefined ? {} : { body }),
    });
const setStatus =
  ({ userId }: TestPerson, status: string): Call =>
  () =>
    service.call('PATCH', `/api/v1/admin/users/${userId}/status`, {
      token: admin.token,
      body: { status },
    });
const stored = ({ id }: TestOrder) =>
  service.db.q.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const happened = async ({ id }: TestOrder): Promise<string[]> =>
  (
    await service.db.q
      .selectFrom('order_events')
      .select('event')
      .where('order_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ event }) => event);

/** Creates a published order of a new producer, with one submitted proposal of a new supplier. */
async function contest() {
  const [producer, supplier] = [await buildProducer(service), await buildSupplier(service)];
  const order = await buildOrder(service, { producerId: producer.producerId });
  const sent = await buildProposal(service, {
    orderId: order.id,
    supplierId: supplier.supplierId,
    items: order.items.map((item) => ({ item, price: '10' })),
  });
  return {
    producer,
    supplier,
    order,
    accept: (key: string) =>
      post(`proposals/${sent.uuid}/accept`, producer, undefined, { 'idempotency-key': key }),
  };
}

const describeAnswer = (answer: Answer<unknown> | undefined): string =>
  `${answer?.status} ${JSON.stringify(answer?.body)}`;

describe('blocking a person during a negotiation', () => {
  it("leaves a supplier's proposal either awarded before the block, or refused after it", () =>
    race(async () => {
      const { supplier, order, accept } = await contest();
      const [accepted, blocked] = await together([accept('um'), setStatus(supplier, 'bloqueado')]);
      assert.ok(blocked && accepted && succeeded(blocked), describeAnswer(blocked));
      if (!succeeded(accepted))
        assert.equal(codeOf(accepted.body), 'proposal_unavailable', describeAnswer(accepted));
      assert.equal((await stored(order)).status, succeeded(accepted) ? 'adjudicada' : 'publicada');
    }));

  it("leaves a producer's order either awarded and open, or suspended and not awarded", () =>
    race(async () => {
      const { producer, order, accept } = await contest();
      const [accepted, blocked] = await together([accept('um'), setStatus(producer, 'bloqueado')]);
      assert.ok(blocked && accepted && succeeded(blocked), describeAnswer(blocked));
      const { status, suspended_at } = await stored(order);
      assert.deepEqual(
        [status, suspended_at !== null],
        succeeded(accepted) ? ['adjudicada', false] : ['publicada', true],
        describeAnswer(accepted),
      );
      assert.deepEqual(
        await happened(order),
        succeeded(accepted) ? ['proposal.accepted'] : ['order.suspended'],
      );
    }));

  it('leaves an order either published and suspended, or not published', () =>
    race(async () => {
      const producer = await buildProducer(service);
      const due = await buildOrder(service, {
        producerId: producer.producerId,
        status: 'pendente',
      });
      const draft = await buildOrder(service, {
        producerId: producer.producerId,
        status: 'rascunho',
      });
      const [, [published, blocked]] = await Promise.all([
        settlePending(platform, neverAborted),
        together([
          post(`producer/orders/${draft.uuid}/publish`, producer, undefined, {
            'idempotency-key': 'um',
          }),
          setStatus(producer, 'bloqueado'),
        ]),
      ]);
      assert.ok(blocked && succeeded(blocked), describeAnswer(blocked));
      for (const [order, waits] of [
        [due, 'pendente'],
        [draft, 'rascunho'],
      ] as const) {
        const { status, suspended_at } = await stored(order);
        assert.ok(
          status === waits || (status === 'publicada' && suspended_at !== null),
          `${status} ${suspended_at} ${describeAnswer(published)}`,
        );
      }
    }));

  it('is not mixed up with a suspension on purpose, which stays when the producer returns', () =>
    race(async () => {
      const { producer, order } = await contest();
      assert.ok(succeeded(await setStatus(producer, 'bloqueado')()));
      const [back, suspended] = await together([
        setStatus(producer, 'ativo'),
        post(`admin/orders/${order.id}/suspend`, admin, { reason: 'Em apuração' }),
      ]);
      assert.ok(
        back && suspended && succeeded(back) && succeeded(suspended),
        `${describeAnswer(back)} ${describeAnswer(suspended)}`,
      );
      const { suspended_at, reason } = await stored(order);
      assert.deepEqual([suspended_at !== null, reason], [true, 'Em apuração']);
    }));

  it('makes every order follow its owner, and does not deadlock, even while e-mails change', async () => {
    const before = await countDeadlocks(service);
    await race(async (callers, index) => {
      const { producer, order, accept } = await contest();
      const put =
        (status: string, email: string): Call =>
        () =>
          service.call('PUT', `/api/v1/admin/producers/${producer.producerId}`, {
            token: admin.token,
            body: { status, email },
          });
      const calls: Call[] = [
        accept('um'),
        put('bloqueado', `b${index}-${producer.email}`),
        setStatus(producer, 'ativo'),
        post(`producer/orders/${order.uuid}/close`, producer),
        put('inativo', `i${index}-${producer.email}`),
        post(`admin/orders/${order.id}/resume`, admin),
        post(`producer/orders/${order.uuid}/duplicate`, producer, {}),
        post(`producer/orders/${order.uuid}/cancel`, producer, { reason: 'x' }),
      ];
      const answers = await together(calls.slice(0, Math.max(2, Math.min(callers, calls.length))));
      assert.ok(
        answers.every(({ status }) => status !== 503),
        answers.map(describeAnswer).join('\n'),
      );
      const { status } = await service.db.q
        .selectFrom('users')
        .select('status')
        .where('id', '=', producer.userId)
        .executeTakeFirstOrThrow();
      const after = await stored(order);
      const isOpen = after.status === 'publicada' || after.status === 'em_analise';
      assert.equal(
        after.suspended_at !== null,
        isOpen && status !== 'ativo',
        `${status} ${after.status} ${answers.map(describeAnswer).join('\n')}`,
      );
    });
    assert.equal((await countDeadlocks(service)) - before, 0);
  });
});
