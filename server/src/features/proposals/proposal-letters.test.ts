import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { systemActor } from '../../platform/db/command.ts';
import { countStatements } from '../../../test/count-statements.ts';
import { buildOrder, type TestOrder } from '../../../test/orders.ts';
import { buildProducer, buildSupplier } from '../../../test/people.ts';
import { buildProposal } from '../../../test/proposals.ts';
import { startService } from '../../../test/service.ts';
import { lettersFor } from './proposal-letters.ts';

const service = await startService();
const { db } = service;

async function negotiation(proposals: number) {
  const producer = await buildProducer(service);
  const order = await buildOrder(service, { producerId: producer.producerId });
  const ids: number[] = [];
  for (let n = 0; n < proposals; n += 1) ids.push(await offer(order));
  return { producer, order, ids, sessionId: await sessionOf(producer.userId) };
}

async function offer(
  order: TestOrder,
  status: 'submitted' | 'draft' = 'submitted',
): Promise<number> {
  const { supplierId } = await buildSupplier(service);
  return (
    await buildProposal(service, {
      orderId: order.id,
      supplierId,
      status,
      items: order.items.map((item) => ({ item, price: '1' })),
    })
  ).id;
}

async function sessionOf(userId: number): Promise<number> {
  await service.tokenFor(userId);
  return (
    await db.q
      .selectFrom('sessions')
      .select('id')
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .executeTakeFirstOrThrow()
  ).id;
}

describe('the letters of an order', () => {
  it('are A, B, C… over everything that was ever submitted, and stay the same', async () => {
    const { order, ids, sessionId } = await negotiation(5);
    await offer(order, 'draft');
    const first = await lettersFor(db, { sessionId, orderId: order.id });
    assert.deepEqual([...first.values()], [0, 1, 2, 3, 4]);
    assert.deepEqual(new Set(first.keys()), new Set(ids));
    assert.deepEqual(await lettersFor(db, { sessionId, orderId: order.id }), first);
  });

  it('cost one SELECT when nothing is new', async () => {
    const { order, sessionId } = await negotiation(3);
    await lettersFor(db, { sessionId, orderId: order.id });
    assert.equal(await countStatements(() => lettersFor(db, { sessionId, orderId: order.id })), 1);
  });

  it('continue for proposals that arrive later', async () => {
    const { order, sessionId } = await negotiation(3);
    const first = await lettersFor(db, { sessionId, orderId: order.id });
    const late = [await offer(order), await offer(order)];
    const second = await lettersFor(db, { sessionId, orderId: order.id });
    for (const [id, letter] of first) assert.equal(second.get(id), letter);
    assert.deepEqual(new Set(late.map((id) => second.get(id))), new Set([3, 4]));
  });

  it('are shuffled again for each session', async () => {
    const { producer, order } = await negotiation(8);
    const seen = new Set<string>();
    for (let n = 0; n < 6; n += 1) {
      const letters = await lettersFor(db, {
        sessionId: await sessionOf(producer.userId),
        orderId: order.id,
      });
      seen.add([...letters.keys()].join());
    }
    assert.ok(seen.size > 1, 'six sessions of eight proposals saw the very same order');
  });

  it('are the same in twenty tabs that open at once, also while proposals arrive', async () => {
    const { order, sessionId } = await negotiation(6);
    const inTransaction = () =>
      service.app.platform.command(systemActor, (uow) =>
        lettersFor(uow.db, { sessionId, orderId: order.id }),
      );
    const outside = () => lettersFor(db, { sessionId, orderId: order.id });
    const tabs = Array.from({ length: 20 }, (_, tab) =>
      tab % 2 === 0 ? inTransaction() : outside(),
    );
    const views = await Promise.all([...tabs, offer(order).then(outside)]);
    const final = await outside();
    assert.deepEqual([...final.values()], [0, 1, 2, 3, 4, 5, 6]);
    for (const view of views) for (const [id, letter] of view) assert.equal(final.get(id), letter);
  });

  it('do not exist where nothing was submitted', async () => {
    const { order, sessionId } = await negotiation(0);
    assert.equal((await lettersFor(db, { sessionId, orderId: order.id })).size, 0);
  });
});
