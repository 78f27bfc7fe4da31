import type {
  EventChannels,
  NotificationChannels,
  UpdateNotificationChannelsBody,
} from '@lavra/contract/admin/notification-channels';
import { eventsOf, isNotificationEvent } from '@lavra/domain/notification/channel-defaults';
import type {
  NotificationChannel,
  NotificationProfile,
} from '@lavra/domain/notification/event-types';
import type { AdminCaller } from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import type { UnitOfWork } from '../../platform/db/command.ts';
import type { Db } from '../../platform/db/database.ts';
import { FieldErrors } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { notificationLabel } from './texts/notification-texts.ts';
import {
  keyOf,
  lockChannels,
  readChannels,
  saveChannel,
  type ChannelSwitch,
  type Channels,
} from './channel-store.ts';

/** Lists the channels by which each profile is notified of each event, for administrators. */
export const listNotificationChannels = async (db: Db): Promise<NotificationChannels> =>
  presentChannels(await readChannels(db));

/** Switches all channels of the body, or none. */
export function updateNotificationChannels(
  { command }: Platform,
  request: Request<AdminCaller>,
  { channels }: UpdateNotificationChannelsBody,
): Promise<NotificationChannels> {
  assertKnown(channels);
  return command(request, async (uow) => {
    await applySwitches(uow, channels);
    return presentChannels(await readChannels(uow.db));
  });
}

/**
 * Profiles, events and channels are each valid by the schema; in addition the event must be one
 * that the profile is notified of, and each switch may occur only once.
 */
function assertKnown(channels: readonly ChannelSwitch[]): void {
  const errors = new FieldErrors();
  const seen = new Set<string>();
  for (const [index, one] of channels.entries()) {
    if (!isNotificationEvent(one.profile, one.event))
      errors.add(`channels.${index}.event`, 'one_of', { values: eventsOf(one.profile).join(', ') });
    else if (seen.has(keyOf(one))) errors.add(`channels.${index}`, 'channel_twice');
    seen.add(keyOf(one));
  }
  errors.throwIfAny();
}

/** Writes the switches that differ, with one audit entry each. */
async function applySwitches(uow: UnitOfWork, channels: readonly ChannelSwitch[]): Promise<void> {
  const wanted = new Map(channels.map((one) => [keyOf(one), one]));
  for (const { id, enabled, required, ...row } of await lockChannels(uow.db, channels, uow.now)) {
    const next = { enabled, required, ...definedOf(wanted.get(keyOf(row))) };
    const isSame = next.required === required;
    if (next.enabled === enabled && isSame) continue;
    await saveChannel(uow.db, id, next, uow.now);
    uow.audit({
      action: 'updated',
      resourceType: 'notification_channel',
      resourceId: id,
      oldValues: { ...row, enabled, ...(isSame ? {} : { required }) },
      newValues: { ...row, enabled: next.enabled, ...(isSame ? {} : { required: next.required }) },
    });
  }
}

/** Returns what a switch sets. */
const definedOf = (one: ChannelSwitch | undefined) =>
  one === undefined
    ? {}
    : { enabled: one.enabled, ...(one.required === undefined ? {} : { required: one.required }) };

function presentChannels({ isOn, requirement }: Channels): NotificationChannels {
  const of = (profile: NotificationProfile): EventChannels[] =>
    eventsOf(profile).map((event) => {
      const on = (channel: NotificationChannel): boolean => isOn({ profile, event, channel });
      const must = (channel: NotificationChannel): boolean =>
        requirement({ profile, event, channel }) !== null;
      return {
        event,
        label: notificationLabel(event, profile),
        channels: { in_app: on('in_app'), email: on('email'), whatsapp: on('whatsapp') },
        required: { in_app: must('in_app'), email: must('email'), whatsapp: must('whatsapp') },
      };
    });
  return { data: { producer: of('producer'), supplier: of('supplier'), admin: of('admin') } };
}
