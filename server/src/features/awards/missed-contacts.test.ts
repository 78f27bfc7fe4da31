import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import type { AdminOrderSummary } from '@lavra/contract/admin/orders';
import type { AdminWork } from '@lavra/contract/admin/dashboard';
import type { OrderAward } from '@lavra/contract/orders/awards';
import { buildOrder, type TestOrder } from '../../../test/orders.ts';
import {
  buildAdmin,
  buildProducer,
  buildSupplier,
  type TestPerson,
  type TestSupplier,
} from '../../../test/people.ts';
import { buildProposal, type TestProposal } from '../../../test/proposals.ts';
import { startService } from '../../../test/service.ts';
import { openAwards } from './awards.fixture.ts';
import { assertRefused } from '../proposals/proposals.fixture.ts';

const NOW = new Date('2026-11-20T15:00:00Z');
const DAY = 24 * 60 * 60_000;
const service = await startService({ now: NOW });
const { q } = service.db;
const producer = await buildProducer(service);
const winner = await buildSupplier(service);
const market = await openAwards(service);
const admin = await buildAdmin(service);

/** The order buys from a supplier, so many days ago; returns the proposal. */
async function sold(order: TestOrder, supplier: TestSupplier, days: number): Promise<TestProposal> {
  const proposal = await buildProposal(service, {
    orderId: order.id,
    supplierId: supplier.supplierId,
    items: [],
    status: 'accepted',
  });
  await q
    .updateTable('purchases')
    .set({ awarded_at: new Date(NOW.getTime() - days * DAY) })
    .where('proposal_id', '=', proposal.id)
    .execute();
  return proposal;
}
/** An order awarded so many days ago. */
async function awarded(days: number): Promise<TestOrder> {
  const order = await buildOrder(service, {
    producerId: producer.producerId,
    status: 'adjudicada',
  });
  await q
    .updateTable('orders')
    .set({ awarded_at: new Date(NOW.getTime() - days * DAY) })
    .where('id', '=', order.id)
    .execute();
  await sold(order, winner, days);
  return order;
}
const winnerOf = async ({ id }: TestOrder): Promise<number> =>
  (
    await q
      .selectFrom('proposals')
      .select('id')
      .where('order_id', '=', id)
      .where('status', '=', 'accepted')
      .executeTakeFirstOrThrow()
  ).id;
const callAs = (
  method: 'GET' | 'POST' | 'DELETE',
  { uuid }: TestOrder,
  { token }: TestPerson = producer,
  proposal?: TestProposal,
) => {
  const ofProposal = proposal ? `?proposal=${proposal.uuid}` : '';
  const award = `/api/v1/producer/orders/${uuid}/award`;
  const url = method === 'GET' ? `${award}${ofProposal}` : `${award}/missed-contact${ofProposal}`;
  return service.call<OrderAward>(method, url, { token });
};
const call = (method: 'GET' | 'POST' | 'DELETE', order: TestOrder, person?: TestPerson) =>
  callAs(method, order, person);
const work = async (): Promise<AdminWork['lines'][number] | undefined> =>
  (
    await service.call<AdminWork>('GET', '/api/v1/admin/dashboard/work', { token: admin.token })
  ).body.lines.find(({ kind }) => kind === 'missed_contacts');
const notices = async ({ id }: TestOrder): Promise<number[]> => {
  await service.work();
  const rows = await q
    .selectFrom('notifications as n')
    .innerJoin('events as e', 'e.id', 'n.event_id')
    .where('e.type', '=', 'award.contact_missed')
    .where(sql<boolean>`(e.data ->> 'order_id')::bigint = ${id}`)
    .select('n.user_id')
    .execute();
  return rows.map(({ user_id }) => user_id);
};

describe('the reason of a choice', () => {
  it('is read again by the producer who gave it', async () => {
    const order = await buildOrder(service, { producerId: producer.producerId });
    const { uuid } = await buildProposal(service, {
      orderId: order.id,
      supplierId: winner.supplierId,
      items: order.items.map((item) => ({ item, price: '10' })),
    });
    const { status } = await service.call('POST', `/api/v1/proposals/${uuid}/accept`, {
      token: producer.token,
      body: { reason: 'Entrega antes do plantio.' },
    });
    assert.equal(status, 200);
    const { body } = await call('GET', order);
    assert.deepEqual([body.reason, body.can_report], ['Entrega antes do plantio.', false]);
  });
});

