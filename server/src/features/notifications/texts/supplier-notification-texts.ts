import type { EventOf } from '@lavra/domain/notification/channel-defaults';
import type { NotificationFacts } from '@lavra/domain/notification/notification-facts';
import {
  capital,
  many,
  money,
  numberOf,
  orderOf,
  orderPage,
  ownProposalPage,
  quoted,
  sentences,
  subscriptionExpiring,
  until,
  type NotificationSpec,
} from './notification-phrases.ts';

/**
 * Notifications to suppliers: about an order no more than its own page shows them, about its
 * producer nothing.
 */
export const supplierNotificationTexts: Readonly<Record<EventOf<'supplier'>, NotificationSpec>> = {
  'order.published': {
    label: 'Nova cotação para o seu perfil',
    title: (facts) => `Nova cotação: ${numberOf(facts)}`,
    body: (facts, zoneLabel) =>
      sentences(
        `${capital(orderOf(facts))} pede ${many(facts.items_count ?? 0, 'item', 'itens')}${place(facts)}.`,
        `Envie sua proposta ${until(facts, zoneLabel)}.`,
      ),
    page: orderPage,
  },
  'order.deadline_extended': {
    label: 'Prazo prorrogado',
    title: (facts) => `Prazo da cotação ${numberOf(facts)} prorrogado`,
    body: (facts, zoneLabel) =>
      `${capital(orderOf(facts))} recebe propostas ${until(facts, zoneLabel)}.`,
    page: orderPage,
  },
  'order.deadline_near': {
    label: 'Prazo perto do fim',
    title: (facts) => `O prazo da cotação ${numberOf(facts)} está no fim`,
    body: (facts, zoneLabel) =>
      `Você ainda não enviou proposta para ${orderOf(facts)}. Ela recebe propostas ${until(facts, zoneLabel)}.`,
    page: orderPage,
  },
  'order.cancelled': {
    label: 'Cotação cancelada',
    title: (facts) => `Cotação ${numberOf(facts)} cancelada`,
    body: (facts) => `${capital(orderOf(facts))} foi cancelada e não terá vencedor.`,
    page: orderPage,
  },
  'order.suspended': {
    label: 'Cotação suspensa',
    title: (facts) => `Cotação ${numberOf(facts)} suspensa`,
    body: (facts) =>
      `${capital(orderOf(facts))} foi suspensa pela administração. Por enquanto ela não recebe nem escolhe propostas.`,
    page: orderPage,
  },
  'order.revoked': {
    label: 'Cotação revogada',
    title: (facts) => `Cotação ${numberOf(facts)} revogada`,
    body: (facts) => `${capital(orderOf(facts))} foi revogada pela administração.`,
    page: orderPage,
  },
  'order.awarded_to_other': {
    label: 'Outra proposta foi escolhida',
    title: (facts) => `Cotação ${numberOf(facts)}: outra proposta foi escolhida`,
    body: (facts) => `Na decisão sobre ${orderOf(facts)}, a sua proposta não foi a escolhida.`,
    page: orderPage,
  },
  'proposal.accepted': {
    label: 'Proposta aceita',
    title: (facts) => `Sua proposta na cotação ${numberOf(facts)} foi aceita`,
    body: (facts) =>
      sentences(
        `Parabéns! Sua proposta${of(facts)} venceu ${orderOf(facts)}.`,
        'O contato do produtor está na página da cotação.',
      ),
    page: orderPage,
  },
  'proposal.rejected': {
    label: 'Proposta recusada',
    title: (facts) => `Sua proposta na cotação ${numberOf(facts)} foi recusada`,
    body: (facts) =>
      sentences(
        facts.awarded_before === true &&
          'Depois de escolher outra proposta, o produtor respondeu à sua.',
        `Sua proposta${of(facts)} para ${orderOf(facts)} foi recusada.`,
        quoted(facts.reason) !== '' && `Motivo: ${quoted(facts.reason)}`,
      ),
    page: ownProposalPage,
  },
  'question.answered': {
    label: 'Pergunta respondida',
    title: (facts) => `Pergunta respondida na cotação ${numberOf(facts)}`,
    body: (facts, zoneLabel) =>
      sentences(
        `O produtor respondeu a uma pergunta sobre ${orderOf(facts)}.`,
        `Propostas ${until(facts, zoneLabel)}.`,
      ),
    page: orderPage,
  },
  'subscription.expiring': subscriptionExpiring,
};

const place = ({ delivery_city, delivery_state }: NotificationFacts): string =>
  delivery_city && delivery_state ? `, com entrega em ${delivery_city}/${delivery_state}` : '';
const of = ({ total_amount }: NotificationFacts): string =>
  total_amount === undefined ? '' : ` de ${money(total_amount)}`;
