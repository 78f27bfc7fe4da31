import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Proposal } from '@lavra/contract/proposals/schemas';
import { systemActor } from '../../platform/db/command.ts';
import { buildOrder, type TestOrder } from '../../../test/orders.ts';
import { buildProducer, buildSupplier, type TestSupplier } from '../../../test/people.ts';
import { buildProposal } from '../../../test/proposals.ts';
import { startService, type TestService } from '../../../test/service.ts';
import { countDeadlocks, race, succeeded, times, together, TRIALS } from './races.fixture.ts';

const service = await startService();
const suppliers: TestSupplier[] = [];
for (let n = 0; n < 16; n += 1) suppliers.push(await buildSupplier(service));
const crowd = await buildSupplier(service);
const producer = await buildProducer(service);

/** Returns the marks of an order's proposals. */
const marksOf = async ({ id }: TestOrder, on: TestService = service): Promise<number[]> =>
  (
    await on.db.q.selectFrom('proposal_marks').select('mark').where('order_id', '=', id).execute()
  ).map(({ mark }) => mark);

/** Sends 57 proposals, so that three marks are left and those who draw at once meet. */
const almostAll = (on: TestService, order: TestOrder, supplierId: number) =>
  on.db.q
    .insertInto('proposals')
    .values(times(57, () => sentBy(on, order, supplierId)))
    .execute();
const sentBy = (on: TestService, order: TestOrder, supplierId: number) => {
  const now = on.app.platform.clock.now();
  return {
    uuid: randomUUID(),
    order_id: order.id,
    supplier_id: supplierId,
    status: 'submitted',
    total_amount: '1',
    submitted_at: now,
    created_at: now,
    updated_at: now,
  };
};

describe('proposals sent at once', () => {
  it('each get a mark of their own, when their suppliers submit them', () =>
    race(async (callers) => {
      const order = await buildOrder(service, { producerId: producer.producerId });
      await almostAll(service, order, crowd.supplierId);
      const drafts = await Promise.all(
        suppliers.slice(0, callers).map(async ({ supplierId, token }) => ({
          token,
          ...(await buildProposal(service, {
            orderId: order.id,
            supplierId,
            status: 'draft',
            items: order.items.map((item) => ({ item, price: '10' })),
          })),
        })),
      );
      const answers = await together(
        drafts.map(
          ({ uuid, token }) =>
            () =>
              service.call<Proposal>('POST', `/api/v1/proposals/${uuid}/submit`, { token }),
        ),
      );
      assert.ok(answers.every(succeeded));
      const marks = await marksOf(order);
      assert.deepEqual([marks.length, new Set(marks).size], [57 + callers, 57 + callers]);
      assert.equal(marks.filter((mark) => mark < 60).length, Math.min(60, 57 + callers));
    }));

  it('each get one in transactions that do not lock the order, as imports are', () =>
    race(async (callers) => {
      const { marks, failures } = await drawAtOnce(service, callers);
      assert.deepEqual(failures, []);
      assert.equal(new Set(marks).size, 57 + callers);
    }));

  it('would be seen to share one, if the table did not refuse it', async () => {
    const broken = await startService();
    await sql`ALTER TABLE proposal_marks DROP CONSTRAINT proposal_marks_order_id_mark_key`.execute(
      broken.db.q,
    );
    const { rows } = await sql<{ source: string }>`
      SELECT pg_get_functiondef('draw_proposal_mark'::regproc) AS source`.execute(broken.db.q);
    const careless = rows[0]?.source.replace('ON CONFLICT (order_id, mark) DO NOTHING', '') ?? '';
    await sql.raw(careless).execute(broken.db.q);
    let shared = 0;
    await race(async (callers) => {
      if (shared > 0) return;
      const { marks } = await drawAtOnce(broken, callers);
      shared = marks.length - new Set(marks).size;
    });
    assert.ok(shared > 0, `nothing seen in ${TRIALS} trials`);
  });

  it('cause no deadlock', async () => assert.equal(await countDeadlocks(service), 0));
});

/**
 * Inserts proposals in as many transactions as there are callers, each of which ends a moment after
 * its draw. Returns all marks of the order, and the errors.
 */
async function drawAtOnce(on: TestService, callers: number) {
  const { producerId } = on === service ? producer : await buildProducer(on);
  const { supplierId } = (on === service ? suppliers[0] : undefined) ?? (await buildSupplier(on));
  const order = await buildOrder(on, { producerId });
  await almostAll(on, order, supplierId);
  const ends = await Promise.allSettled(
    times(callers, () =>
      on.app.platform.command(systemActor, async ({ db }) => {
        await db.q
          .insertInto('proposals')
          .values(sentBy(on, order, supplierId))
          .execute();
        await sql`SELECT 1`.execute(db.q);
      }),
    ),
  );
  const failures = ends.flatMap((end) => (end.status === 'rejected' ? [String(end.reason)] : []));
  return { marks: await marksOf(order, on), failures };
}
