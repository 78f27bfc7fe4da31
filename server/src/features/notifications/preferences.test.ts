import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import type { NotificationPreferences } from '@lavra/contract/notifications/preferences';
import type {
  NotificationChannel,
  NotificationEvent,
} from '@lavra/domain/notification/event-types';
import { buildOrder } from '../../../test/orders.ts';
import {
  buildAdmin,
  buildConsultant,
  buildProducer,
  buildSupplier,
  type TestPerson,
} from '../../../test/people.ts';
import { startService } from '../../../test/service.ts';
import { notify } from './notifications.fixture.ts';

const service = await startService();
const { q } = service.db;
const admin = await buildAdmin(service);
afterEach(() => q.deleteFrom('notification_channels').execute());

interface Choice {
  readonly event: string;
  readonly channel: string;
  readonly enabled: boolean;
}
const url = '/api/v1/user/notification-preferences';
const put = ({ token }: TestPerson, ...choices: readonly Choice[]) =>
  service.call<NotificationPreferences & { errors: Record<string, string[]> }>('PUT', url, {
    token,
    body: { choices },
  });
const preferenceOf = async (
  { token }: TestPerson,
  event: NotificationEvent,
  channel: NotificationChannel,
) =>
  (await service.call<NotificationPreferences>('GET', url, { token })).body.data.find(
    (one) => one.event === event,
  )?.channels[channel];
const administer = async (over: {
  profile: string;
  event: string;
  channel: string;
  enabled: boolean;
  required?: boolean;
}): Promise<void> => {
  const { status, body } = await service.call('PUT', '/api/v1/admin/notification-channels', {
    token: admin.token,
    body: { channels: [over] },
  });
  assert.equal(status, 200, JSON.stringify(body));
};

