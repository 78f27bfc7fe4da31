// The public API of notifications: their definitions, their channels, and how people read them.
import {
  listNotificationChannels,
  updateNotificationChannels,
} from '@lavra/contract/admin/notification-channels';
import * as endpoints from '@lavra/contract/notifications/endpoints';
import {
  getNotificationPreferences,
  updateNotificationPreferences,
} from '@lavra/contract/notifications/preferences';
import type { Mount } from '../../platform/http/mount.ts';
import { refOf } from '../../platform/http/refs.ts';
import type { Caller } from '../../platform/auth/caller.ts';
import { createIdScatter } from '../../platform/auth/scattered-id.ts';
import { createSealer } from '../../platform/auth/sealer.ts';
import type { Platform } from '../../platform/platform.ts';
import { createChannelService } from './channel-service.ts';
import { createNotificationService } from './notification-service.ts';
import { createNotificationStream } from './notification-stream.ts';
import { createPreferenceService } from './preference-service.ts';
import { createPositions } from './stream-position.ts';

import { notifyPeople } from './fan-out.ts';

export { mutedSql } from './preference-store.ts';
export {
  gatheredText,
  notificationLabel,
  notificationText,
  type NotificationText,
} from './texts/notification-texts.ts';

/**
 * Creates the readers' notifications, the administrators' channel switches, and the dispatch of
 * events to their audiences. `close` ends the open streams.
 */
export function createNotifications({ platform, appKey }: { platform: Platform; appKey: string }) {
  const wire = { zone: platform.zone, ids: createIdScatter(appKey, 'notifications') };
  const service = createNotificationService(platform, wire);
  const channels = createChannelService(platform);
  const stream = createNotificationStream(platform, {
    wire,
    positions: createPositions(createSealer(appKey)),
  });
  const preferences = createPreferenceService(platform);
  const load = async ({ id }: { readonly id: string }, caller: Caller) => {
    const ref = refOf(id);
    return ref !== undefined && 'id' in ref ? service.find(ref.id, caller) : undefined;
  };
  return {
    mountRoutes: (mount: Mount): void => {
      mount(endpoints.listNotifications, {
        handle: ({ caller, query }) => service.list(caller, query),
      });
      mount(endpoints.countUnreadNotifications, {
        handle: ({ caller }) => service.countUnread(caller),
      });
      mount(endpoints.streamNotifications, {
        handle: ({ caller, header }) => stream.open(caller, header('last-event-id')),
      });
      mount(endpoints.readAllNotifications, { handle: ({ caller }) => service.readAll(caller) });
      mount(endpoints.readNotification, {
        load,
        handle: ({ caller, subject }) => service.read(caller, subject.id),
      });
      mount(getNotificationPreferences, { handle: ({ caller }) => preferences.get(caller) });
      mount(updateNotificationPreferences, {
        handle: ({ caller, body }) => preferences.update(caller, body),
      });
      mount(listNotificationChannels, { handle: () => channels.list() });
      mount(updateNotificationChannels, {
        handle: ({ caller, body }) => channels.update(caller, body),
      });
    },
    listeners: [notifyPeople],
    close: (): void => stream.close(),
  };
}
