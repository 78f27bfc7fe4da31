import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { buildSupplier } from '../../../../test/people.ts';
import { buildProposal } from '../../../../test/proposals.ts';
import { startService } from '../../../../test/service.ts';
import { readPdf } from '../../../platform/pdf/read-pdf.fixture.ts';
import { openNegotiation, proposalCalls, type Negotiation } from '../proposals.fixture.ts';
import type { DecisionContent } from './decision-content.ts';

const service = await startService();
const { q } = service.db;
const { accept, reject } = proposalCalls(service);

const bid = async ({ order }: Negotiation, price: string, notes?: string) =>
  buildProposal(service, {
    orderId: order.id,
    supplierId: (await buildSupplier(service)).supplierId,
    partialFrom: '0',
    items: order.items.map((item) => ({ item, price, ...(notes === undefined ? {} : { notes }) })),
  });
const stored = async ({ order }: Negotiation) => {
  const rows = await q
    .selectFrom('decision_records')
    .select('content')
    .where('order_id', '=', order.id)
    .execute();
  return rows.map(({ content }) => content as DecisionContent); // what the job wrote
};
const printed = async ({ producer, order }: Negotiation) => {
  const { status, raw } = await service.call(
    'GET',
    `/api/v1/producer/orders/${order.uuid}/decision-record`,
    { token: producer.token },
  );
  assert.equal(status, 200);
  return (await readPdf(raw)).text.replaceAll(/\s+/g, ' ');
};

describe('the record of an award', () => {
  it('is written after it, from what the proposals were when it was decided', async () => {
    const scene = await openNegotiation(service);
    const [chosen, rival] = [await bid(scene, '10'), await bid(scene, '12', 'Caixa de 20 L')];
    await accept(scene.producer, chosen);
    assert.deepEqual(await stored(scene), [], 'the award reads nothing of what others sent');
    await reject(scene.producer, rival, 'Caro demais');
    await service.work();
    const [content] = await stored(scene);
    assert.deepEqual(
      content?.proposals
        .map(({ status, rejection_reason }) => [status, rejection_reason])
        .toSorted(),
      [
        ['accepted', null],
        ['submitted', null],
      ],
    );
    assert.ok(JSON.stringify(content).includes('Caixa de 20 L'));
    await service.work();
    assert.deepEqual(await stored(scene), [content]);
  });

  it('is there for the first who asks, before the job has run, and once for several', async () => {
    const scene = await openNegotiation(service);
    const chosen = await bid(scene, '10');
    await accept(scene.producer, chosen);
    const texts = await Promise.all([printed(scene), printed(scene)]);
    for (const text of texts) assert.match(text, /Proposta escolhida/);
    const written = await stored(scene);
    assert.equal(written.length, 1);
    await service.work();
    assert.deepEqual(await stored(scene), written);
  });

  it('takes a second round that comes before it is written', async () => {
    const scene = await openNegotiation(service);
    const { order, producer } = scene;
    const { uuid } = await bid(scene, '10');
    for (const item of order.items) {
      const { status, body } = await service.call(
        'POST',
        `/api/v1/producer/orders/${order.uuid}/award`,
        { token: producer.token, body: { items: [{ order_item_id: item.id, proposal: uuid }] } },
      );
      assert.equal(status, 200, JSON.stringify(body));
    }
    assert.match(await printed(scene), /Rodada 2/);
  });
});

describe('the record of an order with more proposals than anybody reads', () => {
  it('shows the chosen one and those that cover most for least, and counts all', async () => {
    const scene = await openNegotiation(service, { itemCount: 1 });
    const { order, supplier, producer } = scene;
    const chosen = await bid(scene, '30');
    const item = order.items[0];
    assert.ok(item);
    // 250 proposals at 31, 32, …; the last ones are dearer than those that are shown.
    await sql`
      WITH sent AS (
        INSERT INTO proposals (uuid, order_id, supplier_id, status, total_amount, submitted_at, created_at, updated_at)
        SELECT gen_random_uuid(), ${order.id}, ${supplier.supplierId}, 'submitted',
          (30 + n) * ${item.quantity}::numeric, now(), now(), now()
        FROM generate_series(1, 250) n RETURNING id, total_amount
      )
      INSERT INTO proposal_items (proposal_id, order_item_id, product_id, unit_price, quantity, total_price,
        offers_similar, created_at, updated_at)
      SELECT s.id, ${item.id}, ${item.productId}, s.total_amount / ${item.quantity}::numeric,
        ${item.quantity}::numeric, s.total_amount, false, now(), now()
      FROM sent s`.execute(q);
    await accept(producer, chosen);
    await service.work();
    const [content] = await stored(scene);
    assert.ok(content);
    assert.deepEqual(
      [content.proposals.length, content.shown?.length, content.items[0]?.answers.length],
      [251, 200, 200],
    );
    assert.ok(content.chosen !== null && content.shown?.includes(content.chosen));
    assert.deepEqual([content.comparable, content.cheaper], [250, []]);
    const dearest = Math.max(
      ...(content.items[0]?.answers ?? []).map(({ unit_price }) => Number(unit_price)),
    );
    assert.equal(dearest, 229);
    const text = await printed(scene);
    assert.match(
      text,
      /1 item e recebeu 251 propostas: preço a preço .* este registro mostra 200\./,
    );
  });
});