/** Closes an order of the producer; returns by which channels its producer was notified. */
async function closeOrder(producer: Awaited<ReturnType<typeof buildProducer>>): Promise<string[]> {
  const order = await buildOrder(service, { producerId: producer.producerId });
  const { id } = await q
    .insertInto('events')
    .values({
      type: 'order.closed',
      at: service.app.platform.clock.now(),
      data: JSON.stringify({ order_id: order.id }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await notify(service, { id, type: 'order.closed', data: { order_id: order.id } });
  const inside = await q
    .selectFrom('notifications')
    .select('id')
    .where('event_id', '=', id)
    .execute();
  const outside = await q
    .selectFrom('deliveries')
    .select('channel')
    .where('event_id', '=', id)
    .execute();
  return [...inside.map(() => 'in_app'), ...outside.map(({ channel }) => channel)];
}
const closed = { profile: 'producer', event: 'order.closed' } as const;

describe('the channels that a person chooses', () => {
  it('are all on at first, as far as the administration has them on', async () => {
    const producer = await buildProducer(service);
    const { body } = await service.call<NotificationPreferences>('GET', url, {
      token: producer.token,
    });
    assert.equal(body.data.length, 15);
    assert.deepEqual(
      body.data.find(({ event }) => event === 'proposal.received'),
      {
        event: 'proposal.received',
        label: 'Nova proposta recebida',
        channels: {
          in_app: { enabled: true, locked: null },
          email: { enabled: true, locked: null },
          whatsapp: { enabled: false, locked: 'off' },
        },
      },
    );
  });

  it('are the only ones that notify them, until they choose otherwise; others are notified as before', async () => {
    const [producer, other] = [await buildProducer(service), await buildProducer(service)];
    await administer({ ...closed, channel: 'email', enabled: true });
    assert.deepEqual(await closeOrder(producer), ['in_app', 'email']);
    await put(producer, { event: 'order.closed', channel: 'email', enabled: false });
    assert.deepEqual(await closeOrder(producer), ['in_app']);
    await put(producer, { event: 'order.closed', channel: 'in_app', enabled: false });
    assert.deepEqual(await closeOrder(producer), []);
    assert.deepEqual(await closeOrder(other), ['in_app', 'email']);
    const { body } = await put(
      producer,
      { event: 'order.closed', channel: 'in_app', enabled: true },
      { event: 'order.closed', channel: 'email', enabled: true },
    );
    assert.equal(body.data.length, 15);
    assert.deepEqual(await closeOrder(producer), ['in_app', 'email']);
  });

  it('cannot include what the administration has off, nor exclude what concerns money', async () => {
    const supplier = await buildSupplier(service);
    for (const [choice, sentence] of [
      [
        { event: 'order.published', channel: 'whatsapp', enabled: true },
        'A administração desligou este canal.',
      ],
      [
        { event: 'proposal.accepted', channel: 'email', enabled: false },
        'Este aviso não pode ser desligado.',
      ],
    ] as const) {
      const { status, body } = await put(
        supplier,
        { event: 'order.published', channel: 'email', enabled: false },
        choice,
      );
      assert.deepEqual([status, body.errors], [422, { 'choices.1.enabled': [sentence] }]);
    }
    assert.deepEqual(await preferenceOf(supplier, 'order.published', 'email'), {
      enabled: true,
      locked: null,
    });
    assert.deepEqual(await preferenceOf(supplier, 'proposal.accepted', 'email'), {
      enabled: true,
      locked: 'essential',
    });
  });

  it('yield to the administration that requires one, also where it was muted before', async () => {
    const producer = await buildProducer(service);
    await put(producer, { event: 'order.closed', channel: 'in_app', enabled: false });
    await administer({ ...closed, channel: 'in_app', enabled: true, required: true });
    assert.deepEqual(await preferenceOf(producer, 'order.closed', 'in_app'), {
      enabled: true,
      locked: 'administration',
    });
    assert.deepEqual(await closeOrder(producer), ['in_app']);
    await administer({ ...closed, channel: 'in_app', enabled: true });
    assert.deepEqual(await closeOrder(producer), ['in_app'], 'a switch alone leaves it required');
    await administer({ ...closed, channel: 'in_app', enabled: true, required: false });
    assert.deepEqual(await closeOrder(producer), [], 'the choice is as it was');
  });

  it('may be what concerns money where the administration releases it', async () => {
    const supplier = await buildSupplier(service);
    const accepted = { event: 'proposal.accepted', channel: 'email', enabled: false } as const;
    await administer({ profile: 'supplier', ...accepted, enabled: true, required: false });
    assert.equal((await put(supplier, accepted)).status, 200);
    assert.deepEqual(await preferenceOf(supplier, 'proposal.accepted', 'email'), {
      enabled: false,
      locked: null,
    });
  });

  it('are refused by their field where the profile has no such event, or one twice', async () => {
    const producer = await buildProducer(service);
    const good = { event: 'order.closed', channel: 'email', enabled: false };
    for (const [choices, field] of [
      [[{ ...good, event: 'order.published' }], 'choices.0.event'],
      [[{ ...good, channel: 'sms' }], 'choices.0.channel'],
      [
        [
          { ...good, channel: 'in_app' },
          { ...good, channel: 'in_app' },
        ],
        'choices.1',
      ],
    ] as const) {
      const { status, body } = await put(producer, ...choices);
      assert.deepEqual([status, Object.keys(body.errors)], [422, [field]]);
    }
  });

  it('exist for everyone who has notifications, so not for consultants', async () => {
    const { token } = await buildConsultant(service);
    assert.equal((await service.call('GET', url, { token })).status, 403);
    assert.equal((await service.call('GET', url, { token: admin.token })).status, 200);
  });

  it('end as one of two requests at once asked', async () => {
    const producer = await buildProducer(service);
    const both = [true, false].map((enabled) =>
      (['order.closed', 'proposal.received'] as const).map((event) => ({
        event,
        channel: 'in_app',
        enabled,
      })),
    );
    for (let trial = 0; trial < 5; trial += 1) {
      const answers = await Promise.all(
        both.map((choices, index) =>
          put(producer, ...(index === 0 ? choices : choices.toReversed())),
        ),
      );
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200],
      );
    }
  });

  it('are part of the data that a person takes along', async () => {
    const producer = await buildProducer(service);
    await put(producer, { event: 'order.closed', channel: 'in_app', enabled: false });
    const { body } = await service.call<{ muted_notifications: { event: string }[] }>(
      'GET',
      '/api/v1/user/data-export',
      { token: producer.token },
    );
    assert.deepEqual(
      body.muted_notifications.map(({ event }) => event),
      ['order.closed'],
    );
  });
});
