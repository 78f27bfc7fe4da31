import type { Notification } from '@lavra/contract/notifications/schemas';
import type { Caller } from '../../platform/auth/caller.ts';
import { RuleError } from '../../platform/errors.ts';
import { decodeCursor, encodeCursor, pageMeta, pageRequest, type PageMeta } from '../../platform/http/paging.ts';
import type { Platform } from '../../platform/platform.ts';
import { countNotifications, findNotification, listNotifications, markAllRead, markRead } from './notification-list.ts';
import { presentNotification } from './notification-presenter.ts';

const PAGE_SIZE = 15;
const CURSOR = 'notifications';

export interface NotificationQuery { readonly page?: number; readonly per_page?: number; readonly cursor?: string; readonly unread?: boolean }

/** What people were told, as each of them alone reads it. */
export function createNotificationService({ db, command, zone }: Platform) {
  return {
    find: (id: number, caller: Caller) => findNotification(db, id, caller.userId),

    list: async ({ userId }: Caller, query: NotificationQuery): Promise<{ data: Notification[]; meta: PageMeta }> => {
      const page = pageRequest(query, PAGE_SIZE);
      const unread = query.unread === true;
      const start = query.cursor === undefined ? { before: Number.MAX_SAFE_INTEGER, skip: page.offset } : { before: beforeOf(query.cursor), skip: 0 };
      const found = await listNotifications(db, { userId, unread, ...start, size: page.perPage + 1 });
      const rows = found.slice(0, page.perPage);
      const last = found.length > page.perPage ? rows.at(-1) : undefined;
      const meta = pageMeta(page, await countNotifications(db, userId, { unread }), last === undefined ? null : encodeCursor(CURSOR, last.id));
      return { data: rows.map((row) => presentNotification(row, zone)), meta };
    },

    countUnread: async ({ userId }: Caller): Promise<{ unread: number }> => ({ unread: await countNotifications(db, userId, { unread: true }) }),

    read: (caller: Caller, id: number): Promise<Notification> => command(caller, async (uow) => {
      await markRead(uow.db, { id, userId: caller.userId, now: uow.now });
      const row = await findNotification(uow.db, id, caller.userId);
      if (row === undefined) throw new RuleError('not_found');
      return presentNotification(row, zone);
    }),

    readAll: (caller: Caller): Promise<{ read: number; unread: number }> => command(caller, async (uow) => ({
      read: await markAllRead(uow.db, caller.userId, uow.now), unread: await countNotifications(uow.db, caller.userId, { unread: true }),
    })),
  };
}

function beforeOf(cursor: string): number {
  const [before] = decodeCursor(cursor, CURSOR, ['number']);
  return Number(before);
}
