import type { Notification } from '@lavra/contract/notifications/schemas';
import type { Caller } from '../../platform/auth/caller.ts';
import { openPage, type PageQuery } from '../../platform/db/cursor-page.ts';
import { InvalidFields, RuleError } from '../../platform/errors.ts';
import type { PageMeta } from '../../platform/http/paging.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  countNotifications,
  findNotification,
  listNotifications,
  markAllRead,
  markRead,
  type NotificationRow,
} from './notification-list.ts';
import { presentOneByOne } from '../../platform/text/yielding.ts';
import { presentNotification, type NotificationWire } from './notification-presenter.ts';

export interface NotificationQuery extends PageQuery {
  readonly unread?: boolean;
}

/** Lists, finds and marks notifications, each for its own reader only. */
export function createNotificationService({ db, command }: Platform, wire: NotificationWire) {
  const { ids } = wire;
  return {
    /** Finds a notification by its public id. */
    find: async (shown: number, caller: Caller) => {
      const id = ids.decode(shown);
      return id === undefined ? undefined : findNotification(db, id, caller.userId);
    },

    list: async (
      { userId }: Caller,
      query: NotificationQuery,
    ): Promise<{ data: Notification[]; meta: PageMeta }> => {
      const unread = query.unread === true;
      const page = openPage(query, 15, {
        name: 'notifications',
        types: ['bigint'],
        of: (row: NotificationRow) => [ids.encode(row.id)],
      });
      const before = page.after === undefined ? Number.MAX_SAFE_INTEGER : ids.decode(page.after[0]);
      if (before === undefined) throw InvalidFields.of('cursor', 'cursor');
      const [found, total] = await Promise.all([
        listNotifications(db, { userId, unread, before, size: page.limit, skip: page.offset }),
        countNotifications(db, userId, { unread }),
      ]);
      const { rows, meta } = page.of(found, total);
      return { data: await presentOneByOne(rows, (row) => presentNotification(row, wire)), meta };
    },

    countUnread: async ({ userId }: Caller): Promise<{ unread: number }> => ({
      unread: await countNotifications(db, userId, { unread: true }),
    }),

    read: (caller: Caller, id: number): Promise<Notification> =>
      command(
        caller,
        async (uow) => {
          await markRead(uow.db, { id, userId: caller.userId, now: uow.now });
          const row = await findNotification(uow.db, id, caller.userId);
          if (row === undefined) throw new RuleError('not_found');
          return row;
        },
        (row) => presentNotification(row, wire),
      ),

    readAll: (caller: Caller): Promise<{ read: number; unread: number }> =>
      command(caller, async (uow) => ({
        read: await markAllRead(uow.db, caller.userId, uow.now),
        unread: await countNotifications(uow.db, caller.userId, { unread: true }),
      })),
  };
}
