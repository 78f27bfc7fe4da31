import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { hashPassword } from '../../platform/auth/password.ts';
import { buildOrder } from '../../../test/orders.ts';
import { buildProducer, buildSupplier, someCnpj } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { PASSWORD } from './erasure-people.fixture.ts';

const service = await startService();
const { db } = service;

describe('an erasure of ten thousand orders', () => {
  it('takes seconds, and delays no other request', async () => {
    const producer = await buildProducer(service, {
      name: 'Xavante Jacutinga',
      document_number: someCnpj(),
      document_type: 'cnpj',
    });
    await db.q
      .updateTable('users')
      .set({ password_hash: await hashPassword(PASSWORD) })
      .where('id', '=', producer.userId)
      .execute();
    const supplier = await buildSupplier(service);
    const template = await buildOrder(service, {
      producerId: producer.producerId,
      status: 'expirada',
    });
    await sql`
      INSERT INTO orders (uuid, number, producer_id, status, closure_type, description, notes,
        deadline_date, items_count, product_type_ids, has_pesticide, created_at, updated_at)
      SELECT gen_random_uuid(), 'COT-1997-' || n, producer_id, status, closure_type,
        'Compra ' || n || ' de Xavante Jacutinga', 'Notas', deadline_date, 3, product_type_ids,
        has_pesticide, created_at, updated_at
      FROM orders, generate_series(1, 10000) n WHERE id = ${template.id}`.execute(db.q);
    await sql`
      INSERT INTO order_items (order_id, position, product_id, quantity, unit, notes, allow_similar)
      SELECT o.id, n, i.product_id, 10, 'L', 'Nota', true
      FROM orders o, generate_series(2, 4) n, order_items i
      WHERE o.producer_id = ${producer.producerId} AND i.order_id = ${template.id}`.execute(db.q);
    await sql`
      INSERT INTO proposals (uuid, order_id, supplier_id, status, total_amount, notes, submitted_at,
        created_at, updated_at)
      SELECT gen_random_uuid(), o.id, ${supplier.supplierId}, 'submitted', 30,
        'Para Xavante Jacutinga', o.created_at, o.created_at, o.updated_at
      FROM orders o WHERE o.producer_id = ${producer.producerId}`.execute(db.q);
    await sql`
      INSERT INTO proposal_items (proposal_id, order_item_id, product_id, unit_price, quantity,
        total_price, offers_similar, justification, created_at, updated_at)
      SELECT p.id, i.id, i.product_id, 1, 10, 10, false, 'Sem estoque ' || i.id, p.created_at,
        p.updated_at
      FROM proposals p JOIN order_items i ON i.order_id = p.order_id
      WHERE p.supplier_id = ${supplier.supplierId}`.execute(db.q);
    let [longest, lastTick] = [0, performance.now()];
    const ticking = setInterval(() => {
      longest = Math.max(longest, performance.now() - lastTick);
      lastTick = performance.now();
    }, 5);
    const start = performance.now();
    const { status, body } = await service.call('POST', '/api/v1/user/erase', {
      token: producer.token,
      body: { password: PASSWORD, confirm: 'APAGAR' },
    });
    const took = performance.now() - start;
    clearInterval(ticking);
    assert.equal(status, 200, JSON.stringify(body));
    const {
      rows: [left],
    } = await sql<{ named: number; said: number; kept: number }>`
      SELECT (SELECT count(*)::int FROM orders o WHERE o.producer_id = ${producer.producerId}
        AND (o.description LIKE '%Xavante%' OR o.notes IS NOT NULL)) AS named,
        (SELECT count(*)::int
        FROM proposals p
        WHERE p.supplier_id = ${supplier.supplierId} AND p.notes LIKE '%Xavante%') AS said,
        (SELECT count(*)::int FROM orders o WHERE o.producer_id = ${producer.producerId}) AS kept`.execute(
      db.q,
    );
    assert.deepEqual(left, { named: 0, said: 10_001, kept: 10_001 });
    assert.ok(
      took < 30_000 && longest < 1_000,
      `${Math.round(took)} ms, the longest pause ${Math.round(longest)} ms`,
    );
  });
});
