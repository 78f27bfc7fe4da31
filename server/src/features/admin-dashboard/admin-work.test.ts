import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { AdminWork, WorkKind } from '@lavra/contract/admin/dashboard';
import type { AdminRole } from '@lavra/domain/account/user-type';
import { systemActor } from '../../platform/db/command.ts';
import { storeFailedJob } from '../../platform/queue/failed-jobs.ts';
import { buildOrder } from '../../../test/orders.ts';
import { buildAdmin, buildProducer, buildSupplier } from '../../../test/people.ts';
import { buildProposal } from '../../../test/proposals.ts';
import { startService } from '../../../test/service.ts';
import { noteBackup } from '../backup/backup-feature.ts';
import { mondayOf } from './weekly-figures.ts';

// A Wednesday; the week began on 12 April.
const now = new Date('2027-04-14T15:00:00Z');
const service = await startService({ now });
const { q } = service.db;
const admins = {
  master: await buildAdmin(service),
  operacional: await buildAdmin(service, 'operacional'),
  financeiro: await buildAdmin(service, 'financeiro'),
};
const producer = await buildProducer(service);

async function read(role: AdminRole = 'master'): Promise<AdminWork> {
  const { status, body } = await service.call<AdminWork>('GET', '/api/v1/admin/dashboard/work', {
    token: admins[role].token,
  });
  assert.equal(status, 200);
  return body;
}
const lineOf = async (kind: WorkKind) => (await read()).lines.find((line) => line.kind === kind);
const kindsOf = async (role?: AdminRole) => (await read(role)).lines.map(({ kind }) => kind);

const set = (key: string, value: boolean | string) =>
  service.call('PUT', `/api/v1/admin/settings/${key}`, {
    token: admins.master.token,
    body: { value },
  });
const before = (hours: number): Date => new Date(now.getTime() - hours * 3_600_000);
const everythingRuns = async (): Promise<void> => {
  await q.updateTable('events').set({ dispatched_at: now }).execute();
  await q
    .insertInto('scheduler_ticks')
    .values({ task: 'test', slot: now, ran_at: now })
    .onConflict((conflict) => conflict.columns(['task', 'slot']).doUpdateSet({ ran_at: now }))
    .execute();
};

