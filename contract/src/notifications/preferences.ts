import { Type, type Static } from 'typebox';
import { notificationChannels } from '@lavra/domain/notification/event-types';
import { notificationEvents } from '@lavra/domain/notification/channel-defaults';
import { endpoint } from '../kit/endpoint.ts';
import { flag, nullable, object, oneOf } from '../kit/schema.ts';

/**
 * Why a person cannot switch a channel: the administration has switched it off; the event is
 * essential, as what concerns money is; or the administration requires it.
 */
const channelLocks = ['off', 'essential', 'administration'] as const;

const common = {
  tag: 'Notificações',
  origin: 'own',
  path: '/api/v1/user/notification-preferences',
  access: { profiles: ['produtor', 'fornecedor', 'admin'] },
} as const;
const event = () => oneOf(notificationEvents, { examples: ['proposal.received'] });

export const ChannelPreference = object(
  {
    enabled: flag(),
    locked: nullable(
      oneOf(channelLocks, {
        description:
          '`off`: desligado pela administração; `essential`: trata de dinheiro ou compromisso; ' +
          '`administration`: exigido pela administração; null: a pessoa escolhe',
        examples: ['essential'],
      }),
    ),
  },
  { title: 'ChannelPreference' },
);
export type ChannelPreference = Static<typeof ChannelPreference>;

/** One event and how the caller is notified of it. */
export const EventPreferences = object(
  {
    event: event(),
    label: Type.String({ examples: ['Nova proposta recebida'] }),
    channels: object(
      { in_app: ChannelPreference, email: ChannelPreference, whatsapp: ChannelPreference },
      { title: 'ChannelPreferences' },
    ),
  },
  { title: 'EventPreferences' },
);
export type EventPreferences = Static<typeof EventPreferences>;

export const NotificationPreferences = object(
  { data: Type.Array(EventPreferences) },
  { title: 'NotificationPreferences' },
);
export type NotificationPreferences = Static<typeof NotificationPreferences>;

export const UpdateNotificationPreferencesBody = object(
  {
    choices: Type.Array(
      object({
        event: event(),
        channel: oneOf(notificationChannels, { examples: ['email'] }),
        enabled: flag(),
      }),
      { minItems: 1, maxItems: 200 },
    ),
  },
  { title: 'UpdateNotificationPreferencesBody' },
);
export type UpdateNotificationPreferencesBody = Static<typeof UpdateNotificationPreferencesBody>;

export const getNotificationPreferences = endpoint({
  ...common,
  id: 'getNotificationPreferences',
  method: 'GET',
  summary: 'Por onde recebo cada aviso',
  reads: ['notification_preferences'],
  reply: NotificationPreferences,
});
export const updateNotificationPreferences = endpoint({
  ...common,
  id: 'updateNotificationPreferences',
  method: 'PUT',
  summary: 'Escolher por onde recebo cada aviso',
  description:
    'Todas as escolhas ou nenhuma. As que não são enviadas ficam como estão; o que a ' +
    'administração desligou ou exige não muda.',
  body: UpdateNotificationPreferencesBody,
  outdates: ['notification_preferences'],
  reply: NotificationPreferences,
});

export const notificationPreferenceEndpoints = [
  getNotificationPreferences,
  updateNotificationPreferences,
];
