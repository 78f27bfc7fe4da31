import assert from 'node:assert/strict';
import { it } from 'node:test';
import { sql } from 'kysely';
import { buildOrder } from '../../../../test/orders.ts';
import { buildProducer } from '../../../../test/people.ts';
import { startService } from '../../../../test/service.ts';

const service = await startService();

it('the export of one’s own data contains ten thousand orders, each once, and delays no other request', async () => {
  const producer = await buildProducer(service);
  const template = await buildOrder(service, { producerId: producer.producerId });
  await sql`
    INSERT INTO orders (uuid, number, producer_id, status, closure_type, description,
      deadline_date, items_count, product_type_ids, has_pesticide, created_at, updated_at)
    SELECT gen_random_uuid(), 'COT-1998-' || n, producer_id, status, closure_type, description,
      deadline_date, 5, product_type_ids, has_pesticide, created_at, updated_at
    FROM orders, generate_series(1, 10000) n WHERE id = ${template.id}`.execute(service.db.q);
  await sql`
    INSERT INTO order_items (order_id, position, product_id, quantity, unit, allow_similar)
    SELECT o.id, n, i.product_id, 10, 'L', true FROM orders o, generate_series(1, 5) n, order_items i
    WHERE o.producer_id = ${producer.producerId} AND o.id <> ${template.id} AND i.order_id = ${template.id}`.execute(
    service.db.q,
  );
  let longest = 0;
  let lastTick = performance.now();
  const ticking = setInterval(() => {
    longest = Math.max(longest, performance.now() - lastTick);
    lastTick = performance.now();
  }, 5);
  const start = performance.now();
  const { raw, status } = await service.call('GET', '/api/v1/user/data-export', {
    token: producer.token,
  });
  const took = performance.now() - start;
  clearInterval(ticking);
  assert.equal(status, 200);
  const { orders } = JSON.parse(raw.toString()) as {
    orders: { number: string; items: unknown[] }[];
  };
  assert.equal(new Set(orders.map(({ number }) => number)).size, 10_001);
  assert.equal(
    orders.reduce((items, order) => items + order.items.length, 0),
    50_001,
  );
  assert.ok(
    took < 15_000 && longest < 1_000,
    `${(raw.length / 1e6).toFixed(1)} MB in ${Math.round(took)} ms, the longest pause ${Math.round(longest)} ms`,
  );
});
