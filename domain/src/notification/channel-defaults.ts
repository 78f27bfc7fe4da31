import {
  eventTypes,
  type NotificationChannel,
  type NotificationEvent,
  type NotificationProfile,
} from './event-types.ts';

/** Events that one profile may be told of. */
export type EventOf<P extends NotificationProfile> = {
  [T in NotificationEvent]: P extends (typeof eventTypes)[T]['profiles'][number] ? T : never;
}[NotificationEvent];

/** Every event that people can be told of, in the catalogue's order. */
export const notificationEvents = (Object.keys(eventTypes) as NotificationEvent[]).filter(
  (event) => eventTypes[event].profiles.length > 0,
); // the service's own fall out

/** What is worth a mail on a new installation: received, accepted, rejected, published, cancelled, expiring and payments. */
const mailed: ReadonlySet<string> = new Set<NotificationEvent>([
  'proposal.received',
  'proposal.accepted',
  'proposal.rejected',
  'proposal.cancelled',
  'order.published',
  'order.not_published',
  'order.cancelled',
  'subscription.expiring',
  'payment.confirmed',
  'payment.refunded',
]);

/** Whether a channel tells of an event where no administrator has switched it. */
export function isOnByDefault(event: NotificationEvent, channel: NotificationChannel): boolean {
  if (channel === 'whatsapp') return false;
  return channel === 'in_app' || mailed.has(event);
}

/** The events a profile may be told of, in the catalogue's order. */
export const eventsOf = (profile: NotificationProfile): NotificationEvent[] =>
  notificationEvents.filter((event) =>
    (eventTypes[event].profiles as readonly NotificationProfile[]).includes(profile),
  ); // wider than each event's own list

export const isNotificationEvent = (
  profile: NotificationProfile,
  event: string,
): event is NotificationEvent => (eventsOf(profile) as readonly string[]).includes(event);
