import type { NotificationEvent } from '@lavra/domain/notification/event-types';
import type { NotificationFacts } from '@lavra/domain/notification/notification-facts';
import type { Db } from '../../platform/db/database.ts';
import { col, orNull, params, statement } from '../../platform/db/statement.ts';
import type { UserType } from '@lavra/domain/account/user-type';

/** A notification with the facts that its text is built from. */
export interface NotificationRow {
  readonly id: number;
  readonly user_id: number;
  readonly user_type: UserType;
  readonly type: NotificationEvent;
  readonly facts: NotificationFacts;
  readonly read_at: string | null;
  readonly created_at: string;
  /** How many of its event it stands for, itself counted. */
  readonly gathered: number;
}

const columns = {
  id: col.int,
  user_id: col.int,
  user_type: col.oneOf(['produtor', 'fornecedor', 'admin', 'consultor']),
  type: col.oneOf<readonly NotificationEvent[]>([]),
  facts: col.json<NotificationFacts>(),
  read_at: orNull(col.timestamp),
  created_at: col.timestamp,
  gathered: col.int,
};
const selected = `
  SELECT n.id, n.user_id, u.user_type, e.type, e.facts, n.read_at, n.created_at, n.gathered
  FROM notifications n JOIN events e ON e.id = n.event_id JOIN users u ON u.id = n.user_id`;

const page = statement({
  name: 'notification-list',
  params: params<{
    user_id: number;
    unread: boolean;
    before: number;
    size: number;
    skip: number;
  }>(),
  columns,
  text: `${selected}
    WHERE n.user_id = :user_id AND NOT n.superseded AND n.id < :before AND (NOT :unread::boolean OR n.read_at IS NULL)
    ORDER BY n.id DESC LIMIT :size OFFSET :skip`,
});
const own = statement({
  name: 'notification',
  params: params<{ id: number; user_id: number }>(),
  columns,
  text: `${selected} WHERE n.id = :id AND n.user_id = :user_id`,
});
const several = statement({
  name: 'notifications-by-id',
  params: params<{ ids: readonly number[] }>(),
  columns,
  text: `${selected} WHERE n.id = ANY (:ids::bigint[]) ORDER BY n.id`,
});
const since = statement({
  name: 'notifications-since',
  params: params<{ user_id: number; after: number; known: readonly number[]; size: number }>(),
  columns: { id: col.int },
  text: `
    SELECT n.id FROM notifications n
    WHERE n.user_id = :user_id AND NOT n.superseded AND n.id > :after AND NOT n.id = ANY (:known::bigint[])
    ORDER BY n.id LIMIT :size`,
});

export interface ListedPage {
  readonly userId: number;
  readonly unread: boolean;
  readonly before: number;
  readonly size: number;
  readonly skip: number;
}

/** Reads a page of a person's notifications, newest first, below an id. */
export const readNotificationPage = (
  db: Db,
  { userId, ...rest }: ListedPage,
): Promise<NotificationRow[]> => db.rows(page, { user_id: userId, ...rest });

export const countNotifications = async (
  db: Db,
  userId: number,
  { unread: only }: { unread: boolean },
): Promise<number> => {
  const { total } = await db.q
    .selectFrom('notifications')
    .select((eb) => eb.fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .where('superseded', '=', false)
    .$if(only, (query) => query.where('read_at', 'is', null))
    .executeTakeFirstOrThrow();
  return total;
};

/** Finds a notification of this person; those of other people are not found. */
export const findNotification = (
  db: Db,
  id: number,
  userId: number,
): Promise<NotificationRow | undefined> => db.row(own, { id, user_id: userId });

export const readNotifications = (db: Db, ids: readonly number[]): Promise<NotificationRow[]> =>
  db.rows(several, { ids });

/** Lists a person's ids after one of them, ascending, without the known ones. */
export const listIdsSince = async (
  db: Db,
  { userId, ...rest }: { userId: number; after: number; known: readonly number[]; size: number },
): Promise<number[]> => (await db.rows(since, { user_id: userId, ...rest })).map(({ id }) => id);

/**
 * Marks a notification as read; only the first time is stored. One that a newer notification has
 * superseded in the meantime is marked alone: its reader has not seen what the newer one adds.
 */
export async function markRead(
  db: Db,
  { id, userId, now }: { id: number; userId: number; now: Date },
): Promise<void> {
  await unreadOf(db, userId).set({ read_at: now }).where('id', '=', id).execute();
}

/** Returns how many were unread. */
export const markAllRead = async (db: Db, userId: number, now: Date): Promise<number> =>
  Number(
    (
      await unreadOf(db, userId)
        .where('superseded', '=', false)
        .set({ read_at: now })
        .executeTakeFirst()
    ).numUpdatedRows,
  );

const unreadOf = (db: Db, userId: number) =>
  db.q.updateTable('notifications').where('user_id', '=', userId).where('read_at', 'is', null);
