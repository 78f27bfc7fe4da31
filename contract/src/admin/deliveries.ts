import { Type, type Static } from 'typebox';
import { notificationEvents } from '@lavra/domain/notification/channel-defaults';
import { endpoint } from '../kit/endpoint.ts';
import {
  count,
  id,
  nullable,
  object,
  oneOf,
  pageOf,
  adminPageQuery,
  searchQuery,
  sortQuery,
  text,
  timestamp,
} from '../kit/schema.ts';

const tag = 'Envios';

/**
 * `failed`: given up or rejected permanently. `unknown`: it may have arrived. `skipped`: there was
 * no content or no recipient.
 */
export const deliveryStates = [
  'queued',
  'sending',
  'sent',
  'failed',
  'unknown',
  'skipped',
] as const;
/** Channels outside the service to which notifications are sent. */
export const deliveryChannels = ['email', 'whatsapp'] as const;

const event = () => oneOf(notificationEvents, { examples: ['order.published'] });
const channel = () => oneOf(deliveryChannels, { examples: ['email'] });

/** One notification to one person over an external channel. */
export const Delivery = object(
  {
    id: id(),
    event: event(),
    event_label: text(100, { examples: ['Nova cotação para o seu perfil'] }),
    channel: channel(),
    state: oneOf(deliveryStates, {
      examples: ['failed'],
      description:
        '`failed`: não saiu; `unknown`: pode ter chegado; `skipped`: não havia o que enviar, ou a quem',
    }),
    attempts: count(),
    failure: nullable(
      Type.String({
        examples: ['O servidor respondeu: 550 5.1.1 no such user'],
        description:
          'Por que a última tentativa não deu certo, em uma linha, sem segredos nem dados pessoais',
      }),
    ),
    provider_reference: nullable(
      Type.String({
        examples: ['<7ae64c5c291c59652fecb7beee9ed2c9@lavra.example>'],
        description: 'O `Message-ID` do e-mail, ou o número da mensagem no WhatsApp',
      }),
    ),
    recipient: object(
      {
        user_id: id(),
        name: Type.String({ examples: ['Conta de demonstração'] }),
        email: Type.String({ examples: ['ana@fazenda.example'] }),
      },
      { title: 'DeliveryRecipient' },
    ),
    created_at: timestamp(),
    updated_at: timestamp(),
  },
  { title: 'Delivery' },
);
export type Delivery = Static<typeof Delivery>;

const DeliveryPage = pageOf(Delivery, 'DeliveryPage');

const params = Type.Object({ id: Type.String({ pattern: '^[1-9]\\d{0,14}$', examples: ['1'] }) });
const common = {
  tag,
  origin: 'own',
  access: { profiles: ['admin'], permission: 'logs.view' },
} as const;

export const listDeliveries = endpoint({
  ...common,
  id: 'listDeliveries',
  method: 'GET',
  path: '/api/v1/admin/deliveries',
  summary: 'Avisos por e-mail e WhatsApp',
  description:
    'Da mais nova à mais antiga. Sem `state`, os que não saíram ou talvez não tenham chegado ' +
    '(`failed` e `unknown`). `q` busca no nome e no e-mail de quem recebe.',
  query: object({
    state: Type.Optional(oneOf(deliveryStates)),
    channel: Type.Optional(channel()),
    event: Type.Optional(event()),
    ...searchQuery,
    ...sortQuery(['created_at']),
    ...adminPageQuery,
  }),
  reads: ['deliveries'],
  reply: DeliveryPage,
});

export const getDelivery = endpoint({
  ...common,
  id: 'getDelivery',
  method: 'GET',
  path: '/api/v1/admin/deliveries/:id',
  subject: 'delivery',
  summary: 'Um aviso por e-mail ou WhatsApp',
  params,
  reply: Delivery,
});

export const retryDelivery = endpoint({
  ...common,
  id: 'retryDelivery',
  method: 'POST',
  path: '/api/v1/admin/deliveries/:id/retry',
  access: { profiles: ['admin'], permission: 'settings.edit' },
  subject: 'delivery',
  errors: [422],
  summary: 'Enviar de novo',
  description:
    'Devolve à fila um aviso `failed` ou `unknown`; para os outros, 422. Um aviso `unknown` ' +
    'pode ter chegado: enviado de novo, pode chegar duas vezes, e quem administra decide.',
  params,
  outdates: ['deliveries'],
  reply: Delivery,
});

export const deliveryEndpoints = [listDeliveries, getDelivery, retryDelivery];
