import type { PurchaseProblem } from '@lavra/domain/award/award-plan';
import { decimalToNumber } from '@lavra/domain/money/decimal';
import { AMOUNT_SCALE } from '@lavra/domain/money/proposal-total';
import { ApiError, isUncertain, StillUnknown } from '../../api/api-error.ts';
import { countOf, formatMoney } from '../../text/decimal.ts';
import { freightText } from '../../text/freight.ts';
import { nameOf, type NamedProposal } from '../../ui/name-of-proposal.ts';
import type { ReceivedProposal } from '../producer-orders/anonymous-view.ts';
import type { BasketPart, BasketPlan, BasketProposal, Unbought } from './basket.ts';

export const itemsText = (count: number): string => countOf(count, ['item', 'itens']);

/** Returns why a part cannot be bought yet, and what would help. */
export function problemText(proposal: BasketProposal, problem: PurchaseProblem): string {
  const name = nameOf(proposal);
  switch (problem.code) {
    case 'minimum_not_reached':
      return `Faltam ${formatMoney(decimalToNumber(problem.missing, AMOUNT_SCALE))} para o mínimo da ${name}.`;
    case 'proposal_not_partial':
      return `A ${name} só vende a proposta inteira: escolha tudo o que ela oferece, ou nada.`;
    case 'item_not_priced':
      return `A ${name} não oferece um dos itens escolhidos.`;
  }
}

/** Returns who pays for the freight, or its amount, inside a sentence: `frete incluso (CIF)`. */
export function freightSaid(facts: Parameters<typeof freightText>[0]): string {
  const text = freightText(facts);
  return `frete ${facts.freight_amount === null ? `${text.charAt(0).toLowerCase()}${text.slice(1)}` : text}`;
}

/** Returns what the freight of a part comes to, and by which rule. */
export function partFreightText({ proposal, freightAmount }: BasketPart): string {
  if (freightAmount === null) return freightSaid(proposal);
  return proposal.freight_rule === 'proportional'
    ? `frete proporcional: ${formatMoney(freightAmount)}`
    : freightAmount === 0 && proposal.freight_amount !== 0
      ? 'frete já contado na primeira compra'
      : `frete inteiro: ${formatMoney(freightAmount)}`;
}

/** The name of a total that holds everything. */
export const FULL_SUM = 'itens e frete';

/** Returns what the total of a plan holds. */
export function sumName({ parts }: Pick<BasketPlan, 'parts'>): string {
  const known = parts.filter(
    ({ proposal, freightAmount }) => freightAmount !== null || proposal.freight_kind === 'included',
  ).length;
  if (known === parts.length) return FULL_SUM;
  return known === 0 ? 'só os itens, sem o frete' : 'itens e frete informado';
}

/**
 * Returns which proposals a choice item by item leaves out, with what their items cost, since one may
 * be the cheapest; undefined where there are none: `Sem a Proposta B · Ipê (R$ 120,00 pelos itens), que
 * só vende inteira.`
 */
export function withoutWholeText(
  proposals: readonly (NamedProposal & Pick<ReceivedProposal, 'allows_partial' | 'total_amount'>)[],
): string | undefined {
  const whole = proposals.filter(({ allows_partial }) => !allows_partial);
  if (whole.length === 0) return undefined;
  const names = list.format(
    whole.map((one) => `a ${nameOf(one)} (${formatMoney(one.total_amount)} pelos itens)`),
  );
  return `Sem ${names}, que só ${whole.length === 1 ? 'vende inteira' : 'vendem inteiras'}.`;
}

const list = new Intl.ListFormat('pt-BR', { type: 'conjunction' });

const whyUnbought: Readonly<Record<Unbought, string>> = {
  not_offered: 'ninguém oferece',
  not_chosen: 'não escolhido',
};

/** Returns what stays unbought with its reason in words. */
export const inWords = <Item>(
  left: readonly { readonly item: Item; readonly why: Unbought }[],
): readonly { readonly item: Item; readonly why: string }[] =>
  left.map(({ item, why }) => ({ item, why: whyUnbought[why] }));

/** Says that it is not known whether it was `done`, why it still is not, and what to do. */
export function uncertainText(done: 'comprado' | 'aceita', error: Error): string {
  const why = error instanceof StillUnknown ? ` ${error.message}` : '';
  return (
    `Não sabemos se foi ${done}: a confirmação não chegou.${why} ` +
    'Tente de novo: nada é comprado duas vezes. Não compre de outro antes de saber.'
  );
}

/** What to do after a refusal, by its code; others say it themselves. */
const advice: Readonly<Record<string, string>> = {
  stale_version:
    'A cotação mudou enquanto você escolhia. Confira o que está na tela e compre de novo.',
  item_already_bought: 'A tela já mostra o que falta: escolha de novo.',
  minimum_not_reached: 'Escolha mais itens dela, ou tire os que escolheu.',
  proposal_not_partial: 'Escolha tudo o que ela oferece, ou tire os itens dela.',
  reoffer_needed: 'Cote de novo o que faltou, na página do resultado.',
  proposal_unavailable: 'Escolha outra proposta para estes itens.',
};

/**
 * Explains why nothing was bought, in the service's words where it gives a reason; or that it is not
 * known whether it was, and what to do.
 */
export function refusalText(error: Error): string {
  if (isUncertain(error)) return uncertainText('comprado', error);
  if (!(error instanceof ApiError)) return `${error.message} Nada foi comprado.`;
  const help = advice[error.code];
  if (error.code === 'stale_version') return `${help ?? error.message} Nada foi comprado.`;
  return `${error.message} Nada foi comprado.${help === undefined ? '' : ` ${help}`}`;
}
