import type {
  NotificationChannel,
  NotificationEvent,
} from '@lavra/domain/notification/event-types';
import type { Db } from '../../platform/db/database.ts';

/** A channel by which a person may be notified of an event. */
export interface PreferenceKey {
  readonly event: NotificationEvent;
  readonly channel: NotificationChannel;
}

/** SQL: whether a person has muted an event's channel; all three are SQL expressions. */
export const mutedSql = (userId: string, event: string, channel: string): string =>
  `EXISTS (SELECT FROM muted_notifications mute
    WHERE mute.user_id = ${userId} AND mute.event = ${event} AND mute.channel = ${channel})`;

/** Returns whether the person has muted an event's channel. */
export async function readMuted(
  db: Db,
  userId: number,
): Promise<(event: string, channel: string) => boolean> {
  const rows = await db.q
    .selectFrom('muted_notifications')
    .select(['event', 'channel'])
    .where('user_id', '=', userId)
    .execute();
  const muted = new Set(rows.map(({ event, channel }) => `${event} ${channel}`));
  return (event, channel) => muted.has(`${event} ${channel}`);
}

/** Mutes an event's channel for a person. */
export async function mute(
  db: Db,
  userId: number,
  { event, channel }: PreferenceKey,
  now: Date,
): Promise<void> {
  await db.q
    .insertInto('muted_notifications')
    .values({ user_id: userId, event, channel, muted_at: now })
    .onConflict((conflict) => conflict.columns(['user_id', 'event', 'channel']).doNothing())
    .execute();
}

export async function unmute(
  db: Db,
  userId: number,
  { event, channel }: PreferenceKey,
): Promise<void> {
  await db.q
    .deleteFrom('muted_notifications')
    .where('user_id', '=', userId)
    .where('event', '=', event)
    .where('channel', '=', channel)
    .execute();
}
