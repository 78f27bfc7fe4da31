import type { EventOf } from '@lavra/domain/notification/channel-defaults';
import type { NotificationFacts } from '@lavra/domain/notification/notification-facts';
import { formatDate } from '../../../platform/text/format-pt-br.ts';
import {
  capital,
  itemsOf,
  LISTED,
  many,
  money,
  numberOf,
  orderOf,
  orderPage,
  ownProposalPage,
  purchasePage,
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
        `${capital(orderOf(facts))} pede ${itemsOf(facts)}${place(facts)}.`,
        `Envie sua proposta ${until(facts, zoneLabel)}.`,
      ),
    page: orderPage,
    several: {
      title: ({ count }) => `${count} novas cotações para o seu perfil`,
      body: ({ count, all }) => {
        const listed = all.slice(0, LISTED).map(numberOf).join(', ');
        const others = count > LISTED ? ` e mais ${count - LISTED}` : '';
        return `Novas cotações esperam a sua proposta: ${listed}${others}.`;
      },
      line: (facts, zoneLabel) => {
        const order = capital(orderOf(facts).replace(/^a /, ''));
        return `${order}: ${itemsOf(facts)}${place(facts)}, propostas ${until(facts, zoneLabel)}.`;
      },
      page: () => 'cotacoes',
    },
  },
  'order.deadline_extended': {
    label: 'Prazo prorrogado',
    title: (facts) => `Prazo da cotação ${numberOf(facts)} prorrogado`,
    body: (facts, zoneLabel) =>
      sentences(
        `${capital(orderOf(facts))} recebe propostas ${until(facts, zoneLabel)}.`,
        typeof facts.delivery_date === 'string' &&
          `A entrega é até ${formatDate(facts.delivery_date)}.`,
      ),
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
    body: (facts) => `${capital(orderOf(facts))} foi cancelada: nada será comprado dela.`,
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
    label: 'Proposta não escolhida',
    title: (facts) => `Cotação ${numberOf(facts)}: a sua proposta não foi escolhida`,
    body: (facts) =>
      `O produtor decidiu ${orderOf(facts)}, e nada foi comprado da sua proposta. Obrigado por cotar.`,
    page: orderPage,
  },
  'proposal.accepted': {
    label: 'Proposta aceita',
    title: (facts) =>
      isOfItems(facts)
        ? `O produtor comprou ${itemsBought(facts)} da sua proposta na cotação ${numberOf(facts)}`
        : `Sua proposta na cotação ${numberOf(facts)} foi aceita`,
    body: accepted,
    page: (facts) => (isPurchase(facts) ? purchasePage(facts) : orderPage(facts)),
  },
  'award.contact_missed': {
    label: 'O produtor espera o seu contato',
    title: (facts) => `Cotação ${numberOf(facts)}: o produtor espera o seu contato`,
    body: (facts) =>
      sentences(
        `O produtor avisou que ninguém o procurou depois de escolher a sua proposta para ${orderOf(facts)}.`,
        'O contato dele está na página da cotação.',
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
    several: {
      title: ({ count, newest }) => `${count} perguntas respondidas na cotação ${numberOf(newest)}`,
      body: ({ count, newest, zoneLabel }) =>
        sentences(
          `O produtor respondeu a ${count} perguntas sobre ${orderOf(newest)}.`,
          `Propostas ${until(newest, zoneLabel)}.`,
        ),
      page: orderPage,
    },
  },
  'subscription.expiring': subscriptionExpiring,
};

const place = ({ delivery_city, delivery_state }: NotificationFacts): string =>
  delivery_city && delivery_state ? `, com entrega em ${delivery_city}/${delivery_state}` : '';

/** Events dispatched before purchases existed tell of none. */
const isPurchase = ({ purchased_items = 0 }: NotificationFacts): boolean => purchased_items > 0;
/** Whether the purchase leaves items of the proposal, or adds to an earlier one. */
const isOfItems = (facts: NotificationFacts): boolean =>
  isPurchase(facts) &&
  (facts.purchased_before === true || facts.purchased_items !== facts.priced_items);
const itemsBought = ({ purchased_items = 0, purchased_before }: NotificationFacts): string =>
  `${purchased_before === true ? 'mais ' : ''}${many(purchased_items, 'item', 'itens')}`;
/** Returns `R$ 84.210,50, mais frete de R$ 1.000,00`. */
const costOf = ({ items_amount, freight_amount }: NotificationFacts): string =>
  `${money(items_amount)}${Number(freight_amount ?? 0) > 0 ? `, mais frete de ${money(freight_amount ?? '')}` : ''}`;

function accepted(facts: NotificationFacts): string {
  if (!isPurchase(facts))
    return sentences(
      `Parabéns! O produtor aceitou a sua proposta${of(facts)} para ${orderOf(facts)}.`,
      'O contato do produtor está na página da cotação.',
    );
  const bought = isOfItems(facts)
    ? `O produtor comprou ${itemsBought(facts)} da sua proposta para ${orderOf(facts)}: ${costOf(facts)}.`
    : `O produtor aceitou a sua proposta para ${orderOf(facts)}: ${itemsBought(facts)}, ${costOf(facts)}.`;
  return `Parabéns! ${bought} O contato do produtor está na página da venda.`;
}

const of = ({ total_amount }: NotificationFacts): string =>
  total_amount === undefined ? '' : ` de ${money(total_amount)}`;
