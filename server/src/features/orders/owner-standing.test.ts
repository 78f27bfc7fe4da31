import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buildOrder, type OrderFields, type TestOrder } from '../../../test/orders.ts';
import {
  buildAdmin,
  buildProducer,
  buildSupplier,
  type TestProducer,
} from '../../../test/people.ts';
import { buildProposal } from '../../../test/proposals.ts';
import { startService, type Answer } from '../../../test/service.ts';
import { standingCalls } from '../../../test/standing.ts';
import { closePublished, followOwners, settlePending } from './scheduled/due-orders.ts';

const service = await startService({ now: new Date('2026-11-20T15:00:00Z') });
const { platform } = service.app;
const admin = await buildAdmin(service);
const { block, unblock, remove, restore } = standingCalls(service, admin);
const neverAborted = new AbortController().signal;

interface Refusal {
  readonly code: string;
  readonly error: string;
}

const build = (owner: TestProducer, fields: Partial<OrderFields> = {}): Promise<TestOrder> =>
  buildOrder(service, { producerId: owner.producerId, ...fields });
const stored = ({ id }: TestOrder) =>
  service.db.q.selectFrom('orders').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
const isSuspended = async (order: TestOrder): Promise<boolean> =>
  (await stored(order)).suspended_at !== null;
const allSuspended = (orders: readonly TestOrder[]) => Promise.all(orders.map(isSuspended));
const eventsOf = async ({ id }: TestOrder): Promise<string[]> =>
  (
    await service.db.q
      .selectFrom('events')
      .select('type')
      .where('data', '@>', JSON.stringify({ order_id: id }))
      .orderBy('id')
      .execute()
  ).map(({ type }) => type);
