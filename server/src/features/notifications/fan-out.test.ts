import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type {
  EventType,
  NotificationChannel,
  NotificationProfile,
} from '@lavra/domain/notification/event-types';
import type { Notification } from '@lavra/contract/notifications/schemas';
import { buildProduct } from '../../../test/catalogue.ts';
import { buildOrder, type OrderFields, type TestOrder } from '../../../test/orders.ts';
import {
  buildAdmin,
  buildConsultant,
  buildProducer,
  buildSupplier,
  RIO_VERDE,
  SORRISO,
  type TestPerson,
} from '../../../test/people.ts';
import { buildProposal } from '../../../test/proposals.ts';
import { startService } from '../../../test/service.ts';
import { statementChannel } from '../../platform/db/database.ts';
import { systemActor } from '../../platform/db/command.ts';
import { notify, notifyOfAll } from './notifications.fixture.ts';

const service = await startService();
const { q } = service.db;
const producer = await buildProducer(service);
const [seeds, soil] = [await buildProduct(service), await buildProduct(service)];

const order = (fields: Partial<OrderFields> = {}): Promise<TestOrder> =>
  buildOrder(service, { producerId: producer.producerId, items: [{ product: seeds }], ...fields });
const offer = (
  on: TestOrder,
  supplierId: number,
  status: 'draft' | 'submitted' | 'accepted' | 'cancelled' = 'submitted',
) =>
  buildProposal(service, {
    orderId: on.id,
    supplierId,
    status,
    items: on.items.map((item) => ({ item, price: '10' })),
  });
const now = (): Date => service.app.platform.clock.now();
const favorite = ({ id }: TestOrder, supplierId: number) =>
  q
    .insertInto('favorite_orders')
    .values({ supplier_id: supplierId, order_id: id, created_at: now() })
    .execute();
const decline = ({ id }: TestOrder, supplierId: number) =>
  q
    .insertInto('supplier_order_declines')
    .values({ supplier_id: supplierId, order_id: id, created_at: now(), updated_at: now() })
    .execute();

/** Inserts an event as its cause does, and returns who is notified inside the service. */
async function happen(type: EventType, data: Record<string, number>) {
  const { id } = await q
    .insertInto('events')
    .values({ type, at: now(), data: JSON.stringify(data) })
    .returning('id')
    .executeTakeFirstOrThrow();
  const jobs = await notify(service, { id, type, data });
  return { id, jobs, recipients: await recipientsOf(id) };
}
async function recipientsOf(eventId: number): Promise<number[]> {
  return (
    await q
      .selectFrom('notifications')
      .select('user_id')
      .where('event_id', '=', eventId)
      .orderBy('user_id')
      .execute()
  ).map(({ user_id }) => user_id);
}
const deliveriesOf = (eventId: number) =>
  q
    .selectFrom('deliveries')
    .select(['user_id', 'channel', 'state'])
    .where('event_id', '=', eventId)
    .orderBy('user_id')
    .orderBy('channel')
    .execute();
const ids = (...people: readonly TestPerson[]): number[] =>
  people.map(({ userId }) => userId).toSorted((a, b) => a - b);
const switchChannel = (
  profile: NotificationProfile,
  event: string,
  channel: NotificationChannel,
  enabled: boolean,
) =>
  q
    .insertInto('notification_channels')
    .values({ profile, event, channel, enabled, updated_at: now() })
    .onConflict((conflict) =>
      conflict.columns(['profile', 'event', 'channel']).doUpdateSet({ enabled }),
    )
    .execute();

// All suppliers are built before the first test: one that is being built has no products yet, and so
// sells all of them.
const [bidding, drafting, liking, declined, winner, stranger] = await Promise.all(
  Array.from({ length: 6 }, () => buildSupplier(service, { productTypeIds: [soil.typeId] })),
);
if (!bidding || !drafting || !liking || !declined || !winner || !stranger)
  throw new Error('six suppliers');

