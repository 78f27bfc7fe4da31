import type { NotificationChannel } from '@lavra/domain/notification/event-types';

/** The channels of notifications in the order of the columns, with their names. */
export const channelColumns: readonly (readonly [NotificationChannel, string])[] = [
  ['in_app', 'No portal'],
  ['email', 'E-mail'],
  ['whatsapp', 'WhatsApp'],
];
