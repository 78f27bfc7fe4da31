import { typedNumber } from '@lavra/domain/text/typed-text';

/**
 * A decimal as users type it, as plain text for `domain/money` (`1234.56`), or the reason it is
 * invalid.
 */
export type TypedDecimal =
  | { readonly ok: true; readonly decimal: string }
  | { readonly ok: false; readonly reason: 'not_a_number' | 'negative' | 'ambiguous' };

const MAX_LENGTH = 40;
const refuse = (reason: 'not_a_number' | 'negative' | 'ambiguous'): TypedDecimal => ({
  ok: false,
  reason,
});

/**
 * Parses `1.234,56`, `1234,56`, `1234.56`, `1,234.56` and `R$ 10`. A single point before three
 * digits (`1.500`) may mean either and is rejected: a wrong guess would change a price a
 * thousandfold.
 */
export function parsePtBrDecimal(typed: string): TypedDecimal {
  const text = typedNumber(typed)
    .replace(/^\s*R\$/i, '')
    .replaceAll(/[\s\u00A0\u202F]/g, '');
  if (text === '' || text.length > MAX_LENGTH || !/^-?[\d.,]+$/.test(text) || !/\d/.test(text))
    return refuse('not_a_number');
  if (text.startsWith('-')) return refuse('negative');
  const comma = text.lastIndexOf(',');
  const point = text.lastIndexOf('.');
  if (comma === -1 && point === -1) return plain(text, '');
  if (comma !== -1 && point !== -1) return split(text, comma > point ? ',' : '.');
  const sign = comma === -1 ? '.' : ',';
  if (text.indexOf(sign) !== text.lastIndexOf(sign)) return grouped(text, sign);
  if (sign === '.' && /^[1-9]\d{0,2}\.\d{3}$/.test(text)) return refuse('ambiguous');
  return split(text, sign);
}

/** Splits at the one decimal sign; before it come digits in groups of three or in one run. */
function split(text: string, decimalSign: '.' | ','): TypedDecimal {
  const at = text.lastIndexOf(decimalSign);
  const whole = text.slice(0, at);
  const fraction = text.slice(at + 1);
  const groupSign = decimalSign === ',' ? '.' : ',';
  if (!/^\d*$/.test(fraction) || whole.includes(decimalSign)) return refuse('not_a_number');
  if (whole.includes(groupSign)) {
    const groups = grouped(whole, groupSign);
    return groups.ok ? plain(groups.decimal, fraction) : groups;
  }
  return plain(whole, fraction);
}

function grouped(text: string, sign: '.' | ','): TypedDecimal {
  const [first = '', ...rest] = text.split(sign);
  const isGrouped = /^\d{1,3}$/.test(first) && rest.every((group) => /^\d{3}$/.test(group));
  return isGrouped ? plain(first + rest.join(''), '') : refuse('not_a_number');
}

const plain = (whole: string, fraction: string): TypedDecimal => ({
  ok: true,
  decimal: `${whole || '0'}${fraction === '' ? '' : `.${fraction}`}`,
});

/**
 * Formats exact decimal text as a Brazilian spreadsheet reads it: `1234,5`; at least `least`
 * decimals, no grouping.
 */
export function typedDecimal(decimal: string, least = 0): string {
  const [whole = '', fraction = ''] = decimal.split('.');
  const shown = fraction.replace(/0+$/, '').padEnd(least, '0');
  return shown === '' ? whole : `${whole},${shown}`;
}