describe('a published order', async () => {
  const everything = await buildSupplier(service);
  const seedsInMt = await buildSupplier(service, {
    productTypeIds: [seeds.typeId],
    states: ['MT'],
  });
  const inSorriso = await buildSupplier(service, { cityIds: [SORRISO] });
  await buildSupplier(service, { productTypeIds: [soil.typeId] });
  await buildSupplier(service, { states: ['GO'] });
  await buildSupplier(service, { cityIds: [RIO_VERDE] });
  await buildSupplier(service, { status: 'inativo' });
  const declining = await buildSupplier(service);
  const deleted = await buildSupplier(service);
  await q
    .updateTable('users')
    .set({ deleted_at: now() })
    .where('id', '=', deleted.userId)
    .execute();
  const matching = [everything, seedsInMt, inSorriso];

  it('notifies active suppliers of its products and region, but none who declined it', async () => {
    const published = await order();
    await decline(published, declining.supplierId);
    const { id, recipients, jobs } = await happen('order.published', { order_id: published.id });
    assert.deepEqual(recipients, ids(...matching));
    assert.deepEqual(
      await deliveriesOf(id),
      ids(...matching).map((user_id) => ({ user_id, channel: 'email', state: 'queued' })),
    );
    assert.deepEqual(
      jobs.map(({ kind }) => kind),
      ['notification.deliver', 'notification.deliver', 'notification.deliver'],
    );
    await q.deleteFrom('supplier_order_declines').execute();
  });

  it('notifies as many suppliers as its audience preview stated', async () => {
    const published = await order();
    const reach = await service.call<{ matching_suppliers: number }>(
      'GET',
      `/api/v1/producer/orders/${published.uuid}/reach`,
      { token: producer.token },
    );
    assert.equal(
      (await happen('order.published', { order_id: published.id })).recipients.length,
      reach.body.matching_suppliers,
    );
  });

  it('notifies each supplier once, however often the event is dispatched', async () => {
    const published = await order();
    const first = await happen('order.published', { order_id: published.id });
    const again = await notify(service, {
      id: first.id,
      type: 'order.published',
      data: { order_id: published.id },
    });
    assert.deepEqual(
      [again, await recipientsOf(first.id), (await deliveriesOf(first.id)).length],
      [[], first.recipients, first.recipients.length],
    );
  });

  it('keeps the text of its notifications, whatever happens to the order later', async () => {
    const published = await order({ description: 'Como era' });
    const { id } = await happen('order.published', { order_id: published.id });
    await q
      .updateTable('orders')
      .set({ description: 'Como ficou' })
      .where('id', '=', published.id)
      .execute();
    await notify(service, { id, type: 'order.published', data: { order_id: published.id } });
    const { body } = await service.call<{ data: Notification[] }>('GET', '/api/v1/notifications', {
      token: everything.token,
    });
    assert.match(body.data[0]?.body ?? '', /“Como era”/);
  });

  it('takes as many statements for many suppliers as for one', async () => {
    const count = async (): Promise<number> => {
      let statements = 0;
      const listen = (): void => {
        statements += 1;
      };
      const published = await order();
      const { id } = await q
        .insertInto('events')
        .values({
          type: 'order.published',
          at: now(),
          data: JSON.stringify({ order_id: published.id }),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      statementChannel.subscribe(listen);
      await notify(service, {
        id,
        type: 'order.published',
        data: { order_id: published.id },
      });
      statementChannel.unsubscribe(listen);
      return statements;
    };
    const few = await count();
    for (let n = 0; n < 20; n += 1) await buildSupplier(service);
    assert.equal(await count(), few);
    assert.ok(few <= 5, `${few} statements`);
  });

  it('notifies no one when the order has been deleted', async () => {
    assert.deepEqual((await happen('order.published', { order_id: 999_999 })).recipients, []);
  });
});

describe('notification channels', () => {
  it('are switched separately from each other and for each profile', async () => {
    const supplier = await buildSupplier(service);
    const on = await order();
    await favorite(on, supplier.supplierId);
    await q
      .updateTable('users')
      .set({ mobile: '66999998888' })
      .where('id', '=', supplier.userId)
      .execute();
    await switchChannel('supplier', 'order.suspended', 'in_app', false);
    await switchChannel('supplier', 'order.suspended', 'whatsapp', true);
    await switchChannel('producer', 'order.suspended', 'email', true);
    const { id, recipients } = await happen('order.suspended', { order_id: on.id });
    assert.deepEqual(recipients, ids(producer));
    assert.deepEqual(await deliveriesOf(id), [
      { user_id: producer.userId, channel: 'email', state: 'queued' },
      { user_id: supplier.userId, channel: 'whatsapp', state: 'queued' },
    ]);
  });

  it('leave no row behind when all of them are off', async () => {
    for (const channel of ['in_app', 'email'] as const)
      await switchChannel('producer', 'proposal.received', channel, false);
    const on = await order();
    const { id, recipients, jobs } = await happen('proposal.received', {
      order_id: on.id,
      proposal_id: (await offer(on, (await buildSupplier(service)).supplierId)).id,
    });
    assert.deepEqual([recipients, jobs, await deliveriesOf(id)], [[], [], []]);
    await q.deleteFrom('notification_channels').execute();
  });

  it('reach only readers with a mobile by WhatsApp', async () => {
    const on = await order();
    await switchChannel('producer', 'order.closed', 'whatsapp', true);
    assert.deepEqual((await happen('order.closed', { order_id: on.id })).jobs, []);
    await q
      .updateTable('users')
      .set({ mobile: '66999997777' })
      .where('id', '=', producer.userId)
      .execute();
    assert.equal((await happen('order.closed', { order_id: on.id })).jobs.length, 1);
    await q.deleteFrom('notification_channels').execute();
  });
});

describe('later events of an order', () => {
  const busy = async (): Promise<TestOrder> => {
    const on = await order();
    await offer(on, bidding.supplierId);
    await offer(on, drafting.supplierId, 'draft');
    await favorite(on, liking.supplierId);
    await favorite(on, declined.supplierId);
    await decline(on, declined.supplierId);
    await decline(on, bidding.supplierId); // as it was possible once, with a proposal that stands
    await offer(on, stranger.supplierId, 'cancelled');
    return on;
  };

  for (const type of [
    'order.cancelled',
    'order.suspended',
    'order.revoked',
    'question.answered',
  ] as const) {
    it(`${type} notifies suppliers who bid, draft or favorited, but none who declined`, async () => {
      const { recipients } = await happen(type, {
        order_id: (await busy()).id,
        question_id: 999_999,
      });
      assert.deepEqual(
        recipients.filter((id) => id !== producer.userId),
        ids(bidding, drafting, liking),
      );
      assert.equal(
        recipients.includes(producer.userId),
        type === 'order.suspended' || type === 'order.revoked',
      );
    });
  }

  it('an extended deadline also notifies the suppliers notified of the publication, unless they declined', async () => {
    const on = await order({ items: [{ product: soil }] });
    const { recipients } = await happen('order.published', { order_id: on.id });
    assert.ok([bidding, declined].every(({ userId }) => recipients.includes(userId)));
    await decline(on, declined.supplierId);
    const late = await buildSupplier(service);
    await favorite(on, late.supplierId);
    assert.deepEqual(
      (await happen('order.deadline_extended', { order_id: on.id })).recipients,
      [...recipients.filter((id) => id !== declined.userId), late.userId].toSorted((a, b) => a - b),
    );
  });

  it('a near deadline notifies suppliers who have not sent a proposal', async () => {
    assert.deepEqual(
      (await happen('order.deadline_near', { order_id: (await busy()).id })).recipients,
      ids(drafting, liking),
    );
  });

  it("an award notifies the winner, and the others without the winner's name", async () => {
    const on = await busy();
    const { id: proposal_id } = await offer(on, winner.supplierId, 'accepted');
    await offer(on, winner.supplierId);
    const won = await happen('proposal.accepted', { order_id: on.id, proposal_id });
    const lost = await happen('order.awarded_to_other', { order_id: on.id, proposal_id });
    assert.deepEqual([won.recipients, lost.recipients], [ids(winner), ids(bidding)]);
    const { body } = await service.call<{ data: Notification[] }>('GET', '/api/v1/notifications', {
      token: bidding.token,
    });
    assert.deepEqual(Object.keys(body.data[0]?.data ?? {}).toSorted(), [
      'order_id',
      'order_number',
      'order_uuid',
    ]);
  });

  it('an answer also notifies the supplier who asked', async () => {
    const on = await order();
    const question = await q
      .insertInto('order_questions')
      .values({
        order_id: on.id,
        supplier_id: stranger.supplierId,
        question: 'Quando?',
        asked_at: now(),
        answer: 'Já',
        answered_at: now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    assert.deepEqual(
      (await happen('question.answered', { order_id: on.id, question_id: question.id })).recipients,
      ids(stranger),
    );
    assert.deepEqual(
      (await happen('question.asked', { order_id: on.id, question_id: question.id })).recipients,
      ids(producer),
    );
  });

  it('proposals and decisions notify only the producer among producers', async () => {
    const on = await busy();
    const { id: proposal_id } = await offer(on, winner.supplierId);
    for (const type of [
      'order.approved',
      'order.returned',
      'order.closed',
      'order.expired',
      'award.pending',
      'proposal.received',
      'proposal.cancelled',
    ] as const) {
      assert.deepEqual(
        (await happen(type, { order_id: on.id, proposal_id })).recipients,
        ids(producer),
        type,
      );
    }
  });
});

describe('notifications of administrators and subscribers', async () => {
  const [master, operations, finance] = [
    await buildAdmin(service),
    await buildAdmin(service, 'operacional'),
    await buildAdmin(service, 'financeiro'),
  ];
  const stamp = { created_at: now(), updated_at: now() };
  const plan = await q
    .insertInto('plans')
    .values({
      uuid: crypto.randomUUID(),
      name: 'Essencial',
      slug: 'essencial-teste',
      profile_type: 'producer',
      price_monthly: '99.90',
      ...stamp,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const subscription = await q
    .insertInto('subscriptions')
    .values({
      uuid: crypto.randomUUID(),
      user_id: producer.userId,
      plan_id: plan.id,
      status: 'active',
      billing_cycle: 'monthly',
      due_date: '2036-12-01',
      ...stamp,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const payment = await q
    .insertInto('payments')
    .values({
      uuid: crypto.randomUUID(),
      subscription_id: subscription.id,
      user_id: producer.userId,
      plan_id: plan.id,
      billing_cycle: 'monthly',
      amount: '99.90',
      status: 'confirmed',
      due_date: '2036-12-01',
      ...stamp,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const refund = await q
    .insertInto('refunds')
    .values({
      uuid: crypto.randomUUID(),
      payment_id: payment.id,
      amount: '10.00',
      status: 'succeeded',
      cancel_subscription: false,
      ...stamp,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const imported = await q
    .insertInto('imports')
    .values({
      uuid: crypto.randomUUID(),
      type: 'products',
      state: 'completed',
      filename: 'canario.csv',
      sha256: Buffer.alloc(32),
      total: 3,
      valid: 3,
      invalid: 0,
      created: 2,
      skipped: 1,
      requested_by: operations.userId,
      created_at: now(),
      warnings: '[]',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const job = await q
    .insertInto('failed_jobs')
    .values({ name: 'mail.send', data: '{}', failure: 'canario', attempts: 5, failed_at: now() })
    .returning('id')
    .executeTakeFirstOrThrow();
  const newest = async (person: TestPerson): Promise<Notification | undefined> =>
    (
      await service.call<{ data: Notification[] }>('GET', '/api/v1/notifications', {
        token: person.token,
      })
    ).body.data[0];

  it('reach administrators whose role may see the subject', async () => {
    const everyone = ids(master, operations, finance);
    assert.deepEqual(
      (await happen('user.registered', { user_id: producer.userId })).recipients,
      everyone,
    );
    assert.deepEqual(
      (
        await happen('order.pending_approval', {
          order_id: (await order({ status: 'pendente' })).id,
        })
      ).recipients,
      everyone,
    );
    assert.deepEqual(
      (await happen('import.finished', { import_id: imported.id })).recipients,
      everyone,
    );
    assert.equal(
      (await newest(operations))?.body,
      '2 registros criados, 1 já existente, 0 linhas com erro.',
    );
    assert.deepEqual((await happen('job.failed', { job_id: job.id })).recipients, everyone);
    const paid = await happen('payment.confirmed', { payment_id: payment.id });
    assert.deepEqual([paid.recipients, paid.jobs.length], [ids(master, finance), 2]);
    assert.deepEqual(
      (await happen('payment.refunded', { payment_id: payment.id, refund_id: refund.id }))
        .recipients,
      ids(master, finance),
    );
    assert.equal(
      (await newest(finance))?.body,
      'Foram estornados R$\u00a010,00 do pagamento de R$\u00a099,90 do plano Essencial.',
    );
  });

  it('reach the subscriber when a subscription ends soon, once and in their own profile', async () => {
    const { recipients, jobs } = await happen('subscription.expiring', {
      subscription_id: subscription.id,
      days: 7,
    });
    assert.deepEqual([recipients, jobs.length], [ids(producer), 1]);
    assert.deepEqual(
      [(await newest(producer))?.title, (await newest(producer))?.path],
      ['Sua assinatura vence em 7 dias', '/produtor/assinatura'],
    );
  });

  it('reach no consultants, who may read the list', async () => {
    const consultant = await buildConsultant(service);
    assert.deepEqual(
      (
        await service.call<{ data: unknown[] }>('GET', '/api/v1/notifications', {
          token: consultant.token,
        })
      ).body.data,
      [],
    );
  });
});

describe('an event', () => {
  it('is removed when its transaction is rolled back', async () => {
    const before = await q
      .selectFrom('events')
      .select((eb) => eb.fn.countAll<number>().as('n'))
      .executeTakeFirstOrThrow();
    await assert.rejects(
      service.app.platform.command(systemActor, async (uow) => {
        uow.event({ type: 'order.closed', data: { order_id: 1 } });
        await uow.db.q
          .insertInto('product_types')
          .values({
            name: 'Fica para trás',
            is_pesticide: false,
            created_at: uow.now,
            updated_at: uow.now,
          })
          .execute();
        throw new Error('no');
      }),
      /no/,
    );
    assert.deepEqual(
      await q
        .selectFrom('events')
        .select((eb) => eb.fn.countAll<number>().as('n'))
        .executeTakeFirstOrThrow(),
      before,
    );
  });

  it('notifies no one when only the service handles it', async () => {
    assert.deepEqual(
      await happen('mail.queued', { mail_id: 1 }).then(({ recipients, jobs }) => [
        recipients,
        jobs,
      ]),
      [[], []],
    );
  });

  it('waits in its table for the worker, from any writer', async () => {
    await q.deleteFrom('events').execute();
    await service.app.platform.command(systemActor, async (uow) => {
      uow.event({
        type: 'order.closed',
        data: {
          order_id: (
            await uow.db.q.selectFrom('orders').select('id').limit(1).executeTakeFirstOrThrow()
          ).id,
        },
      });
    });
    await notifyOfAll(service);
    assert.equal((await q.selectFrom('notifications').selectAll().execute()).length, 1);
  });
});
