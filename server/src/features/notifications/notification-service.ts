import type { Notification } from '@lavra/contract/notifications/schemas';
import type { Caller } from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import { openPage, type PageQuery } from '../../platform/db/cursor-page.ts';
import type { Db } from '../../platform/db/database.ts';
import { InvalidFields, RuleError } from '../../platform/errors.ts';
import type { PageMeta } from '../../platform/db/paging.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  countNotifications,
  findNotification,
  markAllRead,
  markRead,
  readNotificationPage,
  type NotificationRow,
} from './notification-list.ts';
import { presentOneByOne } from '../../platform/text/yielding.ts';
import { presentNotification, type NotificationWire } from './notification-presenter.ts';

export interface NotificationQuery extends PageQuery {
  readonly unread?: boolean;
}

/** Finds a person's notification by its public id. */
export async function findShownNotification(
  db: Db,
  { ids }: NotificationWire,
  shown: number,
  { userId }: Caller,
): Promise<NotificationRow | undefined> {
  const id = ids.decode(shown);
  return id === undefined ? undefined : findNotification(db, id, userId);
}

/** Returns one page of the caller's own notifications, newest first. */
export async function listNotifications(
  db: Db,
  wire: NotificationWire,
  { userId }: Caller,
  query: NotificationQuery,
): Promise<{ data: Notification[]; meta: PageMeta }> {
  const { ids } = wire;
  const unread = query.unread === true;
  const page = openPage(query, {
    name: 'notifications',
    types: ['bigint'],
    of: (row: NotificationRow) => [ids.encode(row.id)],
  });
  const before = page.after === undefined ? Number.MAX_SAFE_INTEGER : ids.decode(page.after[0]);
  if (before === undefined) throw InvalidFields.of('cursor', 'cursor');
  const [found, total] = await Promise.all([
    readNotificationPage(db, { userId, unread, before, size: page.limit, skip: page.offset }),
    countNotifications(db, userId, { unread }),
  ]);
  const { rows, meta } = page.of(found, total);
  return { data: await presentOneByOne(rows, (row) => presentNotification(row, wire)), meta };
}

/** Returns how many of the caller's notifications are unread. */
export const countUnreadNotifications = async (
  db: Db,
  { userId }: Caller,
): Promise<{ unread: number }> => ({
  unread: await countNotifications(db, userId, { unread: true }),
});

/** Marks one of the caller's notifications as read, and returns it. */
export const readNotification = (
  { command }: Platform,
  wire: NotificationWire,
  request: Request<Caller>,
  id: number,
): Promise<Notification> =>
  command(
    request,
    async (uow) => {
      await markRead(uow.db, { id, userId: request.caller.userId, now: uow.now });
      const row = await findNotification(uow.db, id, request.caller.userId);
      if (row === undefined) throw new RuleError('not_found');
      return row;
    },
    (row) => presentNotification(row, wire),
  );

/** Marks all of the caller's notifications as read. */
export const readAllNotifications = (
  { command }: Platform,
  request: Request<Caller>,
): Promise<{ read: number; unread: number }> =>
  command(request, async (uow) => ({
    read: await markAllRead(uow.db, request.caller.userId, uow.now),
    unread: await countNotifications(uow.db, request.caller.userId, { unread: true }),
  }));