const happened = async ({ id }: TestOrder): Promise<string[]> =>
  (
    await service.db.q
      .selectFrom('order_events')
      .select('event')
      .where('order_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ event }) => event);
const oversee = (order: TestOrder, action: string, body?: unknown): Promise<Answer<Refusal>> =>
  service.call<Refusal>('POST', `/api/v1/admin/orders/${order.id}/${action}`, {
    token: admin.token,
    ...(body === undefined ? {} : { body }),
  });
const offer = async (order: TestOrder, supplierId?: number) =>
  buildProposal(service, {
    orderId: order.id,
    supplierId: supplierId ?? (await buildSupplier(service)).supplierId,
    items: order.items.map((item) => ({ item, price: '1' })),
  });

describe('a producer who is blocked or deleted', () => {
  for (const [word, away, back] of [
    ['blocked', block, unblock],
    ['deleted', remove, restore],
  ] as const) {
    it(`has the open orders suspended when ${word}, and only these resumed afterwards`, async () => {
      const owner = await buildProducer(service);
      const [published, analysed] = [
        await build(owner),
        await build(owner, { status: 'em_analise' }),
      ];
      const onPurpose = await build(owner);
      assert.equal((await oversee(onPurpose, 'suspend', { reason: 'Em apuração' })).status, 200);
      const others = [
        await build(owner, { status: 'rascunho' }),
        await build(owner, { status: 'adjudicada' }),
      ];
      const strangers = await build(await buildProducer(service));
      await away(owner);
      assert.deepEqual(await allSuspended([published, analysed, onPurpose]), [true, true, true]);
      assert.deepEqual(await allSuspended([...others, strangers]), [false, false, false]);
      assert.equal((await stored(onPurpose)).reason, 'Em apuração');
      await back(owner);
      assert.deepEqual(await allSuspended([published, analysed, onPurpose]), [false, false, true]);
      for (const order of [published, analysed]) {
        assert.deepEqual(await happened(order), ['order.suspended', 'order.resumed']);
        assert.deepEqual(await eventsOf(order), ['order.suspended']);
        assert.deepEqual([(await stored(order)).reason, (await stored(order)).version], [null, 3]);
      }
    });
  }

  it('has no order changed when blocked twice, deleted while blocked, or restored while blocked', async () => {
    const owner = await buildProducer(service);
    const order = await build(owner);
    await block(owner);
    await block(owner);
    await remove(owner);
    await restore(owner);
    assert.deepEqual(
      [await isSuspended(order), await happened(order)],
      [true, ['order.suspended']],
    );
    await unblock(owner);
    assert.equal(await isSuspended(order), false);
  });

  it('causes a notification to suppliers who sent proposals, which does not mention the account', async () => {
    const owner = await buildProducer(service, { name: 'Fazenda Canário' });
    const [answered, idle] = [await buildSupplier(service), await buildSupplier(service)];
    const order = await build(owner);
    await offer(order, answered.supplierId);
    await block(owner);
    await service.work();
    const inbox = async ({ token }: { readonly token: string }) =>
      (
        await service.call<{ data: { title: string; body: string }[] }>(
          'GET',
          '/api/v1/notifications',
          { token },
        )
      ).body.data;
    const [notice] = await inbox(answered);
    assert.match(notice?.body ?? '', /foi suspensa pela administração/);
    assert.doesNotMatch(JSON.stringify(notice), /Canário|conta|bloquead/i);
    assert.deepEqual(await inbox(idle), []);
  });

  it('has nothing published, neither by schedule nor by approval, nor by hand', async () => {
    const owner = await buildProducer(service);
    const due = await build(owner, {
      status: 'pendente',
      publishAt: new Date('2026-11-20T14:00:00Z'),
    });
    const order = await build(owner);
    await block(owner);
    await settlePending(platform, neverAborted);
    assert.deepEqual([(await stored(due)).status, await eventsOf(due)], ['pendente', []]);
    const approved = await oversee(due, 'approve');
    assert.deepEqual([approved.status, approved.body.code], [422, 'order_owner_inactive']);
    const resumed = await oversee(order, 'resume');
    assert.deepEqual([resumed.status, resumed.body.code], [422, 'order_owner_inactive']);
    await unblock(owner);
    await settlePending(platform, neverAborted);
    assert.equal((await stored(due)).status, 'publicada');
  });

  it('may have an order suspended on purpose too, which stays suspended after the return', async () => {
    const owner = await buildProducer(service);
    const order = await build(owner);
    await block(owner);
    assert.equal((await oversee(order, 'suspend', { reason: 'Denúncia' })).status, 200);
    assert.equal(
      (await oversee(order, 'suspend', { reason: 'Outra' })).body.code,
      'order_not_suspendable',
    );
    await unblock(owner);
    assert.deepEqual([await isSuspended(order), (await stored(order)).reason], [true, 'Denúncia']);
    assert.equal((await oversee(order, 'resume')).status, 200);
  });

  it('does not stop the deadline: the order goes to analysis and stays suspended', async () => {
    const owner = await buildProducer(service);
    const order = await build(owner, { deadline: '2026-11-19' });
    await offer(order);
    await block(owner);
    await closePublished(platform, neverAborted);
    assert.deepEqual(
      [(await stored(order)).status, await isSuspended(order)],
      ['em_analise', true],
    );
    await unblock(owner);
    assert.equal(await isSuspended(order), false);
  });

  it('may get a new e-mail in the same request', async () => {
    const owner = await buildProducer(service);
    const order = await build(owner);
    const put = (body: object) =>
      service.call('PUT', `/api/v1/admin/producers/${owner.producerId}`, {
        token: admin.token,
        body,
      });
    assert.equal((await put({ status: 'inativo', email: `novo-${owner.email}` })).status, 200);
    assert.equal(await isSuspended(order), true);
    assert.equal((await put({ status: 'ativo', email: owner.email })).status, 200);
    assert.equal(await isSuspended(order), false);
  });
});

describe('open orders whose owner was blocked or restored by an import or an older release', () => {
  const setStatus = ({ userId }: TestProducer, status: string) =>
    service.db.q.updateTable('users').set({ status }).where('id', '=', userId).execute();

  it('are suspended or resumed within a minute', async () => {
    const owner = await buildProducer(service);
    const [order, onPurpose] = [await build(owner), await build(owner, { suspended: true })];
    await setStatus(owner, 'bloqueado');
    await followOwners(platform, neverAborted);
    await followOwners(platform, neverAborted);
    assert.deepEqual(
      [await isSuspended(order), await happened(order)],
      [true, ['order.suspended']],
    );
    await setStatus(owner, 'ativo');
    await followOwners(platform, neverAborted);
    assert.deepEqual(await allSuspended([order, onPurpose]), [false, true]);
  });

  it('stay suspended when an older release suspended them on purpose', async () => {
    const owner = await buildProducer(service);
    const order = await build(owner);
    await block(owner);
    // Resumed and then suspended again on purpose, by a process of the previous release.
    await service.db.q
      .updateTable('orders')
      .set({ suspended_at: new Date('2026-11-20T15:30:00Z') })
      .where('id', '=', order.id)
      .execute();
    await unblock(owner);
    assert.equal(await isSuspended(order), true);
  });
});
