import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { SupplierDashboard } from '@lavra/contract/supplier/schemas';
import type { SupplierOrder } from '@lavra/contract/orders/supplier-schemas';
import { startService, type TestService } from '../../../test/service.ts';
import { assertRefused, offerOf, openNegotiation, proposalCalls } from './proposals.fixture.ts';

// 23:58 of 9 March 2027 in São Paulo, where it is already the 10th in UTC; and midnight there.
const evening = await startService();
evening.moveClock(new Date('2027-03-10T02:58:00Z'));
const midnight = await startService();
midnight.moveClock(new Date('2027-03-10T03:00:00Z'));
const LAST_DAY = '2027-03-09';

/** Creates a supplier with a draft for an order whose deadline was then moved to `deadline`. */
async function draftOn(service: TestService, deadline: string) {
  const scene = await openNegotiation(service);
  const draft = await proposalCalls(service).saveDraft(scene.supplier, scene.order);
  await service.db.q
    .updateTable('orders')
    .set({ deadline_date: deadline })
    .where('id', '=', scene.order.id)
    .execute();
  const { token } = scene.supplier;
  const uuid = scene.order.uuid;
  return {
    ...scene,
    draft,
    save: () =>
      service.call('POST', `/api/v1/orders/${uuid}/proposals`, {
        token,
        body: offerOf(scene.order),
      }),
    change: () =>
      service.call('PUT', `/api/v1/supplier/proposals/${draft.uuid}`, {
        token,
        body: { notes: 'Nova' },
      }),
    submit: () => service.call('POST', `/api/v1/proposals/${draft.uuid}/submit`, { token }),
    order: async () =>
      (await service.call<SupplierOrder>('GET', `/api/v1/supplier/orders/${uuid}`, { token })).body,
    dashboard: async () =>
      (await service.call<SupplierDashboard>('GET', '/api/v1/supplier/dashboard', { token })).body,
  };
}

describe('the last day of an order', () => {
  it('ends at midnight in São Paulo', async () => {
    const { save, change, submit, order, dashboard, draft, supplier } = await draftOn(
      evening,
      LAST_DAY,
    );
    assert.deepEqual(((one) => [one.dias_restantes, one.takes_proposals])(await order()), [
      0,
      true,
    ]);
    assert.deepEqual(
      (await dashboard()).licitacoesUrgentes.map((one) => one.dias_restantes),
      [0],
    );
    assert.equal((await proposalCalls(evening).read(supplier, draft)).can_submit, true);
    for (const { status } of [await save(), await change(), await submit()])
      assert.equal(status, 200);
  });

  it('is over a second later, for drafts, changes and submissions', async () => {
    const { save, change, submit, order, dashboard, draft, supplier } = await draftOn(
      midnight,
      LAST_DAY,
    );
    for (const answer of [await save(), await change(), await submit()])
      assertRefused(answer, 422, 'order_closed');
    assert.deepEqual(
      ((one) => [one.status, one.dias_restantes, one.takes_proposals])(await order()),
      ['publicada', -1, false],
    );
    assert.deepEqual(
      ((one) => [one.can_edit, one.can_submit])(
        await proposalCalls(midnight).read(supplier, draft),
      ),
      [false, false],
    );
    assert.deepEqual((await dashboard()).licitacoesUrgentes, []);
  });

  it('is counted in calendar days', async () => {
    assert.equal((await (await draftOn(evening, '2027-03-10')).order()).dias_restantes, 1);
    assert.equal((await (await draftOn(midnight, '2027-03-10')).order()).dias_restantes, 0);
    assert.equal((await (await draftOn(midnight, '2028-03-10')).order()).dias_restantes, 366);
  });
});

describe('the validity of a proposal', () => {
  it('includes its last day; later a warning is shown, and accepting stays possible', async () => {
    for (const [service, shown] of [
      [evening, 'submitted'],
      [midnight, 'expired'],
    ] as const) {
      const { submitNew, read, accept } = proposalCalls(service);
      const { supplier, producer, order } = await openNegotiation(service);
      const sent = await submitNew(
        supplier,
        order,
        offerOf(order, 10, { validity_date: LAST_DAY }),
      );
      const seen = await read(producer, sent);
      assert.deepEqual(
        [seen.status, seen.display_status, seen.is_submitted],
        ['submitted', shown, true],
      );
      assert.equal((await accept(producer, sent)).display_status, 'accepted');
    }
  });
});

describe('the service’s clock', () => {
  it('gives the times of events, in the zone of the platform', async () => {
    const { submitNew } = proposalCalls(evening);
    const { supplier, order } = await openNegotiation(evening);
    const { submitted_at, created_at } = await submitNew(supplier, order);
    assert.deepEqual([submitted_at, created_at], ['2027-03-09 23:58:00', '2027-03-09 23:58:00']);
  });
});
