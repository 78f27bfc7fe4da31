// The public API of notifications: their definitions, their channels, and how people read them.
import * as channels from '@lavra/contract/admin/notification-channels';
import * as endpoints from '@lavra/contract/notifications/endpoints';
import * as preferences from '@lavra/contract/notifications/preferences';
import type { Mount } from '../../platform/http/mount.ts';
import { refOf } from '../../platform/http/refs.ts';
import type { Caller } from '../../platform/auth/caller.ts';
import { createIdScatter } from '../../platform/auth/scattered-id.ts';
import { createSealer } from '../../platform/auth/sealer.ts';
import type { Platform } from '../../platform/platform.ts';
import { listNotificationChannels, updateNotificationChannels } from './channel-service.ts';
import { notifyPeople } from './fan-out.ts';
import type { NotificationWire } from './notification-presenter.ts';
import {
  countUnreadNotifications,
  findShownNotification,
  listNotifications,
  readAllNotifications,
  readNotification,
} from './notification-service.ts';
import {
  closeStreams,
  createStreamHub,
  streamNotifications,
  type StreamHub,
} from './notification-stream.ts';
import { getNotificationPreferences, updateNotificationPreferences } from './preference-service.ts';
import { createPositions } from './stream-position.ts';

export { mutedSql } from './preference-store.ts';
export {
  gatheredText,
  notificationLabel,
  notificationText,
  type NotificationText,
} from './texts/notification-texts.ts';

/**
 * Creates the readers' notifications, the administrators' channel switches, and the dispatch of
 * events to their audiences. It holds the hub of the open streams, which `close` ends.
 */
export function createNotifications({ platform, appKey }: { platform: Platform; appKey: string }) {
  const wire = { zone: platform.zone, ids: createIdScatter(appKey, 'notifications') };
  const positions = createPositions(createSealer(appKey));
  const hub = createStreamHub(platform, { wire, positions });
  return {
    mountRoutes: (mount: Mount): void => {
      mountReaderRoutes(mount, platform, { wire, hub });
      mountChoiceRoutes(mount, platform);
    },
    listeners: [notifyPeople],
    close: (): void => closeStreams(hub),
  };
}

function mountReaderRoutes(
  mount: Mount,
  platform: Platform,
  { wire, hub }: { wire: NotificationWire; hub: StreamHub },
): void {
  const { db } = platform;
  const load = async ({ id }: { readonly id: string }, caller: Caller) => {
    const ref = refOf(id);
    return ref !== undefined && 'id' in ref
      ? findShownNotification(db, wire, ref.id, caller)
      : undefined;
  };
  mount(endpoints.listNotifications, {
    handle: ({ caller, query }) => listNotifications(db, wire, caller, query),
  });
  mount(endpoints.countUnreadNotifications, {
    handle: ({ caller }) => countUnreadNotifications(db, caller),
  });
  mount(endpoints.streamNotifications, {
    handle: ({ caller, header }) => streamNotifications(hub, caller, header('last-event-id')),
  });
  mount(endpoints.readAllNotifications, {
    handle: ({ request }) => readAllNotifications(platform, request),
  });
  mount(endpoints.readNotification, {
    load,
    handle: ({ request, subject }) => readNotification(platform, wire, request, subject.id),
  });
}

/** Mounts the channels that people choose for themselves, and those that administrators switch. */
function mountChoiceRoutes(mount: Mount, platform: Platform): void {
  const { db } = platform;
  mount(preferences.getNotificationPreferences, {
    handle: ({ caller }) => getNotificationPreferences(db, caller),
  });
  mount(preferences.updateNotificationPreferences, {
    handle: ({ request, body }) => updateNotificationPreferences(platform, request, body),
  });
  mount(channels.listNotificationChannels, { handle: () => listNotificationChannels(db) });
  mount(channels.updateNotificationChannels, {
    handle: ({ request, body }) => updateNotificationChannels(platform, request, body),
  });
}
