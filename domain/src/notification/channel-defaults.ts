import {
  eventTypes,
  type NotificationChannel,
  type NotificationEvent,
  type NotificationProfile,
} from './event-types.ts';

/** Events that one profile can be notified of. */
export type EventOf<P extends NotificationProfile> = {
  [T in NotificationEvent]: P extends (typeof eventTypes)[T]['profiles'][number] ? T : never;
}[NotificationEvent];

/** Every event that users can be notified of, in the catalogue's order. */
export const notificationEvents = (Object.keys(eventTypes) as NotificationEvent[]).filter(
  (event) => eventTypes[event].profiles.length > 0,
); // excludes events for the service's own use

/** Events that a new installation mails. */
const mailed: ReadonlySet<string> = new Set<NotificationEvent>([
  'proposal.received',
  'proposal.accepted',
  'proposal.rejected',
  'proposal.cancelled',
  'award.contact_missed',
  'items.unbought',
  'order.published',
  'order.not_published',
  'order.publication_requested',
  'order.cancelled',
  'subscription.expiring',
  'payment.confirmed',
  'payment.refunded',
]);

/**
 * Returns whether a channel notifies of an event as long as no administrator has changed the
 * setting.
 */
export function isOnByDefault(event: NotificationEvent, channel: NotificationChannel): boolean {
  if (channel === 'whatsapp') return false;
  return channel === 'in_app' || mailed.has(event);
}

/** Events about money or a commitment: people are notified of them by every channel that is on. */
const essential: ReadonlySet<string> = new Set<NotificationEvent>([
  'proposal.accepted',
  'subscription.expiring',
  'payment.confirmed',
  'payment.refunded',
]);

/**
 * Returns whether people cannot mute an event, as long as no administrator has changed the setting.
 */
export const isEssential = (event: string): boolean => essential.has(event);

/** Returns the events that a profile can be notified of, in the catalogue's order. */
export const eventsOf = (profile: NotificationProfile): NotificationEvent[] =>
  notificationEvents.filter((event) =>
    (eventTypes[event].profiles as readonly NotificationProfile[]).includes(profile),
  ); // wider than each event's own list

export const isNotificationEvent = (
  profile: NotificationProfile,
  event: string,
): event is NotificationEvent => (eventsOf(profile) as readonly string[]).includes(event);
