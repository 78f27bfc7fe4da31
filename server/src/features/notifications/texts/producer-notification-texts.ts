import type { EventOf } from '@lavra/domain/notification/channel-defaults';
import type { NotificationFacts } from '@lavra/domain/notification/notification-facts';
import { markedProposal, markOf } from '@lavra/domain/proposal/mark';
import { coverageLabel } from '../../../platform/texts/order-texts.ts';
import {
  capital,
  itemsOf,
  many,
  orderPart,
  money,
  numberOf,
  orderOf,
  orderEditor,
  orderPage,
  quoted,
  sentences,
  subscriptionExpiring,
  until,
  type NotificationSpec,
} from './notification-phrases.ts';
import { wordsFor } from '@lavra/domain/text/count-of';

/** Notifications to producers. They never name suppliers: a proposal is called by its mark. */
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
  'order.publication_requested': {
    label: 'Rascunho pronto do seu consultor',
    title: (facts) => `A cotação ${numberOf(facts)} está pronta para publicar`,
    body: (facts) =>
      `Seu consultor preparou ${orderOf(facts)} e pede que você publique. Confira os itens: só você pode publicar.`,
    page: orderEditor,
  },
  'order.closed': {
    label: 'Cotação encerrada para análise',
    title: (facts) => `Cotação ${numberOf(facts)} em análise`,
    body: (facts) =>
      `${capital(orderOf(facts))} não recebe mais propostas. ${received(facts.proposals_count)} ` +
      'Compare e escolha o que comprar.',
    page: orderPart('propostas'),
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
    page: orderPart('propostas'),
  },
  'items.unbought': {
    label: 'Itens ainda não comprados',
    title: (facts) =>
      `Falta comprar ${many(facts.unbought_items ?? 0, 'item', 'itens')} na cotação ${numberOf(facts)}`,
    body: (facts) =>
      sentences(
        `${capital(orderOf(facts))} foi decidida, e falta comprar ${facts.unbought_items ?? 0} de ${itemsOf(facts)}.`,
        facts.days === 1
          ? `Até 72 horas depois da escolha, ainda se compra das propostas recebidas; ${requote}`
          : capital(requote),
      ),
    page: orderPart('resultado'),
  },
  'proposal.received': {
    label: 'Nova proposta recebida',
    title: (facts) => `Nova proposta na cotação ${numberOf(facts)}`,
    body: (facts) => `${capital(orderOf(facts))} recebeu ${offered(facts)}.`,
    page: orderPart('propostas'),
    several: {
      title: ({ count, newest }) => `${count} propostas novas na cotação ${numberOf(newest)}`,
      body: ({ count, newest }) =>
        sentences(
          `${capital(orderOf(newest))} recebeu ${count} propostas.`,
          `A mais recente é ${offered(newest)}.`,
        ),
      line: (facts) => `${capital(offered(facts))}.`,
      page: orderPart('propostas'),
    },
  },
  'proposal.cancelled': {
    label: 'Proposta cancelada pelo fornecedor',
    title: (facts) => `Uma proposta da cotação ${numberOf(facts)} foi cancelada`,
    body: (facts) =>
      `${capital(orderOf(facts))} perdeu ${proposalOf(facts)}: quem a enviou a cancelou. ${left(facts.proposals_count)}`,
    page: orderPart('propostas'),
    several: {
      title: ({ count, newest }) =>
        `${count} propostas da cotação ${numberOf(newest)} foram canceladas`,
      body: ({ count, newest }) =>
        `${capital(orderOf(newest))} perdeu ${count} propostas: quem as enviou as cancelou. ${left(newest.proposals_count)}`,
      page: orderPart('propostas'),
    },
  },
  'question.asked': {
    label: 'Nova pergunta de fornecedor',
    title: (facts) => `Nova pergunta na cotação ${numberOf(facts)}`,
    body: (facts, zoneLabel) =>
      sentences(
        `${capital(orderOf(facts))} recebeu uma pergunta.`,
        `Responda para que todos possam cotar ${until(facts, zoneLabel)}.`,
      ),
    page: orderPart('perguntas'),
    several: {
      title: ({ count, newest }) => `${count} perguntas novas na cotação ${numberOf(newest)}`,
      body: ({ count, newest, zoneLabel }) =>
        sentences(
          `${capital(orderOf(newest))} recebeu ${count} perguntas.`,
          `Responda para que todos possam cotar ${until(newest, zoneLabel)}.`,
        ),
      page: orderPart('perguntas'),
    },
  },
  'catalogue.request_answered': {
    label: 'Resposta a um produto pedido',
    title: ({ product }) =>
      typeof product === 'string'
        ? 'O produto que você pediu está no catálogo'
        : 'O produto que você pediu não entrou no catálogo',
    body: ({ asked_for, product, reason, draft_uuid }) =>
      typeof product === 'string'
        ? sentences(
            `${askedFor(asked_for)} está no catálogo como ${quoted(product)}.`,
            typeof draft_uuid === 'string' &&
              'Se ele está no seu rascunho como item livre, troque pelo produto do catálogo.',
          )
        : sentences(
            `${askedFor(asked_for)} não entrou no catálogo.`,
            quoted(reason) !== '' && `Motivo: ${quoted(reason)}.`,
            'Ele continua podendo ir na cotação como item livre.',
          ),
    page: ({ draft_uuid }) =>
      orderEditor(typeof draft_uuid === 'string' ? { order_uuid: draft_uuid } : {}),
  },
  'subscription.expiring': subscriptionExpiring,
};

const askedFor = (words: NotificationFacts['asked_for']): string =>
  quoted(words) === '' ? 'O que você pediu' : `Você pediu ${quoted(words)}: ele`;
/** Events dispatched before proposals had marks carry none. */
const proposalOf = ({ proposal_mark }: NotificationFacts): string =>
  proposal_mark === undefined ? 'uma proposta' : `a ${markedProposal(markOf(proposal_mark))}`;
const offered = (facts: NotificationFacts): string => {
  const priced = coverageLabel(facts.priced_items ?? 0, facts.items_count ?? 0);
  return sentences(
    proposalOf(facts),
    facts.total_amount !== undefined && `de ${money(facts.total_amount)}, com preço para ${priced}`,
  );
};
/** Names the button of the result. */
const requote = 'para receber novos preços, escolha “Cotar o que faltou” no resultado.';
const received = (count = 0): string =>
  `Há ${many(count, 'proposta recebida', 'propostas recebidas')}.`;
const left = (count = 0): string =>
  count === 0
    ? 'Não resta nenhuma.'
    : `${wordsFor(count, ['Resta', 'Restam'])} ${many(count, 'proposta', 'propostas')}.`;
