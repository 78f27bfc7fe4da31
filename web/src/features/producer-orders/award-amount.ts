import { decimalToNumber } from '@lavra/domain/money/decimal';
import { AMOUNT_SCALE, parseAmount } from '@lavra/domain/money/proposal-total';
import type { ReceivedProposal } from './anonymous-view.ts';

type Awarded = Pick<ReceivedProposal, 'award'>;

/** Returns what the items that were bought cost together, in reais and without freight. */
export const amountOf = (proposals: readonly Awarded[]): number =>
  sum(proposals.map(({ award }) => award?.amount ?? 0));

/** Returns what was bought, with the freight as far as it is stated, in reais. */
export const landedAmountOf = (proposals: readonly Awarded[]): number =>
  sum(proposals.flatMap(({ award }) => [award?.amount ?? 0, award?.freight_amount ?? 0]));

type Freighted = Pick<ReceivedProposal, 'freight_amount' | 'freight_kind'>;

/** Returns what a sum over these proposals lacks of their freight, to be said behind it. */
export function missingFreightText(proposals: readonly Freighted[]): string {
  const unknown = proposals.filter(
    ({ freight_amount, freight_kind }) => freight_amount === null && freight_kind !== 'included',
  );
  if (unknown.length === 0) return '';
  return unknown.length === proposals.length ? ', sem o frete' : ', sem parte do frete';
}

const sum = (amounts: readonly number[]): number =>
  decimalToNumber(
    amounts.reduce((total, amount) => {
      const parsed = parseAmount(amount);
      return total + (parsed.ok ? parsed.units : 0n);
    }, 0n),
    AMOUNT_SCALE,
  );