describe('the winner who did not contact the producer', () => {
  it('has a day before it may be said', async () => {
    const order = await awarded(0.5);
    const { body } = await call('GET', order);
    assert.deepEqual(body, {
      reason: null,
      contact_missed_at: null,
      can_report: false,
      may_report_from: '2026-11-21 00:00:00',
      winners: [
        {
          ...body.winners[0],
          contact_missed_at: null,
          can_report: false,
          may_report_from: '2026-11-21 00:00:00',
        },
      ],
    });
    assertRefused(await call('POST', order), 422, 'contact_not_reportable');
  });

  it('is notified, and the administration sees it until it is taken back', async () => {
    const order = await awarded(2);
    assert.equal((await call('GET', order)).body.can_report, true);
    const { status, body } = await call('POST', order);
    assert.deepEqual([status, body.can_report, body.may_report_from], [200, false, null]);
    const at = body.contact_missed_at ?? '';
    assert.match(at, /^2026-11-20 12:/);
    assert.deepEqual(await notices(order), [winner.userId]);
    assert.deepEqual(await work(), {
      kind: 'missed_contacts',
      count: 1,
      since: at,
      due_date: null,
    });
    const { body: listed } = await service.call<{ data: AdminOrderSummary[] }>(
      'GET',
      '/api/v1/admin/orders?contact_missed=1',
      { token: admin.token },
    );
    assert.deepEqual(
      listed.data.map(({ uuid, contact_missed_at }) => [uuid, contact_missed_at]),
      [[order.uuid, at]],
    );
    assertRefused(await call('POST', order), 422, 'contact_not_reportable');

    const { body: back } = await call('DELETE', order);
    assert.deepEqual(
      [back.contact_missed_at, back.can_report, back.may_report_from],
      [null, false, at.replace('-20 ', '-21 ')],
    );
    assert.equal(await work(), undefined);
    assertRefused(await call('POST', order), 422, 'contact_not_reportable');
    assert.equal((await call('DELETE', order)).status, 200);
  });

  it('may be said again a day after the last time, and once by two requests at the same time', async () => {
    const order = await awarded(5);
    await q
      .insertInto('missed_calls')
      .values({
        proposal_id: await winnerOf(order),
        reported_at: new Date(NOW.getTime() - DAY),
        withdrawn_at: new Date(NOW.getTime() - DAY / 2),
      })
      .execute();
    const statuses = (await Promise.all([call('POST', order), call('POST', order)])).map(
      ({ status }) => status,
    );
    assert.deepEqual(
      statuses.toSorted((a, b) => a - b),
      [200, 422],
    );
    await call('DELETE', order);
  });

  it('may be one of several: only that one is notified, and each has a day of its own', async () => {
    const order = await market.ordered(3);
    const [first, late, second] = [
      await market.offered(order, ['1', null, null], { supplier: winner }),
      await market.offered(order, [null, '1', null]),
      await market.offered(order, [null, null, '1']),
    ];
    await market.award(order, [
      [0, first],
      [1, late],
      [2, second],
    ]);
    for (const [{ id }, days] of [
      [first, 2],
      [late, 0.5],
      [second, 3],
    ] as const)
      await q
        .updateTable('purchases')
        .set({ awarded_at: new Date(NOW.getTime() - days * DAY) })
        .where('proposal_id', '=', id)
        .execute();
    const call = (method: 'GET' | 'POST' | 'DELETE', of: TestOrder, proposal?: TestProposal) =>
      callAs(method, of, market.producer, proposal);
    const silent = second.supplier;
    const { body: before } = await call('GET', order);
    assert.equal(before.winners.filter(({ can_report }) => can_report).length, 2);
    const { body: one } = await call('POST', order, second);
    assert.deepEqual(await notices(order), [silent.userId]);
    assert.deepEqual(
      [one.can_report, one.winners.filter((each) => each.contact_missed_at !== null).length],
      [true, 1],
    );
    assertRefused(await call('POST', order, second), 422, 'contact_not_reportable');

    const { body: all } = await call('POST', order);
    assert.deepEqual(
      (await notices(order)).toSorted((a, b) => a - b),
      [winner.userId, silent.userId],
    );
    assert.equal(all.can_report, false);
    await call('DELETE', order, second);
    assert.equal((await work())?.count, 1);
    const { body: back } = await call('DELETE', order);
    assert.deepEqual([back.contact_missed_at, await work()], [null, undefined]);
    const stranger = { ...first, uuid: randomUUID() };
    assertRefused(await call('POST', order, stranger), 422, 'contact_not_reportable');
  });

  it('is no question before the choice, nor once the order is finalized', async () => {
    const open = await buildOrder(service, { producerId: producer.producerId });
    assert.equal((await call('GET', open)).body.may_report_from, null);
    assertRefused(await call('POST', open), 422, 'contact_not_reportable');
    const order = await awarded(3);
    await call('POST', order);
    await q
      .updateTable('orders')
      .set({ status: 'finalizada' })
      .where('id', '=', order.id)
      .execute();
    assert.equal(await work(), undefined);
    assert.equal((await call('GET', order)).body.may_report_from, null);
  });

  it('is said by the own producer only', async () => {
    const order = await awarded(2);
    const stranger = await buildProducer(service);
    for (const method of ['GET', 'POST', 'DELETE'] as const)
      assertRefused(await call(method, order, stranger), 403, 'not_yours');
  });
});
