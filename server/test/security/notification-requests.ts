import { createIdScatter } from '../../src/platform/auth/scattered-id.ts';
import { APP_KEY } from '../service.ts';
import type { GoodRequest } from './good-request.ts';
import type { Role, World } from './world.ts';

const ids = createIdScatter(APP_KEY, 'notifications');

/** Creates a notification of an event that the user's profile is notified of. */
async function notificationOf({ service }: World, userId: number): Promise<string> {
  const at = service.app.platform.clock.now();
  const { q } = service.db;
  const { user_type } = await q
    .selectFrom('users')
    .select('user_type')
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  const type = user_type === 'admin' ? 'user.registered' : 'subscription.expiring';
  const event = await q
    .insertInto('events')
    .values({ type, at, data: '{}', facts: '{}', dispatched_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id } = await q
    .insertInto('notifications')
    .values({ event_id: event.id, user_id: userId, created_at: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  return String(ids.encode(id));
}

const nothing = async (): Promise<GoodRequest> => ({});

/** Valid requests of notifications and their channels. */
export const notificationRequests: Readonly<
  Record<string, (world: World, role: Role) => Promise<GoodRequest>>
> = {
  listNotifications: nothing,
  countUnreadNotifications: nothing,
  streamNotifications: nothing,
  readAllNotifications: nothing,
  listNotificationChannels: nothing,
  getNotificationPreferences: nothing,
  updateNotificationPreferences: async (_world, role) => ({
    body: {
      choices: [
        {
          event:
            role === 'produtor'
              ? 'order.closed'
              : role === 'fornecedor'
                ? 'order.published'
                : 'user.registered',
          channel: 'in_app',
          enabled: false,
        },
      ],
    },
  }),
  readNotification: async (world, role) => ({
    value: await notificationOf(world, world.people[role].userId),
  }),
  updateNotificationChannels: async () => ({
    body: {
      channels: [
        { profile: 'supplier', event: 'order.published', channel: 'whatsapp', enabled: true },
      ],
    },
  }),
};

export const notificationObjects: Readonly<Record<string, (world: World) => Promise<string>>> = {
  foreign: (world) => notificationOf(world, world.otherProducer.userId),
  unknown: async () => '999999999',
};
