import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildOrder, type TestOrder } from '../../../test/orders.ts';
import { buildProducer, buildSupplier, type TestPerson } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { notifyOfAll } from '../notifications/notifications.fixture.ts';
import { offerOf, proposalCalls } from '../proposals/proposals.fixture.ts';
import { eraseAccount } from './erase-account.fixture.ts';

const service = await startService();
const { q } = service.db;
const { submitNew } = proposalCalls(service);
const product = await buildProduct(service);

async function post<B = { id: number }>(
  { token }: TestPerson,
  url: string,
  body?: unknown,
): Promise<B> {
  const answer = await service.call<B>('POST', `/api/v1/${url}`, { token, body });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
}

/** Returns all texts around an order with their writers, as stored and as sent in notifications. */
async function wordsAround({ id }: TestOrder) {
  const [order, items, proposals, offers, questions, declines, records, events] = await Promise.all(
    [
      q
        .selectFrom('orders')
        .select(['description', 'payment_terms', 'notes', 'reason', 'version'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
      q
        .selectFrom('order_items')
        .select('notes')
        .where('order_id', '=', id)
        .orderBy('id')
        .execute(),
      q
        .selectFrom('proposals')
        .select(['supplier_id', 'notes', 'payment_terms', 'rejection_reason'])
        .where('order_id', '=', id)
        .orderBy('submitted_at')
        .execute(),
      q
        .selectFrom('proposal_items')
        .select(['proposal_id', 'notes'])
        .where('order_item_id', 'in', (eb) =>
          eb.selectFrom('order_items').select('id').where('order_id', '=', id),
        )
        .orderBy('created_at')
        .orderBy('id')
        .execute(),
      q
        .selectFrom('order_questions')
        .select(['supplier_id', 'question', 'answer'])
        .where('order_id', '=', id)
        .orderBy('asked_at')
        .execute(),
      q
        .selectFrom('supplier_order_declines')
        .select(['supplier_id', 'reason'])
        .where('order_id', '=', id)
        .orderBy('created_at')
        .execute(),
      q.selectFrom('decision_records').select('content').where('order_id', '=', id).execute(),
      q
        .selectFrom('events')
        .select(['id', 'facts'])
        .where('facts', 'is not', null)
        .orderBy('id')
        .execute(),
    ],
  );
  return { order, items, proposals, offers, questions, declines, records, events };
}

/** The first who asks for a decision record has it written. */
const printRecord = async ({ token }: TestPerson, { uuid }: TestOrder): Promise<void> => {
  const path = `/api/v1/producer/orders/${uuid}/decision-record`;
  assert.equal((await service.call('GET', path, { token })).status, 200);
};

describe('a producer who wrote the names of two suppliers', async () => {
  const producer = await buildProducer(service);
  const [answering, absent] = [
    await buildSupplier(service, { name: 'Guariroba Insumos' }),
    await buildSupplier(service, { name: 'Cagaita Sementes' }),
  ];
  const rival = await buildSupplier(service, { name: 'Revenda Rival' });
  const both = `${answering.name} (${answering.email}) ou ${absent.name} (${absent.email})`;
  const order = await buildOrder(service, {
    producerId: producer.producerId,
    description: `Falar com ${both}`,
    items: [{ product, notes: `Marca da ${both}` }],
  });
  await q
    .updateTable('orders')
    .set({ payment_terms: `Como com ${both}`, notes: `Pediu ${both}` })
    .where('id', '=', order.id)
    .execute();
  const { id } = await post(answering, `orders/${order.uuid}/questions`, {
    question: 'Aceita similar?',
  });
  await post(producer, `questions/${id}/answer`, { answer: `Pergunte a ${both}` });
  const offered = await submitNew(answering, order);
  const chosen = await submitNew(
    rival,
    order,
    offerOf(order, 9, { notes: `Mais barato que ${both}` }),
  );
  await post(producer, `proposals/${offered.uuid}/reject`, { reason: `Nem ${both}` });
  await post(producer, `proposals/${chosen.uuid}/accept`, { reason: `Melhor que ${both}` });
  await post(producer, `producer/orders/${order.uuid}/finalize`);
  await printRecord(producer, order);
  await notifyOfAll(service);
  const before = await wordsAround(order);
  for (const supplier of [answering, absent]) await eraseAccount(service, supplier);

  it('cannot see which of them had sent a proposal when both are erased: their texts are unchanged', async () => {
    assert.deepEqual(await wordsAround(order), before);
    assert.ok(before.records.length === 1 && before.events.length > 5);
  });

  it('still reads both names', async () => {
    const { body } = await service.call<{ description: string }>(
      'GET',
      `/api/v1/producer/orders/${order.uuid}`,
      { token: producer.token },
    );
    assert.equal(body.description, `Falar com ${both}`);
    const received = await service.call<
      { rejection_reason: string | null; notes: string | null }[]
    >('GET', `/api/v1/orders/${order.uuid}/proposals/received`, { token: producer.token });
    assert.deepEqual(
      received.body
        .flatMap(({ rejection_reason, notes }) => rejection_reason ?? notes ?? [])
        .toSorted(),
      [`Mais barato que ${both}`, `Nem ${both}`],
    );
  });
});

describe('a supplier who wrote the names of two producers', async () => {
  const [owner, other] = [
    await buildProducer(service, { name: 'Xavante Jacutinga' }),
    await buildProducer(service, { name: 'Buriti Tamanduá' }),
  ];
  const supplier = await buildSupplier(service);
  const declining = await buildSupplier(service);
  const both = `${owner.name} ou ${other.name}`;
  const order = await buildOrder(service, { producerId: owner.producerId, items: [{ product }] });
  await post(supplier, `orders/${order.uuid}/questions`, { question: `É da ${both}?` });
  await post(declining, `supplier/orders/${order.uuid}/decline`, { reason: `Não vendo a ${both}` });
  const proposal = await submitNew(
    supplier,
    order,
    offerOf(order, 10, { notes: `Parece da ${both}`, payment_terms: `Como à ${both}` }),
  );
  await post(owner, `proposals/${proposal.uuid}/accept`);
  await post(owner, `producer/orders/${order.uuid}/finalize`);
  await printRecord(owner, order);
  const before = await wordsAround(order);
  for (const producer of [owner, other]) await eraseAccount(service, producer);

  it('cannot see whose order it was when both are erased', async () => {
    const after = await wordsAround(order);
    for (const what of ['proposals', 'offers', 'questions', 'declines', 'records'] as const)
      assert.deepEqual(after[what], before[what], what);
  });
});

describe('the erasure of a person who is named like a product', async () => {
  const producer = await buildProducer(service);
  const order = await buildOrder(service, {
    producerId: producer.producerId,
    description: 'Adubo para a safra',
    items: [{ product, notes: 'Adubo NPK' }],
  });
  const vandal = await buildSupplier(service, { name: 'Adubo' });
  await post(vandal, `orders/${order.uuid}/questions`, { question: 'Entrega quando?' });
  await post(vandal, `orders/${order.uuid}/proposals`, offerOf(order));
  const before = await wordsAround(order);
  await eraseAccount(service, vandal);

  it('changes no word in the orders of others', async () => {
    const { order: after, items } = await wordsAround(order);
    assert.deepEqual([after, items], [before.order, before.items]);
  });
});
