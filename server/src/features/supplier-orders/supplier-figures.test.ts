import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SupplierDashboard } from '@lavra/contract/supplier/schemas';
import { sql } from 'kysely';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildOrder, type TestOrder } from '../../../test/orders.ts';
import { buildProducer, buildSupplier, type TestSupplier } from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { foldTotals } from '../totals/fold-totals.ts';

const service = await startService();
const { db } = service;
const producer = await buildProducer(service);
const items = [{ product: await buildProduct(service) }];
const publish = (): Promise<TestOrder> =>
  buildOrder(service, { producerId: producer.producerId, items });

const call = async (
  method: 'POST' | 'DELETE',
  url: string,
  token: string,
  body?: unknown,
): Promise<Record<string, unknown>> => {
  const answer = await service.call(method, `/api/v1/${url}`, {
    token,
    ...(body === undefined ? {} : { body }),
  });
  assert.equal(answer.status, 200, JSON.stringify(answer.body));
  return answer.body;
};
const draft = async (
  { token }: TestSupplier,
  { uuid, items: [item] }: TestOrder,
  price: number,
): Promise<string> =>
  String(
    (
      await call('POST', `orders/${uuid}/proposals`, token, {
        items: [
          { order_item_id: item?.id, product_id: item?.productId, quantity: 3, unit_price: price },
        ],
      })
    )['uuid'],
  );
const submit = async (supplier: TestSupplier, order: TestOrder, price: number): Promise<string> => {
  const uuid = await draft(supplier, order, price);
  await call('POST', `proposals/${uuid}/submit`, supplier.token);
  return uuid;
};

/** Returns the figures of the dashboard, and the same figures counted from the rows. */
async function figuresOf({
  token,
  supplierId,
}: TestSupplier): Promise<[reported: unknown, counted: unknown]> {
  const { metricas } = (
    await service.call<SupplierDashboard>('GET', '/api/v1/supplier/dashboard', { token })
  ).body;
  const { rows } = await sql<Record<string, number>>`
    SELECT count(*) FILTER (WHERE p.status = 'draft') AS propostas_rascunho,
      count(*) FILTER (WHERE p.status <> 'draft') AS propostas_enviadas,
      count(*) FILTER (WHERE p.status = 'accepted') AS propostas_aceitas,
      count(*) FILTER (WHERE p.status = 'rejected') AS propostas_rejeitadas,
      coalesce(sum(p.total_amount) FILTER (WHERE p.status = 'accepted' AND o.status <> 'revogada'),
      0)::float AS valor_aceito
    FROM proposals p JOIN orders o ON o.id = p.order_id WHERE p.supplier_id = ${supplierId}`.execute(
    db.q,
  );
  const {
    propostas_rascunho,
    propostas_enviadas,
    propostas_aceitas,
    propostas_rejeitadas,
    valor_aceito,
  } = metricas;
  return [
    {
      propostas_rascunho,
      propostas_enviadas,
      propostas_aceitas,
      propostas_rejeitadas,
      valor_aceito,
    },
    rows[0],
  ];
}

const assertFigures = async (supplier: TestSupplier, wanted: readonly number[]): Promise<void> => {
  const [reported, counted] = await figuresOf(supplier);
  assert.deepEqual(reported, counted);
  assert.deepEqual(Object.values(reported as object), wanted);
};

describe('the stored figures of a supplier', () => {
  it('follow a proposal from draft to award, and a revoked award', async () => {
    const [winner, loser] = [await buildSupplier(service), await buildSupplier(service)];
    const [won, lost, kept] = [await publish(), await publish(), await publish()];
    await assertFigures(winner, [0, 0, 0, 0, 0]);
    const first = await submit(winner, won, 10.01);
    await draft(winner, lost, 5);
    await draft(winner, lost, 7.5);
    await assertFigures(winner, [1, 1, 0, 0, 0]);
    const second = await submit(winner, kept, 1.005);
    const rejected = await submit(loser, kept, 2);
    await call('POST', `proposals/${rejected}/reject`, producer.token, { reason: 'Preço alto' });
    for (const uuid of [first, second])
      await call('POST', `proposals/${uuid}/accept`, producer.token);
    await assertFigures(winner, [1, 2, 2, 0, 33.05]);
    await assertFigures(loser, [0, 1, 0, 1, 0]);
    await db.q.updateTable('orders').set({ status: 'revogada' }).where('id', '=', won.id).execute();
    await assertFigures(winner, [1, 2, 2, 0, 3.02]);
    await foldTotals(db);
    await assertFigures(winner, [1, 2, 2, 0, 3.02]);
  });

  it('decrease when something is deleted, on a revoked order too', async () => {
    const supplier = await buildSupplier(service);
    const [standing, revoked, open] = [await publish(), await publish(), await publish()];
    const accepted: string[] = [];
    for (const order of [standing, revoked]) {
      const uuid = await submit(supplier, order, 2);
      accepted.push(uuid);
      await call('POST', `proposals/${uuid}/accept`, producer.token);
    }
    await call('DELETE', `proposals/${await draft(supplier, open, 9)}`, supplier.token);
    await db.q
      .updateTable('orders')
      .set({ status: 'revogada' })
      .where('id', '=', revoked.id)
      .execute();
    await assertFigures(supplier, [0, 2, 2, 0, 6]);
    await db.q.deleteFrom('decision_records').execute();
    await removeSold(accepted.slice(1));
    await assertFigures(supplier, [0, 1, 1, 0, 6]);
    await removeSold(accepted);
    await assertFigures(supplier, [0, 0, 0, 0, 0]);
  });

  /** Deletes accepted proposals with what was bought from them. */
  async function removeSold(uuids: readonly string[]): Promise<void> {
    const sold = db.q
      .selectFrom('proposals')
      .select('id')
      .where('uuid', 'in', [...uuids]);
    await db.q.deleteFrom('purchase_items').where('proposal_id', 'in', sold).execute();
    await db.q.deleteFrom('purchases').where('proposal_id', 'in', sold).execute();
    await db.q
      .deleteFrom('proposals')
      .where('uuid', 'in', [...uuids])
      .execute();
  }
});
