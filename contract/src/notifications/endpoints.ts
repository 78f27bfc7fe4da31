import { Type } from 'typebox';
import { endpoint } from '../kit/endpoint.ts';
import { flag, object, pageQuery } from '../kit/schema.ts';
import { Notification, NotificationPage, ReadAllReply, UnreadCount } from './schemas.ts';

const common = { tag: 'Notificações', origin: 'own', access: { profiles: 'any' } } as const;

export const listNotifications = endpoint({
  ...common,
  id: 'listNotifications',
  method: 'GET',
  path: '/api/v1/notifications',
  summary: 'Minhas notificações',
  description: 'Da mais nova à mais antiga; guardadas por 180 dias.',
  query: object({ ...pageQuery, unread: Type.Optional(flag({ description: 'Só as não lidas' })) }),
  reads: ['notifications'],
  reply: NotificationPage,
});
export const countUnreadNotifications = endpoint({
  ...common,
  id: 'countUnreadNotifications',
  method: 'GET',
  path: '/api/v1/notifications/unread-count',
  summary: 'Quantas ainda não li',
  reads: ['notifications'],
  reply: UnreadCount,
});
export const readNotification = endpoint({
  ...common,
  id: 'readNotification',
  method: 'POST',
  path: '/api/v1/notifications/:id/read',
  subject: 'notification',
  params: Type.Object({ id: Type.String({ maxLength: 40, examples: ['42'] }) }),
  summary: 'Marcar como lida',
  outdates: ['notifications'],
  reply: Notification,
});
export const readAllNotifications = endpoint({
  ...common,
  id: 'readAllNotifications',
  method: 'POST',
  path: '/api/v1/notifications/read-all',
  summary: 'Marcar todas como lidas',
  outdates: ['notifications'],
  reply: ReadAllReply,
});
export const streamNotifications = endpoint({
  ...common,
  id: 'streamNotifications',
  method: 'GET',
  path: '/api/v1/notifications/stream',
  summary: 'Notificações no momento em que chegam',
  description:
    'Server-sent events: cada `event: notification` traz em `data` uma notificação como a da lista. Envie em `Last-Event-ID` o último `id` recebido ' +
    'para continuar sem perder nem repetir; sem ele o fluxo começa agora. Linhas de comentário mantêm a conexão viva. O fluxo termina quando o token deixa de valer. ' +
    'O `id` só serve para isso: não diz nada a quem o lê. Um `event: reload` em vez delas diz que há notificações demais a recuperar, ou que o `id` não serve mais: leia a lista. No máximo 5 fluxos por sessão.',
  outdates: ['notifications', 'sales'],
  reply: { events: 'text/event-stream', description: 'O fluxo, até que uma das partes o encerre' },
});

export const notificationEndpoints = [
  listNotifications,
  countUnreadNotifications,
  readNotification,
  readAllNotifications,
  streamNotifications,
];
