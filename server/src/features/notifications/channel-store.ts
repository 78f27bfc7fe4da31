import type {
  NotificationChannel,
  NotificationEvent,
  NotificationProfile,
} from '@lavra/domain/notification/event-types';
import { isOnByDefault } from '@lavra/domain/notification/channel-defaults';
import type { Db } from '../../platform/db/database.ts';

/** One switch of the matrix. */
export interface ChannelKey {
  readonly profile: NotificationProfile;
  readonly event: NotificationEvent;
  readonly channel: NotificationChannel;
}
export interface ChannelSwitch extends ChannelKey {
  readonly enabled: boolean;
}

export const keyOf = ({
  profile,
  event,
  channel,
}: {
  profile: string;
  event: string;
  channel: string;
}): string => `${profile} ${event} ${channel}`;

/** Returns whether a channel is on: as switched by administrators, otherwise by default. */
export type IsOn = (key: ChannelKey) => boolean;

/** Reads every switch, or those of one event. */
export async function readChannels(db: Db, event?: NotificationEvent): Promise<IsOn> {
  const all = db.q
    .selectFrom('notification_channels as c')
    .select(['c.profile', 'c.event', 'c.channel', 'c.enabled']);
  const rows = await (event === undefined ? all : all.where('c.event', '=', event)).execute();
  const switched = new Map(rows.map((row) => [keyOf(row), row.enabled]));
  return (key) => switched.get(keyOf(key)) ?? isOnByDefault(key.event, key.channel);
}

/** A switch as stored. */
export interface StoredSwitch {
  readonly id: number;
  readonly profile: string;
  readonly event: string;
  readonly channel: string;
  readonly enabled: boolean;
}

/**
 * Inserts the missing rows of these switches with their present values, and locks all of them,
 * always in the same order.
 */
export async function lockChannels(
  db: Db,
  keys: readonly ChannelKey[],
  now: Date,
): Promise<StoredSwitch[]> {
  const rows = keys
    .map(({ profile, event, channel }) => ({
      profile,
      event,
      channel,
      enabled: isOnByDefault(event, channel),
      updated_at: now,
    }))
    .toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
  await db.q
    .insertInto('notification_channels')
    .values(rows)
    .onConflict((conflict) => conflict.columns(['profile', 'event', 'channel']).doNothing())
    .execute();
  return db.q
    .selectFrom('notification_channels as c')
    .select(['c.id', 'c.profile', 'c.event', 'c.channel', 'c.enabled'])
    .where((eb) =>
      eb.or(
        keys.map(({ profile, event, channel }) =>
          eb.and({ 'c.profile': profile, 'c.event': event, 'c.channel': channel }),
        ),
      ),
    )
    .orderBy('c.profile')
    .orderBy('c.event')
    .orderBy('c.channel')
    .forUpdate()
    .execute();
}

export async function saveChannel(db: Db, id: number, enabled: boolean, now: Date): Promise<void> {
  await db.q
    .updateTable('notification_channels')
    .set({ enabled, updated_at: now })
    .where('id', '=', id)
    .execute();
}
