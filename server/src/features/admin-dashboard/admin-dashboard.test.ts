import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { AdminDashboard, AdminPeriod } from '@lavra/contract/admin/dashboard';
import { buildAdmin, buildConsultant, buildProducer, buildSupplier } from '../../../test/people.ts';
import { buildOrder } from '../../../test/orders.ts';
import { buildProposal } from '../../../test/proposals.ts';
import { startService } from '../../../test/service.ts';
import { monthsAround } from './dashboard-metrics.ts';

const service = await startService({ now: new Date('2027-03-15T15:00:00Z') });
const admin = await buildAdmin(service, 'financeiro');
/** There are no subscriptions here; `revenue-metrics.test.ts` covers those figures. */
const noMoney = {
  subscriptions: { active: 0, paid: 0, trial: 0, near_expiry: 0 },
  trials: { in_trial: 0, expired: 0 },
  arr: 0,
  revenue_current_month: 0,
  monthly_revenue: ['2026-10', '2026-11', '2026-12', '2027-01', '2027-02', '2027-03'].map(
    (month) => ({ month, amount: 0 }),
  ),
};
const read = async (): Promise<AdminDashboard> =>
  (await service.call<AdminDashboard>('GET', '/api/v1/admin/dashboard', { token: admin.token }))
    .body;

