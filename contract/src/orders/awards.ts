import { Type, type Static } from 'typebox';
import { endpoint } from '../kit/endpoint.ts';
import { flag, nullable, object, shown, text, timestamp, uuid } from '../kit/schema.ts';
import { ProposalMark } from '../proposals/mark.ts';
import { byOrder } from './endpoints.ts';

const contact = {
  contact_missed_at: nullable(
    timestamp({ description: 'Quando o produtor avisou que não o procuraram' }),
  ),
  can_report: flag({ examples: [false], description: 'Pode avisar agora que não o procuraram' }),
  may_report_from: nullable(
    timestamp({
      description:
        'Desde quando pode avisar: um dia depois da escolha, e uma vez por dia. Nulo onde já ' +
        'avisou ou não cabe avisar',
    }),
  ),
};

/** A proposal that the order bought from, and whether its supplier called. */
const AwardWinner = object(
  {
    proposal: uuid(),
    label: text(20, { examples: ['Proposta B'] }),
    mark: ProposalMark,
    ...contact,
  },
  { title: 'AwardWinner' },
);

export const OrderAward = object(
  {
    reason: nullable(shown('Entrega antes do plantio.', { description: 'O motivo da escolha' })),
    /** Of several winners the latest report, whether one can be reported, and the first instant. */
    ...contact,
    winners: Type.Array(AwardWinner, { maxItems: 1000, description: 'Por letra' }),
  },
  { title: 'OrderAward' },
);
export type OrderAward = Static<typeof OrderAward>;

const own = {
  tag: 'Cotações do produtor',
  origin: 'own',
  subject: 'order',
  params: byOrder,
  reply: OrderAward,
} as const;
const missed = {
  ...own,
  path: '/api/v1/producer/orders/:order/award/missed-contact',
  access: { profiles: ['produtor'], permission: 'orders.edit' },
  query: object({ proposal: Type.Optional(uuid()) }),
} as const;

export const getOrderAward = endpoint({
  ...own,
  id: 'getOrderAward',
  method: 'GET',
  path: '/api/v1/producer/orders/:order/award',
  access: { profiles: ['produtor'], permission: 'orders.view' },
  summary: 'O que veio depois da escolha',
  reads: ['award'],
});
export const reportMissedContact = endpoint({
  ...missed,
  id: 'reportMissedContact',
  method: 'POST',
  summary: 'Avisar que o fornecedor escolhido não procurou',
  description:
    'O fornecedor é avisado, e a cotação entra na lista de quem administra. Com `proposal`, só o ' +
    'desta proposta; sem ela, todos de quem já se pode avisar.',
  errors: [422],
  outdates: ['award'],
});
export const withdrawMissedContact = endpoint({
  ...missed,
  id: 'withdrawMissedContact',
  method: 'DELETE',
  summary: 'Retirar esse aviso',
  description: 'Com `proposal`, só o desta proposta; sem ela, todos.',
  outdates: ['award'],
});

export const awardEndpoints = [getOrderAward, reportMissedContact, withdrawMissedContact] as const;
