import { convertCurrencyToWords } from '@brazilian-utils/brazilian-utils/convert-currency-to-words';

const AMOUNT = /^1?\d{1,13}(\.\d{1,2}0*)?$/;
const BETWEEN_GROUPS = /(mil|lhão|lhões) (?!e |de |reais)/g;

/**
 * Returns an amount in words: '269555.00' → 'duzentos e sessenta e nove mil, quinhentos e cinquenta
 * e cinco reais'. Exact from 0 to 19999999999999.99, which the largest items and the largest freight
 * stay below: the cents of such amounts survive a double. Throws RangeError beyond.
 */
export function amountInWords(decimal: string): string {
  if (!AMOUNT.test(decimal))
    throw new RangeError(`not an amount that can be written in words: ${decimal}`);
  return convertCurrencyToWords(Number(decimal)).replace(BETWEEN_GROUPS, '$1, ');
}
