import type { Notification } from '@lavra/contract/notifications/schemas';
import type { Caller } from '../../platform/auth/caller.ts';
import type { IdScatter } from '../../platform/auth/scattered-id.ts';
import { InvalidFields, RuleError } from '../../platform/errors.ts';
import {
  decodeCursor,
  encodeCursor,
  pageMeta,
  pageRequest,
  type PageMeta,
} from '../../platform/http/paging.ts';
import type { Platform } from '../../platform/platform.ts';
import {
  countNotifications,
  findNotification,
  listNotifications,
  markAllRead,
  markRead,
} from './notification-list.ts';
import { presentNotification, type NotificationWire } from './notification-presenter.ts';

const PAGE_SIZE = 15;
const CURSOR = 'notifications';

export interface NotificationQuery {
  readonly page?: number;
  readonly per_page?: number;
  readonly cursor?: string;
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
      const page = pageRequest(query, PAGE_SIZE);
      const unread = query.unread === true;
      const start =
        query.cursor === undefined
          ? { before: Number.MAX_SAFE_INTEGER, skip: page.offset }
          : { before: beforeOf(query.cursor, ids), skip: 0 };
      const found = await listNotifications(db, {
        userId,
        unread,
        ...start,
        size: page.perPage + 1,
      });
      const rows = found.slice(0, page.perPage);
      const last = found.length > page.perPage ? rows.at(-1) : undefined;
      const meta = pageMeta(
        page,
        await countNotifications(db, userId, { unread }),
        last === undefined ? null : encodeCursor(CURSOR, ids.encode(last.id)),
      );
      return { data: rows.map((row) => presentNotification(row, wire)), meta };
    },

    countUnread: async ({ userId }: Caller): Promise<{ unread: number }> => ({
      unread: await countNotifications(db, userId, { unread: true }),
    }),

    read: (caller: Caller, id: number): Promise<Notification> =>
      command(caller, async (uow) => {
        await markRead(uow.db, { id, userId: caller.userId, now: uow.now });
        const row = await findNotification(uow.db, id, caller.userId);
        if (row === undefined) throw new RuleError('not_found');
        return presentNotification(row, wire);
      }),

    readAll: (caller: Caller): Promise<{ read: number; unread: number }> =>
      command(caller, async (uow) => ({
        read: await markAllRead(uow.db, caller.userId, uow.now),
        unread: await countNotifications(uow.db, caller.userId, { unread: true }),
      })),
  };
}

function beforeOf(cursor: string, ids: IdScatter): number {
  const [last] = decodeCursor(cursor, CURSOR, ['number']);
  const before = ids.decode(Number(last));
  if (before === undefined) throw InvalidFields.of('cursor', 'cursor');
  return before;
}
