import type {
  NotificationChannel,
  NotificationEvent,
  NotificationProfile,
} from '@lavra/domain/notification/event-types';
import { isEssential, isOnByDefault } from '@lavra/domain/notification/channel-defaults';
import type { Db } from '../../platform/db/database.ts';

/** One switch of the matrix. */
export interface ChannelKey {
  readonly profile: NotificationProfile;
  readonly event: NotificationEvent;
  readonly channel: NotificationChannel;
}
export interface ChannelSwitch extends ChannelKey {
  readonly enabled: boolean;
  /** Whether people cannot mute it; left out, it stays as it is. */
  readonly required?: boolean;
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

/** The channels as administrators switched them, otherwise by default. */
export interface Channels {
  readonly isOn: (key: ChannelKey) => boolean;
  /** Returns why a person cannot mute a channel; null where they can. */
  readonly requirement: (key: ChannelKey) => 'essential' | 'administration' | null;
}

/** Reads every switch, or those of one event. */
export async function readChannels(db: Db, event?: NotificationEvent): Promise<Channels> {
  const all = db.q
    .selectFrom('notification_channels as c')
    .select(['c.profile', 'c.event', 'c.channel', 'c.enabled', 'c.required']);
  const rows = await (event === undefined ? all : all.where('c.event', '=', event)).execute();
  const switched = new Map(rows.map((row) => [keyOf(row), row]));
  return {
    isOn: (key) => switched.get(keyOf(key))?.enabled ?? isOnByDefault(key.event, key.channel),
    requirement: (key) => {
      const essential = isEssential(key.event);
      if (!(switched.get(keyOf(key))?.required ?? essential)) return null;
      return essential ? 'essential' : 'administration';
    },
  };
}

/** A switch as stored. */
export interface StoredSwitch {
  readonly id: number;
  readonly profile: string;
  readonly event: string;
  readonly channel: string;
  readonly enabled: boolean;
  readonly required: boolean;
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
  const found = await db.q
    .selectFrom('notification_channels as c')
    .select(['c.id', 'c.profile', 'c.event', 'c.channel', 'c.enabled', 'c.required'])
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
  return found.map((row) => ({ ...row, required: row.required ?? isEssential(row.event) }));
}

export async function saveChannel(
  db: Db,
  id: number,
  values: { readonly enabled: boolean; readonly required: boolean },
  now: Date,
): Promise<void> {
  await db.q
    .updateTable('notification_channels')
    .set({ ...values, updated_at: now })
    .where('id', '=', id)
    .execute();
}
