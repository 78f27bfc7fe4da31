import { Type, type Static } from 'typebox';
import { notificationChannels, notificationProfiles } from '@lavra/domain/notification/event-types';
import { notificationEvents } from '@lavra/domain/notification/channel-defaults';
import { endpoint } from '../kit/endpoint.ts';
import { flag, object, oneOf, openObject } from '../kit/schema.ts';

const common = {
  tag: 'Configurações',
  origin: 'interface',
  path: '/api/v1/admin/notification-channels',
} as const;
const may = <const A extends 'view' | 'edit'>(action: A) =>
  ({ profiles: ['admin'], permission: `settings.${action}` }) as const;
const event = () => oneOf(notificationEvents, { examples: ['order.published'] });

const switches = (title: string) =>
  object({ in_app: flag(), email: flag(), whatsapp: flag({ examples: [false] }) }, { title });

/** One event and the channels on which a profile is notified of it. */
export const EventChannels = object(
  {
    event: event(),
    label: Type.String({ examples: ['Nova cotação para o seu perfil'] }),
    channels: switches('ChannelSwitches'),
    /** Channels that a person cannot mute, where they are on. */
    required: switches('RequiredChannels'),
  },
  { title: 'EventChannels' },
);
export type EventChannels = Static<typeof EventChannels>;

const events = () => Type.Array(EventChannels);
export const NotificationChannels = object(
  { data: object({ producer: events(), supplier: events(), admin: events() }) },
  { title: 'NotificationChannels' },
);
export type NotificationChannels = Static<typeof NotificationChannels>;

export const UpdateNotificationChannelsBody = openObject(
  {
    channels: Type.Array(
      openObject({
        profile: oneOf(notificationProfiles, { examples: ['supplier'] }),
        event: event(),
        channel: oneOf(notificationChannels, { examples: ['email'] }),
        enabled: flag(),
        required: Type.Optional(
          flag({
            description: 'Se a pessoa não pode desligar; sem ele, fica como está',
            examples: [false],
          }),
        ),
      }),
      { minItems: 1, maxItems: 200 },
    ),
  },
  { title: 'UpdateNotificationChannelsBody' },
);
export type UpdateNotificationChannelsBody = Static<typeof UpdateNotificationChannelsBody>;

export const listNotificationChannels = endpoint({
  ...common,
  id: 'listNotificationChannels',
  method: 'GET',
  access: may('view'),
  summary: 'Canais de notificação por perfil e evento',
  reads: ['notification_channels'],
  reply: NotificationChannels,
});
export const updateNotificationChannels = endpoint({
  ...common,
  id: 'updateNotificationChannels',
  method: 'PUT',
  access: may('edit'),
  summary: 'Ligar e desligar canais de notificação',
  description: 'Todos ou nenhum. Os que não são enviados ficam como estão.',
  body: UpdateNotificationChannelsBody,
  outdates: ['notification_channels', 'notification_preferences'],
  reply: NotificationChannels,
});

export const notificationChannelEndpoints = [listNotificationChannels, updateNotificationChannels];
