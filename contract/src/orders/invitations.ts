import { Type, type Static } from 'typebox';
import { endpoint } from '../kit/endpoint.ts';
import { nullable, object, text, timestamp } from '../kit/schema.ts';
import { byOrder } from './endpoints.ts';

/** Fewer opens than this are shown without their number: one would reveal who has just got the link. */
export const LEAST_OPENS = 3;

const Invitation = object(
  {
    url: text(300, { examples: ['https://lavra.example/c/uT3kQ0v9wJbXn2LmZr5sYd8a'] }),
    created_at: timestamp(),
    opens: nullable(
      Type.Integer({
        minimum: LEAST_OPENS,
        examples: [21],
        description: `Vezes em que a página foi aberta, sem contar robôs; null abaixo de ${LEAST_OPENS}`,
      }),
    ),
  },
  { title: 'Invitation' },
);

export const OrderInvitation = object(
  { invitation: nullable(Invitation) },
  { title: 'OrderInvitation' },
);
export type OrderInvitation = Static<typeof OrderInvitation>;

const own = {
  tag: 'Cotações do produtor',
  origin: 'own',
  path: '/api/v1/producer/orders/:order/invitation',
  subject: 'order',
  params: byOrder,
  reply: OrderInvitation,
} as const;

export const getOrderInvitation = endpoint({
  ...own,
  id: 'getOrderInvitation',
  method: 'GET',
  access: { profiles: ['produtor'], permission: 'orders.view' },
  summary: 'Ver o convite da cotação',
  reads: ['invitation'],
});
export const createOrderInvitation = endpoint({
  ...own,
  id: 'createOrderInvitation',
  method: 'POST',
  access: { profiles: ['produtor'], permission: 'orders.edit' },
  summary: 'Criar ou trocar o convite da cotação',
  description:
    'O link leva a uma página pública com os itens, o município e o prazo, sem o nome do produtor. Um convite anterior deixa de valer.',
  errors: [422],
  outdates: ['invitation'],
});
export const revokeOrderInvitation = endpoint({
  ...own,
  id: 'revokeOrderInvitation',
  method: 'DELETE',
  access: { profiles: ['produtor'], permission: 'orders.edit' },
  summary: 'Desativar o convite da cotação',
  outdates: ['invitation'],
});

export const invitationEndpoints = [
  getOrderInvitation,
  createOrderInvitation,
  revokeOrderInvitation,
] as const;