describe('what waits for an administrator', () => {
  beforeEach(everythingRuns);

  it('is missing configuration on a new installation, and nothing once all is set', async () => {
    await q
      .updateTable('plans')
      .set({ price_monthly: '10' })
      .where('is_default', '=', true)
      .execute();
    assert.deepEqual(await kindsOf(), ['no_mail_server', 'no_payment_gateway', 'no_backup']);
    await set('mail.host', 'smtp.lavra.example');
    assert.ok((await kindsOf()).includes('no_mail_server'), 'a server without a sender');
    await set('mail.from_address', 'avisos@lavra.example');
    await set('payment_gateway.provider', 'mercadopago');
    await noteBackup(service.databaseUrl, before(24));
    assert.deepEqual(await kindsOf(), []);
  });

  it('asks for no payment gateway where every plan is free', async () => {
    await set('payment_gateway.provider', 'none');
    assert.ok((await kindsOf()).includes('no_payment_gateway'));
    await q
      .updateTable('plans')
      .set({ price_monthly: null, price_quarterly: '0', price_annual: null })
      .execute();
    assert.ok(!(await kindsOf()).includes('no_payment_gateway'));
  });

  it('tells the last backup once it is older than eight days; an older note never replaces it', async () => {
    await noteBackup(service.databaseUrl, before(9 * 24));
    assert.equal(await lineOf('no_backup'), undefined);
    await q.deleteFrom('settings').where('key', '=', 'backup.made_at').execute();
    await noteBackup(service.databaseUrl, before(9 * 24));
    assert.equal((await lineOf('no_backup'))?.since, '2027-04-05 12:00:00');
    await noteBackup(service.databaseUrl, before(1));
  });

  it('counts orders that wait for an approval, where the settings ask for one', async () => {
    const held = await buildOrder(service, { producerId: producer.producerId, status: 'pendente' });
    const approved = await buildOrder(service, {
      producerId: producer.producerId,
      status: 'pendente',
    });
    await q.updateTable('orders').set({ approved_at: now }).where('id', '=', approved.id).execute();
    await q
      .insertInto('order_events')
      .values({ order_id: held.id, at: before(50), event: 'held', actor_type: 'produtor' })
      .execute();
    assert.equal(await lineOf('orders_to_approve'), undefined);
    await set('orders.require_approval', true);
    assert.deepEqual(await lineOf('orders_to_approve'), {
      kind: 'orders_to_approve',
      count: 1,
      since: '2027-04-12 10:00:00',
      due_date: null,
    });
  });

  it('counts suppliers that wait for an approval, not those who were deactivated', async () => {
    const waiting = await buildSupplier(service);
    const deactivated = await buildSupplier(service);
    await q
      .updateTable('users')
      .set({ status: 'inativo' })
      .where('id', '=', waiting.userId)
      .execute();
    await q
      .updateTable('users')
      .set({ status: 'inativo', auth_version: 2 })
      .where('id', '=', deactivated.userId)
      .execute();
    await set('suppliers.require_approval', true);
    assert.equal((await lineOf('suppliers_to_approve'))?.count, 1);
  });

  it('counts failed jobs and deliveries, with the oldest, until they are retried', async () => {
    await service.app.platform.command(systemActor, (uow) =>
      storeFailedJob(uow, {
        name: 'mail.send',
        data: { mail_id: 1 },
        failure: 'sem resposta',
        attempts: 3,
        cause: 'mail.queued',
      }),
    );
    assert.deepEqual([(await lineOf('failed_jobs'))?.count], [1]);
    await q.updateTable('failed_jobs').set({ retried_at: now }).execute();
    assert.equal(await lineOf('failed_jobs'), undefined);
    const event = await q
      .insertInto('events')
      .values({
        type: 'order.closed',
        at: now,
        data: JSON.stringify({ order_id: 1 }),
        dispatched_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    for (const [channel, state] of [
      ['email', 'unknown'],
      ['whatsapp', 'sent'],
    ] as const)
      await q
        .insertInto('deliveries')
        .values({
          event_id: event.id,
          user_id: producer.userId,
          channel,
          state,
          created_at: before(3),
          updated_at: now,
        })
        .execute();
    assert.deepEqual(await lineOf('failed_deliveries'), {
      kind: 'failed_deliveries',
      count: 1,
      since: '2027-04-14 09:00:00',
      due_date: null,
    });
  });

  it('counts subscriptions that expire within seven days, the next one first', async () => {
    const supplier = await buildSupplier(service);
    const plan = await q.selectFrom('plans').select('id').executeTakeFirstOrThrow();
    for (const [userId, due_date] of [
      [producer.userId, '2027-04-21'],
      [supplier.userId, '2027-04-22'],
    ] as const)
      await q
        .insertInto('subscriptions')
        .values({
          uuid: crypto.randomUUID(),
          user_id: userId,
          plan_id: plan.id,
          status: 'trial',
          billing_cycle: 'monthly',
          due_date,
          created_at: now,
          updated_at: now,
        })
        .onConflict((conflict) =>
          conflict.column('user_id').doUpdateSet({ due_date, status: 'trial' }),
        )
        .execute();
    const line = await lineOf('expiring_subscriptions');
    assert.deepEqual([line?.count, line?.due_date], [1, '2027-04-21']);
  });

  it('says when no worker and no scheduler run', async () => {
    await q
      .insertInto('events')
      .values({ type: 'order.closed', at: before(1), data: JSON.stringify({ order_id: 1 }) })
      .execute();
    await q
      .updateTable('scheduler_ticks')
      .set({ ran_at: before(1) })
      .execute();
    assert.deepEqual((await kindsOf()).slice(0, 2), ['worker_silent', 'scheduler_silent']);
  });

  it('shows each line to those who may open its list', async () => {
    assert.deepEqual(await kindsOf(), [
      'orders_to_approve',
      'suppliers_to_approve',
      'failed_deliveries',
      'expiring_subscriptions',
    ]);
    assert.deepEqual(await kindsOf('operacional'), [
      'orders_to_approve',
      'suppliers_to_approve',
      'failed_deliveries',
    ]);
    await q.updateTable('settings').set({ value: null }).where('key', '=', 'mail.host').execute();
    assert.ok((await kindsOf('financeiro')).includes('no_mail_server'));
    assert.ok(!(await kindsOf('operacional')).includes('no_mail_server'));
  });
});

describe('the weekly figures', () => {
  it('are twelve weeks of Mondays, each record in the week of its own date', async () => {
    const supplier = await buildSupplier(service);
    const order = await buildOrder(service, {
      producerId: producer.producerId,
      status: 'adjudicada',
    });
    const item = order.items[0];
    assert.ok(item);
    const proposal = await buildProposal(service, {
      orderId: order.id,
      supplierId: supplier.supplierId,
      status: 'accepted',
      items: [{ item, price: '12.5', quantity: '10' }],
    });
    // Monday, 00:30 in the platform's zone: Sunday's last minutes count to the week before.
    await q
      .updateTable('orders')
      .set({ published_at: '2027-04-05 03:30Z' })
      .where('id', '=', order.id)
      .execute();
    await q
      .updateTable('proposals')
      .set({ submitted_at: '2027-04-05 02:30Z', accepted_at: '2027-04-12 03:00Z' })
      .where('id', '=', proposal.id)
      .execute();
    await q
      .updateTable('purchases')
      .set({ awarded_at: '2027-04-12 03:00Z' })
      .where('proposal_id', '=', proposal.id)
      .execute();
    const { figures } = await read();
    assert.deepEqual(
      figures.map(({ figure }) => figure),
      ['orders_published', 'proposals_submitted', 'accepted_amount', 'new_accounts', 'revenue'],
    );
    const valuesOf = (name: string) =>
      Object.fromEntries(
        (figures.find(({ figure }) => figure === name)?.weeks ?? []).map((one) => [
          one.week,
          one.value,
        ]),
      );
    assert.equal(Object.keys(valuesOf('revenue')).length, 12);
    assert.deepEqual(Object.keys(valuesOf('revenue')).slice(-2), ['2027-04-05', '2027-04-12']);
    assert.equal(valuesOf('orders_published')['2027-04-05'], 1);
    assert.equal(valuesOf('proposals_submitted')['2027-03-29'], 1);
    assert.equal(valuesOf('accepted_amount')['2027-04-12'], 125);
  });

  it('begin on the Monday of the week, also for a Sunday', () =>
    assert.deepEqual(['2027-04-12', '2027-04-14', '2027-04-18'].map(mondayOf), [
      '2027-04-12',
      '2027-04-12',
      '2027-04-12',
    ]));
});
