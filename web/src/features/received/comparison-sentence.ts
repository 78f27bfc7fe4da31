import { countOf, formatMoney } from '../../text/decimal.ts';
import { letterOf, nameOf } from '../../ui/name-of-proposal.ts';
import { areAlike, rank, type Ranking, type Weighed } from './cheapest.ts';
import type { LandedUnknownReason } from '@lavra/domain/proposal/freight';

/** What a comparison comes to: the answer, and what one has to know beside it. */
export interface ComparisonSentence {
  readonly answer: string;
  readonly details: readonly string[];
}

/**
 * Returns in words which of the proposals costs least. Totals of different items or quantities are
 * never ranked, and without a freight of all only the items are compared. `commonItems` is the
 * number of items that all of them price.
 */
export function comparisonSentence(
  compared: readonly Weighed[],
  commonItems: number,
): ComparisonSentence {
  const open = compared.filter(({ isAvailable }) => isAvailable);
  const [first, second] = open;
  if (first === undefined)
    return { answer: 'Nenhuma destas propostas pode ser escolhida.', details: [] };
  if (open.every(({ pricedItems }) => pricedItems === 0))
    return { answer: 'Nenhuma destas propostas tem um item com preço.', details: [] };
  if (second === undefined)
    return {
      answer: `${nameOf(first)}: ${costOf(first)}.`,
      details: [`Cobre ${coverageOf(first)}.`],
    };
  const ranking = areAlike(open) ? rank(open) : undefined;
  return ranking === undefined ? ofUnlike(open, commonItems) : ofAlike(ranking);
}

function ofAlike(ranking: Ranking): ComparisonSentence {
  const { basis, total, cheapest } = ranking;
  const isTie = cheapest.length > 1;
  const at = basis === 'landed' ? ` ${isTie ? 'postas' : 'posta'} na fazenda` : ' pelos itens';
  const amount = `${formatMoney(total)}${isTie ? ' cada' : ''}${withoutFreight(ranking)}`;
  return {
    answer: isTie
      ? `Empatadas como as mais baratas${at}: ${listOf(cheapest.map(nameOf))}, ${amount}.`
      : `Mais barata${at}: ${listOf(cheapest.map(nameOf))}, ${amount}.`,
    details: [coverageAndDelivery(ranking)],
  };
}

/** The proposals offer different items or quantities. */
function ofUnlike(open: readonly Weighed[], commonItems: number): ComparisonSentence {
  const most = Math.max(...open.map(({ pricedItems }) => pricedItems));
  const widest = open.filter(({ pricedItems }) => pricedItems === most);
  const common = commonSentence(open, commonItems);
  const ranking = widest.length < open.length && areAlike(widest) ? rank(widest) : undefined;
  if (ranking !== undefined) {
    const rest = open.filter((one) => !widest.includes(one));
    return { answer: widestSentence(ranking), details: [fewer(rest), common].filter(isSome) };
  }
  const unlike = 'As propostas não oferecem os mesmos itens nas mesmas quantidades';
  return common === undefined
    ? { answer: `Os totais não se comparam. ${unlike}: veja item por item.`, details: [] }
    : { answer: common, details: [`${unlike}: os totais não se comparam.`] };
}

function widestSentence(ranking: Ranking): string {
  const { basis, total, cheapest, next } = ranking;
  const [first] = cheapest;
  if (first === undefined) return '';
  const coverage = coverageOf(first);
  if (cheapest.length === 1 && next === undefined)
    return `A ${nameOf(first)} cobre mais itens (${coverage}): ${costOf(first)}.`;
  const [verb, ending] = cheapest.length > 1 ? ['as mais baratas', 's'] : ['a mais barata', ''];
  const at = basis === 'landed' ? ` posta${ending} na fazenda` : ' pelos itens';
  return (
    `Entre as que cobrem mais itens (${coverage}), ${verb}${at}: ` +
    `${listOf(cheapest.map(nameOf))}, ${formatMoney(total)}${withoutFreight(ranking)}.`
  );
}

function fewer(rest: readonly Weighed[]): string {
  const parts = rest.map((one) => `${letterOf(one)} (${coverageOf(one)})`);
  return rest.length === 1 ? `Cobre menos: ${listOf(parts)}.` : `Cobrem menos: ${listOf(parts)}.`;
}

function commonSentence(open: readonly Weighed[], commonItems: number): string | undefined {
  const lowest = open.filter(({ isLowestCommon }) => isLowestCommon);
  const [first] = lowest;
  if (first === undefined) return undefined;
  const items =
    commonItems === 1 ? 'No item que todas cotam' : `Nos ${commonItems} itens que todas cotam`;
  const which = lowest.length === 1 ? 'a mais barata é' : 'as mais baratas são';
  return `${items}, ${which} ${listOf(lowest.map((one) => `a ${nameOf(one)}`))}: ${formatMoney(first.commonTotal)}, sem frete.`;
}

/** Describes the cheapest beside the next one: `Cobre 4 de 4 itens e entrega 3 dias antes da B.` */
function coverageAndDelivery({ cheapest, next }: Ranking): string {
  const [first] = cheapest;
  if (first === undefined) return '';
  if (cheapest.length > 1) return `Cobrem ${coverageOf(first)}.`;
  const delivery = next === undefined ? undefined : deliveryBeside(first, next);
  return `Cobre ${coverageOf(first)}${delivery === undefined ? '' : ` e entrega ${delivery}`}.`;
}

function deliveryBeside(own: Weighed, other: Weighed): string | undefined {
  if (own.deliveryDays === null || other.deliveryDays === null) return undefined;
  const days = other.deliveryDays - own.deliveryDays;
  if (days === 0) return `no mesmo prazo da ${letterOf(other)}`;
  const count = countOf(Math.abs(days), ['dia', 'dias']);
  return `${count} ${days > 0 ? 'antes' : 'depois'} da ${letterOf(other)}`;
}

const reasons: Readonly<Record<LandedUnknownReason, string>> = {
  freight_unknown: 'que não foi informado',
  freight_by_producer: 'que fica por sua conta',
};

function withoutFreight({ withoutFreight: missing }: Ranking): string {
  const parts = (Object.keys(reasons) as LandedUnknownReason[]).flatMap((reason) => {
    const of = missing.filter(({ landed }) => !landed.isKnown && landed.reason === reason);
    return of.length === 0 ? [] : [`de ${listOf(of.map(letterOf))}, ${reasons[reason]}`];
  });
  return parts.length === 0 ? '' : `, sem o frete ${parts.join(', nem o ')}`;
}

const costOf = ({ landed, itemsTotal }: Weighed): string =>
  landed.isKnown
    ? `${formatMoney(landed.total)} posta na fazenda`
    : `${formatMoney(itemsTotal)}, sem o frete, ${reasons[landed.reason]}`;
const coverageOf = ({ pricedItems, totalItems }: Weighed): string =>
  `${pricedItems} de ${countOf(totalItems, ['item', 'itens'])}`;
const list = new Intl.ListFormat('pt-BR', { type: 'conjunction' });
const listOf = (parts: readonly string[]): string => list.format(parts);
const isSome = <T>(value: T | undefined): value is T => value !== undefined;
