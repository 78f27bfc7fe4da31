import { formatDecimal } from '@lavra/domain/money/decimal';
import { betweenExtremes } from '@lavra/domain/proposal/between-extremes';
import { AMOUNT_SCALE, parseAmount } from '@lavra/domain/money/proposal-total';
import { formatMoney } from '../../../platform/text/format-pt-br.ts';
import type { DecisionAnswer, DecisionContent } from './decision-content.ts';
import { isOfChosen } from './decision-winners.ts';

/**
 * Returns the chosen total between the dearest and the cheapest of the proposals that price its
 * items in the same quantities, in the words of the result's page. Empty where no other does, and
 * where the record does not show the prices of all.
 */
export function standingAmongOthers(content: DecisionContent): string {
  const { items, proposals, chosen, shown } = content;
  if (shown !== undefined) return '';
  const offers = proposals
    .filter(({ status, available }) => status !== 'cancelled' && available !== false)
    .map(({ letter }) => ({
      letter,
      answers: items.map(({ answers }) => answers.find((one) => one.letter === letter)),
    }));
  const own = (offers.find(({ letter }) => letter === chosen)?.answers ?? []).map(
    (answer, index) =>
      items[index] !== undefined && isOfChosen(content, items[index]) ? answer : undefined,
  );
  const totals = offers
    .filter(({ answers }) =>
      own.every((one, item) => !isPriced(one) || matches(one, answers[item])),
    )
    .map(({ answers }) => totalOf(answers.filter((_, item) => isPriced(own[item]))));
  const total = totalOf(own.filter(isPriced));
  const highest = totals.reduce((most, one) => (one > most ? one : most), total);
  const lowest = totals.reduce((least, one) => (one < least ? one : least), total);
  if (totals.length < 2) return ''; // the chosen one alone
  const said = (cents: bigint): string | null => (cents === 0n ? null : inReais(cents));
  return betweenExtremes(said(highest - total), said(total - lowest));
}

type Answer = DecisionAnswer | undefined;
const isPriced = (answer: Answer): boolean => answer !== undefined && answer.unit_price !== null;
const matches = (own: Answer, other: Answer): boolean =>
  isPriced(other) && other?.quantity === own?.quantity;
const totalOf = (answers: readonly Answer[]): bigint =>
  answers.reduce((sum, answer) => {
    const cents = parseAmount(answer?.total_price ?? '0');
    return sum + (cents.ok ? cents.units : 0n);
  }, 0n);
const inReais = (cents: bigint): string => formatMoney(formatDecimal(cents, AMOUNT_SCALE));
