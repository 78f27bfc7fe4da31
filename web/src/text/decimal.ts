import { typedNumber } from '@lavra/domain/text/typed-text';

export { countOf, daysOf, formatCount, wordsFor } from '@lavra/domain/text/count-of';

/**
 * Parses a decimal as people type it, `1.234,56`, `1234,56` or `1234.56`, into plain digits with a
 * point: `1234.56`. A point before exactly three digits separates thousands, unless the digits
 * before it rule that out: `0.500` is a half. Returns undefined when the text is not a number ≥ 0.
 */
export function parseDecimal(text: string): string | undefined {
  const typed = typedNumber(text)
    .replaceAll(/[\s\u00A0]/g, '')
    .replace(/^R\$/i, '');
  if (/^\d+(?:,\d*)?$/.test(typed)) return plain(typed.replace(',', '.'));
  if (/^[1-9]\d{0,2}(?:\.\d{3})+(?:,\d*)?$/.test(typed))
    return plain(typed.replaceAll('.', '').replace(',', '.'));
  if (/^\d+\.\d*$/.test(typed)) return plain(typed);
  return /^[.,]\d+$/.test(typed) ? plain(`0${typed.replace(',', '.')}`) : undefined;
}

function plain(digits: string): string {
  const [whole = '', fraction = ''] = digits.split('.');
  const short = fraction.replace(/0+$/, '');
  return `${whole.replace(/^0+(?=\d)/, '')}${short === '' ? '' : `.${short}`}`;
}

/**
 * Parses a typed decimal into a number to send; undefined when it is not a number or has more
 * decimals than `scale`.
 */
export function readDecimal(text: string, scale: number): number | undefined {
  const digits = parseDecimal(text);
  if (digits === undefined || (digits.split('.')[1] ?? '').length > scale) return undefined;
  return Number(digits);
}

const decimals = (least: number, most: number): Intl.NumberFormat =>
  new Intl.NumberFormat('pt-BR', { minimumFractionDigits: least, maximumFractionDigits: most });
const money = new Intl.NumberFormat('pt-BR', { style: 'currency', currency: 'BRL' });
const price = new Intl.NumberFormat('pt-BR', {
  style: 'currency',
  currency: 'BRL',
  minimumFractionDigits: 2,
  maximumFractionDigits: 4,
});
const compactMoney = new Intl.NumberFormat('pt-BR', {
  style: 'currency',
  currency: 'BRL',
  notation: 'compact',
  maximumFractionDigits: 1,
});
const wholeOrCents = new Intl.NumberFormat('pt-BR', {
  style: 'currency',
  currency: 'BRL',
  trailingZeroDisplay: 'stripIfInteger',
});
const quantity = decimals(0, 3);
const percent = new Intl.NumberFormat('pt-BR', { style: 'percent', maximumFractionDigits: 1 });

/** Formats money: `R$ 1.234,56`, with a non-breaking space. */
export const formatMoney = (amount: number): string => money.format(amount);
/**
 * Formats a unit price with two decimals, or up to four where they are significant: `R$ 21,4892`.
 */
export const formatUnitPrice = (amount: number): string => price.format(amount);
/** Formats money for charts and cards: `R$ 1,2 mi`, below a thousand with its cents. */
export const formatCompactMoney = (amount: number): string =>
  (Math.abs(amount) < 1000 ? wholeOrCents : compactMoney).format(amount);
/** Formats a quantity with up to three decimals, and its unit when there is one: `1.250,5 ha`. */
export const formatQuantity = (amount: number, unit?: string): string =>
  unit === undefined ? quantity.format(amount) : `${quantity.format(amount)}\u00A0${unit}`;
/** Formats the size of a file, at least 1 KB: `512 KB`, `1,5 MB`. */
export const formatBytes = (bytes: number): string =>
  bytes < 1_048_576
    ? `${quantity.format(Math.max(1, Math.round(bytes / 1024)))}\u00A0KB`
    : `${quantity.format(Math.round(bytes / 104_857.6) / 10)}\u00A0MB`;
/** Formats 12.3 as `12,3%`. */
export const formatPercent = (points: number): string => percent.format(points / 100);
