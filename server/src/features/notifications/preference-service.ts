import type {
  ChannelPreference,
  NotificationPreferences,
  UpdateNotificationPreferencesBody,
} from '@lavra/contract/notifications/preferences';
import { eventsOf, isNotificationEvent } from '@lavra/domain/notification/channel-defaults';
import type {
  NotificationChannel,
  NotificationEvent,
  NotificationProfile,
} from '@lavra/domain/notification/event-types';
import type { Caller } from '../../platform/auth/caller.ts';
import type { Request } from '../../platform/auth/request.ts';
import type { Db } from '../../platform/db/database.ts';
import { FieldErrors, RuleError } from '../../platform/errors.ts';
import type { Platform } from '../../platform/platform.ts';
import { readChannels, type ChannelKey, type Channels } from './channel-store.ts';
import { mute, readMuted, unmute, type PreferenceKey } from './preference-store.ts';
import { notificationLabel } from './texts/notification-texts.ts';

type Choices = UpdateNotificationPreferencesBody['choices'];

/** Lists the channels by which the caller is notified of each event. */
export async function getNotificationPreferences(
  db: Db,
  caller: Caller,
): Promise<NotificationPreferences> {
  const profile = profileOf(caller);
  const [channels, isMuted] = [await readChannels(db), await readMuted(db, caller.userId)];
  const of = (event: NotificationEvent, channel: NotificationChannel): ChannelPreference => {
    const locked = lockOf({ profile, event, channel }, channels);
    return { enabled: locked === null ? !isMuted(event, channel) : locked !== 'off', locked };
  };
  return {
    data: eventsOf(profile).map((event) => ({
      event,
      label: notificationLabel(event, profile),
      channels: {
        in_app: of(event, 'in_app'),
        email: of(event, 'email'),
        whatsapp: of(event, 'whatsapp'),
      },
    })),
  };
}

/** Stores all choices of the body, or none. */
export const updateNotificationPreferences = (
  { command }: Platform,
  request: Request<Caller>,
  { choices }: UpdateNotificationPreferencesBody,
): Promise<NotificationPreferences> =>
  command(request, async (uow) => {
    assertOpen(choices, profileOf(request.caller), await readChannels(uow.db));
    // In one order, so that two requests of a person do not wait for each other.
    for (const choice of choices.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)))
      await (choice.enabled
        ? unmute(uow.db, request.caller.userId, choice)
        : mute(uow.db, request.caller.userId, choice, uow.now));
    return getNotificationPreferences(uow.db, request.caller);
  });

const nameOf = ({ event, channel }: PreferenceKey): string => `${event} ${channel}`;

/** Throws for consultants, who have no notifications; the endpoint refuses them already. */
function profileOf({ userType }: Caller): NotificationProfile {
  if (userType === 'consultor') throw new RuleError('forbidden');
  return ({ produtor: 'producer', fornecedor: 'supplier', admin: 'admin' } as const)[userType];
}

/** Returns why the person cannot choose; null where the choice is theirs. */
const lockOf = (key: ChannelKey, { isOn, requirement }: Channels): ChannelPreference['locked'] =>
  isOn(key) ? requirement(key) : 'off';

/**
 * Each choice must be of an event that the profile is notified of, occur once, and be open to the
 * person: one that changes nothing is accepted.
 */
function assertOpen(choices: Choices, profile: NotificationProfile, channels: Channels): void {
  const errors = new FieldErrors();
  const seen = new Set<string>();
  for (const [index, { event, channel, enabled }] of choices.entries()) {
    const lock = lockOf({ profile, event, channel }, channels);
    if (!isNotificationEvent(profile, event))
      errors.add(`choices.${index}.event`, 'one_of', { values: eventsOf(profile).join(', ') });
    else if (seen.has(nameOf({ event, channel }))) errors.add(`choices.${index}`, 'channel_twice');
    else if (lock !== null && enabled !== (lock !== 'off'))
      errors.add(`choices.${index}.enabled`, lock === 'off' ? 'channel_off' : 'channel_required');
    seen.add(nameOf({ event, channel }));
  }
  errors.throwIfAny();
}