describe('the administration’s dashboard', () => {
  test('shows no averages on an empty platform', async () => {
    const { users, ...figures } = await read();
    assert.deepEqual(users, { producers: 0, suppliers: 0, consultants: 0, admins: 1, total: 1 });
    assert.deepEqual(figures, {
      orders: { total: 0, active: 0 },
      proposals: { total: 0, accepted: 0 },
      accepted_amount: { total: 0, growth_percent: null },
      average_order_duration_days: null,
      average_approval_hours: null,
      approval_reference_hours: 48,
      average_first_proposal_hours: null,
      coverage_percent: null,
      items_bought_percent: null,
      ...noMoney,
    });
  });

  test('shows for a scenario the figures that were computed by hand', async () => {
    const producer = await buildProducer(service);
    const [one, two, gone] = [
      await buildSupplier(service),
      await buildSupplier(service),
      await buildSupplier(service),
    ];
    await buildConsultant(service);
    await service.db.q
      .updateTable('users')
      .set({ deleted_at: new Date() })
      .where('id', '=', gone.userId)
      .execute();

    const order = async (
      status: Parameters<typeof buildOrder>[1]['status'] & string,
      dates: { published?: string; finished?: string },
    ) => {
      const built = await buildOrder(service, { producerId: producer.producerId, status });
      await service.db.q
        .updateTable('orders')
        .set({ published_at: dates.published ?? null, finished_at: dates.finished ?? null })
        .where('id', '=', built.id)
        .execute();
      return built;
    };
    const proposal = async (
      on: Awaited<ReturnType<typeof order>>,
      supplierId: number,
      status: 'draft' | 'submitted' | 'accepted' | 'cancelled',
      price: string,
      dates: { submitted?: string; accepted?: string },
    ) => {
      const item = on.items[0];
      assert.ok(item);
      const built = await buildProposal(service, {
        orderId: on.id,
        supplierId,
        status,
        items: [{ item, price, quantity: '10' }],
      });
      await service.db.q
        .updateTable('proposals')
        .set({ submitted_at: dates.submitted ?? null, accepted_at: dates.accepted ?? null })
        .where('id', '=', built.id)
        .execute();
      if (dates.accepted !== undefined)
        await service.db.q
          .updateTable('purchases')
          .set({ awarded_at: dates.accepted })
          .where('proposal_id', '=', built.id)
          .execute();
    };

    // Finished in 10 and in 5 days: 7.5 on average. First answers after 2 h, 4 h and 12 h: 6.
    const a = await order('finalizada', {
      published: '2027-02-01 12:00Z',
      finished: '2027-02-11 12:00Z',
    });
    await proposal(a, one.supplierId, 'accepted', '100', {
      submitted: '2027-02-01 14:00Z',
      accepted: '2027-02-02 14:00Z',
    }); // 1,000 in February, after 24 h
    await proposal(a, two.supplierId, 'submitted', '90', { submitted: '2027-02-01 20:00Z' });
    const b = await order('finalizada', {
      published: '2027-03-01 12:00Z',
      finished: '2027-03-06 12:00Z',
    });
    await proposal(b, two.supplierId, 'accepted', '125', {
      submitted: '2027-03-01 16:00Z',
      accepted: '2027-03-04 16:00Z',
    }); // 1,250 in March, after 72 h
    const revoked = await order('revogada', { published: '2027-03-02 00:00Z' });
    await proposal(revoked, one.supplierId, 'accepted', '9999', {
      submitted: '2027-03-02 12:00Z',
      accepted: '2027-03-02 12:00Z',
    }); // counts as accepted, not as an amount; 0 h
    await order('publicada', { published: '2027-03-10 12:00Z' });
    const drafted = await order('em_analise', { published: '2027-03-10 12:00Z' });
    await proposal(drafted, one.supplierId, 'draft', '1', {});
    await order('rascunho', {});
    await order('pendente', {});

    const { users, ...figures } = await read();
    assert.deepEqual(users, { producers: 1, suppliers: 2, consultants: 1, admins: 1, total: 5 });
    assert.deepEqual(figures, {
      orders: { total: 7, active: 3 },
      proposals: { total: 4, accepted: 3 },
      accepted_amount: { total: 2250, growth_percent: 25 },
      average_order_duration_days: 7.5,
      average_approval_hours: 32, // (24 + 72 + 0) / 3
      approval_reference_hours: 48,
      average_first_proposal_hours: 6, // (2 + 4 + 12) / 3
      coverage_percent: 60, // 3 of 5 ever published
      items_bought_percent: 100, // one item in each of two orders
      ...noMoney,
    });
  });

  test('counts each record of a period by its own date', async () => {
    const period = async (start_date: string, end_date: string): Promise<AdminPeriod> =>
      (
        await service.call<AdminPeriod>(
          'GET',
          `/api/v1/admin/dashboard/period?start_date=${start_date}&end_date=${end_date}`,
          { token: admin.token },
        )
      ).body;
    assert.equal((await period('2027-02-01', '9999-12-31')).end_date, '9999-12-31');
    assert.deepEqual(await period('2027-02-01', '2027-02-28'), {
      start_date: '2027-02-01',
      end_date: '2027-02-28',
      orders_published: 1,
      proposals_submitted: 2,
      proposals_accepted: 1,
      accepted_amount: 1000,
      average_order_duration_days: 10,
      average_approval_hours: 24,
      average_first_proposal_hours: 2,
      coverage_percent: 100,
      revenue: 0,
    });
    assert.deepEqual(await period('2027-03-01', '2027-03-31'), {
      start_date: '2027-03-01',
      end_date: '2027-03-31',
      orders_published: 4,
      proposals_submitted: 2,
      proposals_accepted: 2,
      accepted_amount: 1250,
      average_order_duration_days: 5,
      average_approval_hours: 36,
      average_first_proposal_hours: 8,
      coverage_percent: 50,
      revenue: 0, // (72 + 0) / 2 and (4 + 12) / 2
    });
    const nothing = await period('2026-01-01', '2026-01-01');
    assert.deepEqual(
      [
        nothing.orders_published,
        nothing.accepted_amount,
        nothing.average_approval_hours,
        nothing.coverage_percent,
      ],
      [0, 0, null, null],
    );
    // Midnight of 2 March in UTC is still 1 March in the platform's zone.
    assert.equal((await period('2027-03-01', '2027-03-01')).orders_published, 2);
    for (const query of [
      '',
      '?start_date=2027-01-01',
      '?start_date=2027-02-02&end_date=2027-02-01',
    ]) {
      assert.equal(
        (
          await service.call('GET', `/api/v1/admin/dashboard/period${query}`, {
            token: admin.token,
          })
        ).status,
        422,
        query,
      );
    }
  });

  test('counts no hours below zero for a first proposal that is dated before its order', async () => {
    const producer = await buildProducer(service);
    const { supplierId } = await buildSupplier(service);
    const order = await buildOrder(service, { producerId: producer.producerId });
    const [item] = order.items;
    assert.ok(item);
    const { id } = await buildProposal(service, {
      orderId: order.id,
      supplierId,
      items: [{ item, price: '1' }],
    });
    const at = (table: 'orders' | 'proposals', values: object, row: number) =>
      service.db.q.updateTable(table).set(values).where('id', '=', row).execute();
    await at('orders', { published_at: '2028-01-10 15:00Z' }, order.id);
    await at('proposals', { submitted_at: '2028-01-10 12:00Z' }, id);
    const { body } = await service.call<AdminPeriod>(
      'GET',
      '/api/v1/admin/dashboard/period?start_date=2028-01-01&end_date=2028-01-31',
      { token: admin.token },
    );
    assert.deepEqual([body.orders_published, body.average_first_proposal_hours], [1, 0]);
  });

  test('is visible only to administrators, whatever their role', async () => {
    assert.equal((await service.call('GET', '/api/v1/admin/dashboard')).status, 401);
    for (const person of [
      await buildProducer(service),
      await buildSupplier(service),
      await buildConsultant(service),
    ]) {
      assert.equal(
        (await service.call('GET', '/api/v1/admin/dashboard', { token: person.token })).status,
        403,
      );
    }
    for (const role of ['master', 'operacional'] as const) {
      const { token } = await buildAdmin(service, role);
      assert.equal((await service.call('GET', '/api/v1/admin/dashboard', { token })).status, 200);
    }
  });
});

test('months are around a day, also at the turn of the year', () => {
  assert.deepEqual(monthsAround('2027-01-31'), {
    last: { from: '2026-12-01', until: '2027-01-01' },
    current: { from: '2027-01-01', until: '2027-02-01' },
  });
});
