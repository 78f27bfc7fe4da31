import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import type { ProducerOrder, Timeline } from '@lavra/contract/orders/schemas';
import { MAX_DRAFTS } from '@lavra/domain/order/order-rules';
import { buildOrder } from '../../../test/orders.ts';
import { buildProducer } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';

const service = await startService();
const { q } = service.db;

describe('the drafts of a producer', () => {
  it('are as many as the limit says, written or copied, until one is deleted', async () => {
    const { producerId, token } = await buildProducer(service);
    const order = await buildOrder(service, { producerId, status: 'rascunho' });
    await sql`
      INSERT INTO orders (uuid, number, producer_id, status, description, closure_type, deadline_date,
        items_count, product_type_ids, has_pesticide, created_at, updated_at)
      SELECT gen_random_uuid(), 'CHEIO-' || n, ${producerId}, 'rascunho', 'Rascunho', 'aberta', '2036-01-01',
        0, '{}', false, now(), now()
      FROM generate_series(1, ${MAX_DRAFTS - 2}) n`.execute(q);
    const send = (method: 'POST' | 'DELETE', path: string, body: object = {}) =>
      service.call<ProducerOrder & { code: string; error: string }>(
        method,
        `/api/v1/producer/orders${path}`,
        { token, ...(method === 'POST' ? { body } : {}) },
      );
    const last = await send('POST', `/${order.uuid}/duplicate`);
    assert.equal(last.status, 200, JSON.stringify(last.body));
    for (const { status, body } of [
      await send('POST', `/${order.uuid}/duplicate`),
      await send('POST', '', { description: 'Mais um', deadline_date: '2036-01-01' }),
    ]) {
      assert.deepEqual([status, body.code], [422, 'order_drafts_limit']);
      assert.match(body.error, /200 rascunhos .* Exclua/);
    }
    assert.equal((await send('DELETE', `/${last.body.uuid}`)).status, 200);
    assert.equal((await send('POST', `/${order.uuid}/duplicate`)).status, 200);
  });
});

describe('the timeline of an order', () => {
  it('is answered with its latest 500 events', async () => {
    const { producerId, token } = await buildProducer(service);
    const { id, uuid } = await buildOrder(service, { producerId });
    await sql`
      INSERT INTO order_events (order_id, at, actor_type, event, data)
      SELECT ${id}, '2026-01-01'::timestamptz + n * interval '1 minute', 'fornecedor', 'question.asked', '{}'
      FROM generate_series(1, 600) n`.execute(q);
    const { body } = await service.call<Timeline>(
      'GET',
      `/api/v1/producer/orders/${uuid}/timeline`,
      { token },
    );
    const times = body.data.map(({ at }) => at);
    assert.equal(times.length, 500);
    assert.deepEqual(times, times.toSorted());
  });
});
