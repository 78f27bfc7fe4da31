import assert from 'node:assert/strict';
import { beforeEach, describe, it } from 'node:test';
import { buildAdmin, buildProducer } from '../../../test/people.ts';
import { systemActor } from '../../platform/db/command.ts';
import { storeFailedJob } from '../../platform/queue/failed-jobs.ts';
import { startDeliveryWorld } from './deliveries.fixture.ts';

const { service, mail, whatsapp, admin, set, setMail, setWhatsapp } = await startDeliveryWorld();
const { platform } = service.app;
const [operator, producer] = [
  await buildAdmin(service, 'operacional'),
  await buildProducer(service, { name: 'Fazenda São João' }),
];

interface Delivery {
  readonly id: number;
  readonly state: string;
  readonly attempts: number;
  readonly failure: string | null;
  readonly provider_reference: string | null;
  readonly recipient: { readonly email: string };
  readonly code?: string;
}
interface Page {
  readonly data: Delivery[];
  readonly meta: {
    readonly total: number;
    readonly per_page: number;
    readonly next_cursor: string | null;
  };
}
interface Fields {
  readonly state?: string;
  readonly channel?: 'email' | 'whatsapp';
  readonly event?: string;
  readonly to?: number;
  readonly failure?: string;
}

/** Inserts a delivery in the state that the worker left it in. */
async function left({
  state = 'failed',
  channel = 'email',
  event: type = 'order.closed',
  to = producer.userId,
  failure,
}: Fields = {}): Promise<number> {
  const at = platform.clock.now();
  const facts = JSON.stringify({
    order_number: 'COT-2026-000123',
    description: 'Defensivos',
    proposals_count: 3,
  });
  const event = await service.db.q
    .insertInto('events')
    .values({ type, at, data: '{"order_id":1}', facts, dispatched_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await service.db.q
    .insertInto('deliveries')
    .values({
      event_id: event.id,
      user_id: to,
      channel,
      state,
      attempts: 1,
      failure: failure ?? null,
      created_at: at,
      updated_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}
const list = async (query = ''): Promise<Page> => {
  const { status, body } = await service.call<Page>('GET', `/api/v1/admin/deliveries?${query}`, {
    token: operator.token,
  });
  assert.equal(status, 200);
  return body;
};
const idsOf = async (query?: string) => (await list(query)).data.map(({ id }) => id);
const read = async (id: number) =>
  (await service.call<Delivery>('GET', `/api/v1/admin/deliveries/${id}`, { token: operator.token }))
    .body;
const retry = (id: number | string, token = admin.token) =>
  service.call<Delivery>('POST', `/api/v1/admin/deliveries/${id}/retry`, { token });

beforeEach(async () => {
  await setMail();
  await setWhatsapp();
  await service.db.q.deleteFrom('deliveries').execute();
  mail.received.length = 0;
  mail.refuseRecipient = null;
  whatsapp.messages.length = 0;
});

describe('the list of notifications that were not sent', () => {
  it('shows the newest first, and by default the failed and uncertain ones', async () => {
    const all = new Map<string, number>();
    for (const state of ['queued', 'sending', 'sent', 'failed', 'unknown', 'skipped'])
      all.set(state, await left({ state }));
    assert.deepEqual(await idsOf(), [all.get('unknown'), all.get('failed')]);
    for (const [state, id] of all) assert.deepEqual(await idsOf(`state=${state}`), [id], state);
  });

  it('shows 25 a page in both directions, and can be paged by cursor', async () => {
    const ids: number[] = [];
    for (let n = 0; n < 28; n += 1) ids.push(await left());
    const page = await list();
    assert.deepEqual([page.meta.per_page, page.meta.total, page.data.length], [25, 28, 25]);
    assert.deepEqual(await idsOf(`cursor=${page.meta.next_cursor}`), ids.slice(0, 3).toReversed());
    assert.deepEqual(await idsOf('sort=created_at&per_page=2'), ids.slice(0, 2));
    assert.equal(
      (
        await service.call(
          'GET',
          `/api/v1/admin/deliveries?sort=created_at&cursor=${page.meta.next_cursor}`,
          { token: operator.token },
        )
      ).status,
      422,
    );
  });

  it('can be searched by channel, event and the recipient’s name or e-mail', async () => {
    const other = await buildProducer(service, { name: 'Sítio 100% Bom' });
    const [mailed, messaged, cancelled] = [
      await left(),
      await left({ channel: 'whatsapp', to: other.userId }),
      await left({ event: 'order.approved' }),
    ];
    assert.deepEqual(await idsOf('channel=whatsapp'), [messaged]);
    assert.deepEqual(await idsOf('event=order.approved'), [cancelled]);
    assert.deepEqual(await idsOf('q=SAO%20joao'), [cancelled, mailed]);
    assert.deepEqual(await idsOf(`q=${encodeURIComponent(other.email.toUpperCase())}`), [messaged]);
    assert.deepEqual(
      [await idsOf('q=100%25'), await idsOf('q=%25o')],
      [[messaged], []],
      'a % is a %',
    );
    for (const query of [
      'state=lost',
      'channel=in_app',
      'event=mail.queued',
      'sort=state',
      'stage=failed',
      'cursor=x',
    ]) {
      assert.equal(
        (await service.call('GET', `/api/v1/admin/deliveries?${query}`, { token: operator.token }))
          .status,
        422,
        query,
      );
    }
  });

  it('shows message, recipient, attempts and the reason of the failure', async () => {
    const id = await left({ failure: 'O servidor respondeu: 550 5.1.1 no such user' });
    const { status, body } = await service.call('GET', `/api/v1/admin/deliveries/${id}`, {
      token: operator.token,
    });
    assert.equal(status, 200);
    assert.deepEqual(
      { ...body, created_at: '', updated_at: '' },
      {
        id,
        event: 'order.closed',
        event_label: 'Cotação encerrada para análise',
        channel: 'email',
        state: 'failed',
        attempts: 1,
        failure: 'O servidor respondeu: 550 5.1.1 no such user',
        provider_reference: null,
        recipient: { user_id: producer.userId, name: 'Fazenda São João', email: producer.email },
        created_at: '',
        updated_at: '',
      },
    );
  });

  it('is visible only to administrators, and only masters may send again', async () => {
    const id = await left();
    assert.equal((await service.call('GET', '/api/v1/admin/deliveries')).status, 401);
    for (const path of ['', `/${id}`])
      assert.equal(
        (await service.call('GET', `/api/v1/admin/deliveries${path}`, { token: producer.token }))
          .status,
        403,
      );
    assert.equal((await retry(id, operator.token)).status, 403);
    assert.deepEqual([(await retry(999_999_999)).status, (await retry('abc')).status], [404, 404]);
    assert.equal((await read(id)).state, 'failed');
  });
});

describe('a notification sent again by an administrator', () => {
  it('is sent once after a refusal, however many ask at once, and the audit log says who asked', async () => {
    mail.refuseRecipient = { code: 550, text: '5.7.1 relay denied' };
    const id = await left({ state: 'unknown' });
    assert.equal((await retry(id)).status, 200);
    await service.work();
    const refused = await read(id);
    assert.deepEqual(
      [refused.state, refused.attempts, refused.failure],
      ['failed', 2, 'O servidor respondeu: 550 5.7.1 relay denied'],
    );

    mail.refuseRecipient = null;
    const asked = await Promise.all([retry(id), retry(id), retry(id)]);
    assert.deepEqual(
      asked.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 422, 422],
    );
    assert.equal(asked.find(({ status }) => status === 422)?.body.code, 'delivery_not_troubled');
    assert.equal(asked.find(({ status }) => status === 200)?.body.state, 'queued');
    const events = await service.db.q
      .selectFrom('events')
      .select('id')
      .where('type', '=', 'delivery.retried')
      .where('dispatched_at', 'is', null)
      .execute();
    assert.equal(events.length, 1);
    await service.work();
    const sent = await read(id);
    assert.deepEqual([sent.state, sent.attempts, sent.failure], ['sent', 3, null]);
    assert.match(sent.provider_reference ?? '', /^<[0-9a-f]{32}@lavra\.example>$/);
    assert.deepEqual(
      mail.received.map(({ to }) => to),
      [[producer.email]],
    );
    const log = await service.db.q
      .selectFrom('audit_log as a')
      .innerJoin('audit_values as v', 'v.audit_id', 'a.id')
      .select(['a.action', 'a.actor_id', 'v.old_values', 'v.new_values'])
      .where('a.resource_type', '=', 'delivery')
      .where('a.resource_id', '=', id)
      .orderBy('a.id')
      .execute();
    assert.deepEqual(
      log,
      ['unknown', 'failed'].map((state) => ({
        action: 'status_changed',
        actor_id: admin.userId,
        old_values: { state },
        new_values: { state: 'queued' },
      })),
    );
  });

  it('is sent by WhatsApp even when the first arrival is uncertain', async () => {
    await service.db.q
      .updateTable('users')
      .set({ mobile: '65999998888' })
      .where('id', '=', producer.userId)
      .execute();
    const id = await left({
      state: 'unknown',
      channel: 'whatsapp',
      failure: 'o processo parou durante o envio',
    });
    await service.work();
    assert.equal(whatsapp.messages.length, 0, 'nothing by itself');
    await retry(id);
    await service.work();
    assert.deepEqual(
      [(await read(id)).state, whatsapp.messages.map(({ to }) => to)],
      ['sent', ['+5565999998888']],
    );
  });

  it('stays unchanged where it is pending, was sent or had no recipient', async () => {
    for (const state of ['queued', 'sending', 'sent', 'skipped']) {
      const id = await left({ state });
      const { status, body } = await retry(id);
      assert.deepEqual(
        [status, body.code, (await read(id)).state],
        [422, 'delivery_not_troubled', state],
      );
    }
  });

  it('is skipped where its reader was deleted or the channel is no longer configured', async () => {
    const [gone, unset] = [await left({ to: (await buildProducer(service)).userId }), await left()];
    await service.db.q
      .updateTable('users')
      .set({ status: 'bloqueado' })
      .where('id', '=', (eb) =>
        eb.selectFrom('deliveries').select('user_id').where('id', '=', gone),
      )
      .execute();
    await set({ 'mail.host': null });
    await Promise.all([retry(gone), retry(unset)]);
    await service.work();
    assert.deepEqual(
      [(await read(gone)).failure, (await read(unset)).state, mail.received.length],
      ['conta inativa, bloqueada ou removida', 'skipped', 0],
    );
  });

  it('resolves its failed job, which needs no separate retry', async () => {
    const [id, other] = [await left(), await left()];
    for (const delivery_id of [id, other]) {
      await platform.command(systemActor, (uow) =>
        storeFailedJob(uow, {
          name: 'notification.deliver',
          data: { delivery_id },
          failure: 'sem resposta',
          attempts: 9,
          cause: 'order.closed',
        }),
      );
    }
    await retry(id);
    const jobs = await service.db.q
      .selectFrom('failed_jobs')
      .select(['data', 'retried_by'])
      .where('name', '=', 'notification.deliver')
      .orderBy('id')
      .execute();
    assert.deepEqual(jobs, [
      { data: { delivery_id: id }, retried_by: admin.userId },
      { data: { delivery_id: other }, retried_by: null },
    ]);
  });
});
