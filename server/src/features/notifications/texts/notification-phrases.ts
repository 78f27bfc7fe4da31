import type { NotificationFacts } from '@lavra/domain/notification/notification-facts';
import { formatDate, formatDeadline, formatMoney } from '../../../platform/text/format-pt-br.ts';
import { countOf } from '@lavra/domain/text/count-of';

/** The text of one event for one profile. `zoneLabel` names the time zone of deadlines. */
export interface NotificationSpec {
  /** The event's name in the list of channels. */
  readonly label: string;
  /** One line without user input: it becomes a mail's subject. */
  readonly title: (facts: NotificationFacts) => string;
  readonly body: (facts: NotificationFacts, zoneLabel: string) => string;
  /** The portal's page about it, relative to the portal's URL. */
  readonly page: (facts: NotificationFacts) => string;
  /** Where several are gathered into one. */
  readonly several?: SeveralSpec;
}

/** Several of an event, gathered into one. */
export interface Several {
  readonly count: number;
  readonly newest: NotificationFacts;
  /** Those at hand, the oldest first: all in a mail or message, inside the service the newest. */
  readonly all: readonly NotificationFacts[];
  readonly zoneLabel: string;
}

/** The text of several of an event, gathered into one. */
export interface SeveralSpec {
  readonly title: (several: Several) => string;
  readonly body: (several: Several) => string;
  /** What a mail adds about each. */
  readonly line?: (facts: NotificationFacts, zoneLabel: string) => string;
  readonly page: (newest: NotificationFacts) => string;
}

/** How many of those gathered a text lists. */
export const LISTED = 20;

const LONGEST_QUOTE = 160;

/** Returns user input on one line, shortened and in quotation marks; empty where there is none. */
export function quoted(text: string | null | undefined): string {
  const line = (text ?? '').replaceAll(/[\s\p{C}]+/gu, ' ').trim();
  if (line === '') return '';
  return `“${line.length > LONGEST_QUOTE ? `${line.slice(0, LONGEST_QUOTE).trimEnd()}…` : line}”`;
}

/** Joins the parts that are present into one text. */
export const sentences = (...parts: readonly (string | false | undefined)[]): string =>
  parts.filter((part) => part !== '' && part !== false && part !== undefined).join(' ');

export const numberOf = ({ order_number }: NotificationFacts): string => order_number ?? '';
/** Returns `a cotação COT-2026-000123 (“Defensivos para a soja”)`. */
export function orderOf(facts: NotificationFacts): string {
  const description = quoted(facts.description);
  return `a cotação ${numberOf(facts)}${description === '' ? '' : ` (${description})`}`;
}

export const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
export const until = ({ deadline_date }: NotificationFacts, zoneLabel: string): string =>
  deadline_date === undefined ? '' : formatDeadline(deadline_date, zoneLabel);
export const day = (date: string | undefined): string =>
  date === undefined ? '' : formatDate(date);
export const money = (amount: string | undefined): string =>
  amount === undefined ? '' : formatMoney(amount);
export const many = (n: number, one: string, more: string): string => countOf(n, [one, more]);
/** Returns how many items the order has: `14 itens`. */
export const itemsOf = ({ items_count = 0 }: NotificationFacts): string =>
  many(items_count, 'item', 'itens');

export const orderPage = ({ order_uuid }: NotificationFacts): string =>
  order_uuid === undefined ? 'cotacoes' : `cotacoes/${order_uuid}`;
export const orderEditor = (facts: NotificationFacts): string =>
  facts.order_uuid === undefined ? 'cotacoes' : `${orderPage(facts)}/editar`;
export const orderPart =
  (part: 'propostas' | 'perguntas' | 'resultado') =>
  (facts: NotificationFacts): string =>
    facts.order_uuid === undefined ? 'cotacoes' : `${orderPage(facts)}/${part}`;
export const ownProposalPage = ({ proposal_uuid }: NotificationFacts): string =>
  proposal_uuid === undefined ? 'propostas' : `propostas/${proposal_uuid}`;

export const purchasePage = ({ purchase_uuid }: NotificationFacts): string =>
  purchase_uuid === undefined ? 'vendas' : `vendas/${purchase_uuid}`;

/** The same text for producers and suppliers. */
export const subscriptionExpiring: NotificationSpec = {
  label: 'Assinatura perto do vencimento',
  title: ({ days = 0, subscription_status }) => {
    const ends =
      subscription_status === 'trial' ? 'Seu período de teste termina' : 'Sua assinatura vence';
    return `${ends} ${days === 0 ? 'hoje' : days === 1 ? 'amanhã' : `em ${days} dias`}`;
  },
  body: ({ plan, due_date, subscription_status }) =>
    sentences(
      `O plano ${plan ?? ''} ${subscription_status === 'trial' ? 'está em teste' : 'vale'} até ${day(due_date)}.`,
      'Renove a tempo para continuar sem interrupção.',
    ),
  page: () => 'assinatura',
};
