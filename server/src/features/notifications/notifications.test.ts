import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type {
  EventChannels,
  NotificationChannels,
} from '@lavra/contract/admin/notification-channels';
import type { Notification } from '@lavra/contract/notifications/schemas';
import { buildAdmin, buildProducer, buildSupplier, type TestPerson } from '../../../test/people.ts';
import { buildOrder } from '../../../test/orders.ts';
import { createIdScatter } from '../../platform/auth/scattered-id.ts';
import { encodeCursor } from '../../platform/db/cursor-page.ts';
import { APP_KEY, startService } from '../../../test/service.ts';
import { notify } from './notifications.fixture.ts';

const service = await startService();
const { q } = service.db;
interface Page {
  data: Notification[];
  meta: { total: number; last_page: number; per_page: number; next_cursor: string | null };
}

const get = async <B>(person: TestPerson, path: string): Promise<B> => {
  const { status, body } = await service.call('GET', `/api/v1/notifications${path}`, {
    token: person.token,
  });
  assert.equal(status, 200, JSON.stringify(body));
  return body as B; // the contract's own reply
};
const post = (person: TestPerson, path: string, headers: Record<string, string> = {}) =>
  service.call('POST', `/api/v1/notifications${path}`, { token: person.token, headers });

/** Notifies a producer `times` times that an order of theirs was closed. */
async function notifyProducer(times: number) {
  const producer = await buildProducer(service);
  const order = await buildOrder(service, { producerId: producer.producerId });
  for (let n = 0; n < times; n += 1) {
    const at = service.app.platform.clock.now();
    const { id } = await q
      .insertInto('events')
      .values({
        type: 'order.closed',
        at,
        data: JSON.stringify({ order_id: order.id }),
        dispatched_at: at,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await notify(service, { id, type: 'order.closed', data: { order_id: order.id } });
  }
  return { producer, order };
}

describe('the list of notifications', () => {
  it('shows the newest first, 15 a page, each once by cursor', async () => {
    const { producer, order } = await notifyProducer(32);
    const first = await get<Page>(producer, '');
    assert.deepEqual(
      [first.data.length, first.meta.total, first.meta.last_page, first.meta.per_page],
      [15, 32, 3, 15],
    );
    const { description } = await q
      .selectFrom('orders')
      .select('description')
      .where('id', '=', order.id)
      .executeTakeFirstOrThrow();
    const { id, created_at, ...shown } = first.data[0] ?? assert.fail('there is one');
    assert.deepEqual(shown, {
      event: 'order.closed',
      title: `Cotação ${order.number} em análise`,
      path: `/produtor/cotacoes/${order.uuid}/propostas`,
      read_at: null,
      body:
        `A cotação ${order.number} (“${description}”) não recebe mais propostas. ` +
        'Há 0 propostas recebidas. Compare e escolha o que comprar.',
      gathered: 1,
      data: { order_id: order.id, order_uuid: order.uuid, order_number: order.number },
    });
    const seen = [...first.data];
    for (let cursor = first.meta.next_cursor; cursor !== null;) {
      const page = await get<Page>(producer, `?cursor=${cursor}`);
      seen.push(...page.data);
      cursor = page.meta.next_cursor;
    }
    const walked = seen.map((one) => one.id);
    const stored = await q
      .selectFrom('notifications')
      .select('id')
      .where('user_id', '=', producer.userId)
      .orderBy('id', 'desc')
      .execute();
    assert.deepEqual(
      [walked.length, walked],
      [32, stored.map((one) => createIdScatter(APP_KEY, 'notifications').encode(one.id))],
    );
    assert.deepEqual(
      (await get<Page>(producer, '?page=3&per_page=15')).data.map((one) => one.id),
      walked.slice(30),
    );
    assert.ok(id > 0 && created_at.length === 19);
  });

  it('refuses invalid parameters', async () => {
    const { token } = await buildProducer(service);
    for (const query of [
      '?page=0',
      '?per_page=101',
      '?cursor=nonsense',
      `?cursor=${encodeCursor('notifications', 0)}`,
      '?unread=perhaps',
      '?unknown=1',
    ]) {
      assert.equal(
        (await service.call('GET', `/api/v1/notifications${query}`, { token })).status,
        422,
        query,
      );
    }
  });

  it("contains only the caller's notifications", async () => {
    const { producer } = await notifyProducer(1);
    const other = await buildProducer(service);
    const [mine] = (await get<Page>(producer, '')).data;
    assert.deepEqual((await get<Page>(other, '')).data, []);
    assert.equal((await post(other, `/${mine?.id}/read`)).status, 404);
    assert.equal((await get<{ unread: number }>(producer, '/unread-count')).unread, 1);
    assert.equal((await post(producer, '/0/read')).status, 404);
    assert.equal((await post(producer, '/999999999999/read')).status, 404);
  });
});

describe('marking notifications as read', () => {
  it('has an effect the first time, and reduces the unread count', async () => {
    const { producer } = await notifyProducer(3);
    const [newest] = (await get<Page>(producer, '?unread=true')).data;
    const first = await post(producer, `/${newest?.id}/read`, { 'idempotency-key': 'ler-uma' });
    assert.equal(first.status, 200);
    assert.match(String(first.body['read_at']), /^\d{4}-/);
    service.moveClock(new Date(service.app.platform.clock.now().getTime() + 60_000));
    assert.equal(
      (await post(producer, `/${newest?.id}/read`)).body['read_at'],
      first.body['read_at'],
    );
    assert.deepEqual(await get(producer, '/unread-count'), { unread: 2 });
    const unread = await get<Page>(producer, '?unread=1');
    assert.deepEqual(
      [unread.data.length, unread.meta.total, unread.data.some(({ id }) => id === newest?.id)],
      [2, 2, false],
    );
    assert.equal((await get<Page>(producer, '?unread=false')).meta.total, 3);
  });

  it("covers all of the caller's notifications at once, and none of another user", async () => {
    const [{ producer }, { producer: neighbour }] = [
      await notifyProducer(4),
      await notifyProducer(1),
    ];
    assert.deepEqual((await post(producer, '/read-all')).body, { read: 4, unread: 0 });
    assert.deepEqual((await post(producer, '/read-all')).body, { read: 0, unread: 0 });
    assert.deepEqual(await get(neighbour, '/unread-count'), { unread: 1 });
  });
});

describe('notification channels', async () => {
  const url = '/api/v1/admin/notification-channels';
  const admin = await buildAdmin(service);
  const put = (channels: unknown, token = admin.token) =>
    service.call<NotificationChannels & { errors: Record<string, string[]> }>('PUT', url, {
      token,
      body: { channels },
    });
  const list = async (): Promise<NotificationChannels['data']> =>
    (await service.call<NotificationChannels>('GET', url, { token: admin.token })).body.data;
  const channelsOf = (events: readonly EventChannels[], event: string) =>
    events.find((one) => one.event === event)?.channels;

  it('are listed for each profile and event, with their label and the default', async () => {
    const data = await list();
    assert.deepEqual([data.producer.length, data.supplier.length, data.admin.length], [15, 12, 6]);
    assert.deepEqual(data.supplier[0], {
      event: 'order.published',
      label: 'Nova cotação para o seu perfil',
      channels: { in_app: true, email: true, whatsapp: false },
      required: { in_app: false, email: false, whatsapp: false },
    });
    assert.deepEqual(channelsOf(data.producer, 'question.asked'), {
      in_app: true,
      email: false,
      whatsapp: false,
    });
  });

  it('are switched one by one without changing the others, and each change is audited', async () => {
    const change = [
      { profile: 'supplier', event: 'order.published', channel: 'email', enabled: false },
      { profile: 'producer', event: 'order.suspended', channel: 'whatsapp', enabled: true },
      { profile: 'admin', event: 'job.failed', channel: 'in_app', enabled: true },
    ];
    const { body, status } = await put(change);
    assert.equal(status, 200);
    assert.deepEqual(channelsOf(body.data.supplier, 'order.published'), {
      in_app: true,
      email: false,
      whatsapp: false,
    });
    assert.deepEqual(channelsOf(body.data.producer, 'order.suspended'), {
      in_app: true,
      email: false,
      whatsapp: true,
    });
    assert.deepEqual(
      channelsOf(body.data.supplier, 'order.suspended'),
      { in_app: true, email: false, whatsapp: false },
      'another profile',
    );
    assert.deepEqual(await list(), body.data);
    const log = await service.call<{ data: { old_values: unknown; new_values: unknown }[] }>(
      'GET',
      '/api/v1/admin/logs?resource_type=notification_channel',
      { token: admin.token },
    );
    assert.deepEqual(
      log.body.data.map(({ old_values, new_values }) => [old_values, new_values]),
      [
        [
          { profile: 'supplier', event: 'order.published', channel: 'email', enabled: true },
          { profile: 'supplier', event: 'order.published', channel: 'email', enabled: false },
        ],
        [
          { profile: 'producer', event: 'order.suspended', channel: 'whatsapp', enabled: false },
          { profile: 'producer', event: 'order.suspended', channel: 'whatsapp', enabled: true },
        ],
      ],
      'what was on already is no change',
    );
    await put(change);
    assert.equal(
      (
        await service.call<{ meta: { total: number } }>(
          'GET',
          '/api/v1/admin/logs?resource_type=notification_channel',
          { token: admin.token },
        )
      ).body.meta.total,
      2,
    );
  });

  it('are switched all or none: an unknown, repeated or wrong event is reported by its field', async () => {
    const good = {
      profile: 'supplier',
      event: 'order.cancelled',
      channel: 'email',
      enabled: false,
    };
    const before = await list();
    const wrong: readonly (readonly [Record<string, unknown>, string])[] = [
      [{ ...good, profile: 'consultant' }, 'channels.1.profile'],
      [{ ...good, event: 'order.exploded' }, 'channels.1.event'],
      [{ ...good, channel: 'sms' }, 'channels.1.channel'],
      [{ ...good, enabled: 'yes' }, 'channels.1.enabled'],
      [{ ...good, profile: 'producer' }, 'channels.1.event'],
      [good, 'channels.1'],
    ];
    for (const [second, field] of wrong) {
      const { status, body } = await put([good, second]);
      assert.deepEqual([status, Object.keys(body.errors)], [422, [field]], JSON.stringify(second));
    }
    assert.equal((await put([])).status, 422);
    assert.deepEqual(await list(), before);
  });

  it('are visible to administrators with the permission for settings', async () => {
    const [operations, finance, supplier] = [
      await buildAdmin(service, 'operacional'),
      await buildAdmin(service, 'financeiro'),
      await buildSupplier(service),
    ];
    const good = [
      { profile: 'supplier', event: 'order.cancelled', channel: 'email', enabled: false },
    ];
    for (const [token, reading, writing] of [
      [undefined, 401, 401],
      [supplier.token, 403, 403],
      [operations.token, 403, 403],
      [finance.token, 200, 403],
    ] as const) {
      assert.deepEqual(
        [
          (await service.call('GET', url, { token })).status,
          (await service.call('PUT', url, { token, body: { channels: good } })).status,
        ],
        [reading, writing],
      );
    }
  });

  it('switched by two requests at once end as one of them requested', async () => {
    const both = [true, false].map((enabled) =>
      ['in_app', 'email', 'whatsapp'].map((channel) => ({
        profile: 'supplier',
        event: 'proposal.accepted',
        channel,
        enabled,
      })),
    );
    for (let trial = 0; trial < 5; trial += 1) {
      const answers = await Promise.all(
        both.map((channels, index) => put(index === 0 ? channels : channels.toReversed())),
      );
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200],
      );
      assert.equal(
        new Set(Object.values(channelsOf((await list()).supplier, 'proposal.accepted') ?? {})).size,
        1,
      );
    }
  });
});
