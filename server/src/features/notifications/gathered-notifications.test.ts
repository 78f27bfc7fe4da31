import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import type { Notification } from '@lavra/contract/notifications/schemas';
import type { EventType } from '@lavra/domain/notification/event-types';
import { buildOrder, type TestOrder } from '../../../test/orders.ts';
import { buildProducer, buildSupplier, type TestProducer } from '../../../test/people.ts';
import { buildProposal } from '../../../test/proposals.ts';
import { startService } from '../../../test/service.ts';
import { notify } from './notifications.fixture.ts';

const service = await startService();
const { q } = service.db;
let producer: TestProducer;
let order: TestOrder;
beforeEach(async () => {
  producer = await buildProducer(service);
  order = await buildOrder(service, { producerId: producer.producerId });
});

/** Inserts an event as its cause does; `dispatch` sends it too. */
const happen = async (type: EventType, data: Record<string, number>) => ({
  ...(await q
    .insertInto('events')
    .values({ type, at: service.app.platform.clock.now(), data: JSON.stringify(data) })
    .returning('id')
    .executeTakeFirstOrThrow()),
  type,
  data,
});
const dispatch = async (type: EventType, data: Record<string, number>) => {
  const event = await happen(type, data);
  await notify(service, event);
  return event;
};
const offer = async (on = order) => {
  const { supplierId } = await buildSupplier(service, { name: 'Revenda Canário' });
  const { id } = await buildProposal(service, {
    orderId: on.id,
    supplierId,
    items: on.items.map((item) => ({ item, price: '10' })),
  });
  return { order_id: on.id, proposal_id: id };
};
const ask = async (times: number): Promise<void> => {
  for (let n = 0; n < times; n += 1)
    await dispatch('question.asked', { order_id: order.id, question_id: n + 1 });
};
const list = async (query = ''): Promise<Notification[]> =>
  (
    await service.call<{ data: Notification[] }>('GET', `/api/v1/notifications${query}`, {
      token: producer.token,
    })
  ).body.data;
const unread = async (): Promise<unknown> =>
  (
    await service.call<{ unread: number }>('GET', '/api/v1/notifications/unread-count', {
      token: producer.token,
    })
  ).body.unread;
const post = (path: string) =>
  service.call('POST', `/api/v1/notifications/${path}`, { token: producer.token });
const counted = (notifications: readonly Notification[]) =>
  notifications.map(({ event, gathered }) => [event, gathered]);

describe('several proposals for one order', () => {
  it('are one notification that counts them, names no supplier, and opens the proposals', async () => {
    for (let n = 0; n < 5; n += 1) await dispatch('proposal.received', await offer());
    const [first, ...others] = await list();
    assert.deepEqual([others.length, await unread()], [0, 1]);
    assert.equal(first?.gathered, 5);
    assert.equal(first.title, `5 propostas novas na cotação ${order.number}`);
    assert.match(first.body, /recebeu 5 propostas\. A mais recente é a Proposta \S+.* de R\$/);
    assert.equal(first.path, `/produtor/cotacoes/${order.uuid}/propostas`);
    assert.deepEqual(Object.keys(first.data), ['order_id', 'order_uuid', 'order_number']);
    assert.doesNotMatch(JSON.stringify(first), /Canário/);
  });

  it('stand apart from those of another order and from other events', async () => {
    const second = await buildOrder(service, { producerId: producer.producerId });
    await dispatch('proposal.received', await offer());
    await dispatch('proposal.received', await offer(second));
    await dispatch('proposal.cancelled', await offer());
    await dispatch('proposal.received', await offer());
    assert.deepEqual(counted(await list()), [
      ['proposal.received', 2],
      ['proposal.cancelled', 1],
      ['proposal.received', 1],
    ]);
  });

  it('keep a row for each event', async () => {
    for (let n = 0; n < 3; n += 1) await dispatch('proposal.received', await offer());
    const rows = await q
      .selectFrom('notifications')
      .select('superseded')
      .where('user_id', '=', producer.userId)
      .orderBy('id')
      .execute();
    assert.deepEqual(
      rows.map(({ superseded }) => superseded),
      [true, true, false],
    );
  });
});

describe('a gathered notification', () => {
  it('stays as it was once it is read, and the next event begins another', async () => {
    await ask(3);
    const [first] = await list();
    assert.equal((await post(`${first?.id}/read`)).body['gathered'], 3);
    await ask(1);
    assert.deepEqual(
      (await list()).map(({ gathered, read_at }) => [gathered, read_at === null]),
      [
        [1, true],
        [3, false],
      ],
    );
    assert.deepEqual(counted(await list('?unread=true')), [['question.asked', 1]]);
  });

  it('is counted once when all are marked as read', async () => {
    await ask(4);
    assert.deepEqual((await post('read-all')).body, { read: 1, unread: 0 });
    assert.deepEqual(counted(await list()), [['question.asked', 4]]);
  });

  it('is not read by one who read only what it has superseded', async () => {
    await ask(1);
    const [old] = await list();
    await ask(1);
    assert.equal((await post(`${old?.id}/read`)).status, 200);
    assert.deepEqual([await unread(), counted(await list())], [1, [['question.asked', 2]]]);
  });

  it('does not change when an event is dispatched twice', async () => {
    await ask(1);
    const event = await dispatch('question.asked', { order_id: order.id, question_id: 7 });
    await notify(service, event);
    assert.deepEqual(counted(await list()), [['question.asked', 2]]);
  });
});

describe('events dispatched at once, while their reader reads', () => {
  it('are each counted in exactly one notification', async () => {
    for (let trial = 0; trial < 5; trial += 1) {
      const events = await Promise.all(
        Array.from({ length: 6 }, (_, n) =>
          happen('question.asked', { order_id: order.id, question_id: n + 1 }),
        ),
      );
      await Promise.all([
        ...events.map((event) => notify(service, event)),
        post('read-all'),
        post('read-all'),
      ]);
    }
    const all = await list('?per_page=100');
    assert.equal(
      all.reduce((sum, { gathered }) => sum + gathered, 0),
      30,
    );
    assert.ok(all.filter(({ read_at }) => read_at === null).length <= 1);
  });
});
