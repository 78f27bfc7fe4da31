import { Type, type Static } from 'typebox';
import { notificationEvents } from '@lavra/domain/notification/channel-defaults';
import { count, id, nullable, object, oneOf, pageOf, timestamp, uuid } from '../kit/schema.ts';

const maybeId = () => Type.Optional(id());

/** The subject of a notification: ids that its reader may use. No field names a person. */
export const NotificationData = object(
  {
    order_id: maybeId(),
    order_uuid: Type.Optional(uuid()),
    order_number: Type.Optional(Type.String({ examples: ['COT-2026-000123'] })),
    proposal_uuid: Type.Optional(uuid()),
    question_id: maybeId(),
    user_id: maybeId(),
    payment_id: maybeId(),
    import_id: maybeId(),
    job_id: maybeId(),
  },
  { title: 'NotificationData' },
);
export type NotificationData = Static<typeof NotificationData>;

/** One notification to the caller, as it was when it was created. */
export const Notification = object(
  {
    id: id(),
    event: oneOf(notificationEvents, { examples: ['proposal.received'] }),
    title: Type.String({ examples: ['Nova proposta na cotação COT-2026-000123'] }),
    body: Type.String({
      examples: [
        'A cotação COT-2026-000123 (“Defensivos para a soja”) recebeu a Proposta Ipê de R$ ' +
          '271.095,00, com preço para 12 de 14 itens.',
      ],
    }),
    path: Type.String({
      description: 'A página do portal, abaixo do endereço do serviço',
      examples: ['/produtor/cotacoes/0198f3c2-7b1e-7c44-9a53-2f1f6f0c8a11'],
    }),
    gathered: count({
      description:
        'Quantos acontecimentos iguais da mesma cotação, ainda não lidos, esta notificação reúne; ' +
        '1 quando é um só',
      examples: [1],
    }),
    data: NotificationData,
    read_at: nullable(timestamp()),
    created_at: timestamp(),
  },
  { title: 'Notification' },
);
export type Notification = Static<typeof Notification>;

export const NotificationPage = pageOf(Notification, 'NotificationPage');
export const UnreadCount = object({ unread: count() }, { title: 'UnreadCount' });
export const ReadAllReply = object(
  {
    read: count({ description: 'Quantas foram marcadas agora' }),
    unread: count({ examples: [0] }),
  },
  { title: 'ReadAllReply' },
);
