import type { EventOf } from '@lavra/domain/notification/channel-defaults';
import { coverageLabel } from '../../../platform/texts/order-texts.ts';
import {
  capital,
  many,
  money,
  numberOf,
  orderOf,
  orderPage,
  quoted,
  sentences,
  subscriptionExpiring,
  until,
  type NotificationSpec,
} from './notification-phrases.ts';

/** Notifications to producers. They never name suppliers: proposals are counted and priced only. */
export const producerNotificationTexts: Readonly<Record<EventOf<'producer'>, NotificationSpec>> = {
  'order.approved': {
    label: 'Cotação aprovada',
    title: (facts) => `Cotação ${numberOf(facts)} aprovada`,
    body: (facts) =>
      `${capital(orderOf(facts))} foi aprovada. Ela é publicada agora ou na hora que você marcou.`,
    page: orderPage,
  },
  'order.returned': {
    label: 'Cotação devolvida para ajustes',
    title: (facts) => `Cotação ${numberOf(facts)} devolvida para ajustes`,
    body: (facts) =>
      sentences(
        `${capital(orderOf(facts))} voltou para rascunho.`,
        quoted(facts.reason) !== '' && `Comentário da equipe: ${quoted(facts.reason)}`,
      ),
    page: orderPage,
  },
  'order.suspended': {
    label: 'Cotação suspensa',
    title: (facts) => `Cotação ${numberOf(facts)} suspensa`,
    body: (facts) =>
      `${capital(orderOf(facts))} foi suspensa pela administração. Por enquanto ela não recebe propostas, e nenhuma pode ser aceita. Veja o motivo na cotação.`,
    page: orderPage,
  },
  'order.revoked': {
    label: 'Cotação revogada',
    title: (facts) => `Cotação ${numberOf(facts)} revogada`,
    body: (facts) =>
      `${capital(orderOf(facts))} foi revogada pela administração. Veja o motivo na cotação.`,
    page: orderPage,
  },
  'order.not_published': {
    label: 'Publicação que não saiu',
    title: (facts) => `A cotação ${numberOf(facts)} não foi publicada`,
    body: (facts) =>
      sentences(
        `Chegou a hora de publicar ${orderOf(facts)}, mas ela tem produtos que já não estão no catálogo`,
        quoted(facts.products) === '' ? '' : `(${quoted(facts.products)})`,
      ).concat('. Duplique a cotação: os itens que saíram ficam de fora da cópia.'),
    page: orderPage,
  },
  'order.closed': {
    label: 'Cotação encerrada para análise',
    title: (facts) => `Cotação ${numberOf(facts)} em análise`,
    body: (facts) =>
      `${capital(orderOf(facts))} não recebe mais propostas. ${received(facts.proposals_count)} Compare e escolha a vencedora.`,
    page: orderPage,
  },
  'order.expired': {
    label: 'Cotação expirada sem propostas',
    title: (facts) => `Cotação ${numberOf(facts)} expirada`,
    body: (facts) =>
      `O prazo terminou e ${orderOf(facts)} não recebeu propostas. Duplique a cotação para tentar de novo.`,
    page: orderPage,
  },
  'award.pending': {
    label: 'Decisão pendente',
    title: (facts) => `A cotação ${numberOf(facts)} espera a sua decisão`,
    body: (facts) =>
      `${capital(orderOf(facts))} está em análise. ${received(facts.proposals_count)} Os fornecedores aguardam a sua escolha.`,
    page: orderPage,
  },
  'proposal.received': {
    label: 'Nova proposta recebida',
    title: (facts) => `Nova proposta na cotação ${numberOf(facts)}`,
    body: (facts) =>
      sentences(
        `${capital(orderOf(facts))} recebeu uma proposta`,
        facts.total_amount !== undefined &&
          `de ${money(facts.total_amount)}, com preço para ${coverageLabel(facts.priced_items ?? 0, facts.items_count ?? 0)}`,
      ).concat('.'),
    page: orderPage,
  },
  'proposal.cancelled': {
    label: 'Proposta cancelada pelo fornecedor',
    title: (facts) => `Uma proposta da cotação ${numberOf(facts)} foi cancelada`,
    body: (facts) =>
      `${capital(orderOf(facts))} perdeu uma proposta: quem a enviou a cancelou. ${left(facts.proposals_count)}`,
    page: orderPage,
  },
  'question.asked': {
    label: 'Nova pergunta de fornecedor',
    title: (facts) => `Nova pergunta na cotação ${numberOf(facts)}`,
    body: (facts, zoneLabel) =>
      sentences(
        `${capital(orderOf(facts))} recebeu uma pergunta.`,
        `Responda para que todos possam cotar ${until(facts, zoneLabel)}.`,
      ),
    page: orderPage,
  },
  'subscription.expiring': subscriptionExpiring,
};

const received = (count = 0): string =>
  count === 1 ? 'Há 1 proposta recebida.' : `Há ${many(count, '', 'propostas recebidas')}.`;
const left = (count = 0): string =>
  count === 0
    ? 'Não resta nenhuma.'
    : count === 1
      ? 'Resta 1 proposta.'
      : `Restam ${count} propostas.`;
