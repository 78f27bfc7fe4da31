/**
 * Reads a decimal as people type it, `1.234,56`, `1234,56` or `1234.56`, into plain digits with a point: `1234.56`.
 * A point before exactly three digits groups thousands, unless what stands before it could not: `0.500` is a half.
 * Undefined when it is no number ≥ 0.
 */
export function parseDecimal(text: string): string | undefined {
  const typed = text.replaceAll(/[\s\u00A0]/g, '').replace(/^R\$/i, '');
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

/** The number of a decimal as typed, for the wire; undefined when it is none or has more decimals than `scale`. */
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
const quantity = decimals(0, 3);
const percent = new Intl.NumberFormat('pt-BR', { style: 'percent', maximumFractionDigits: 1 });

/** `R$ 1.234,56`, its space unbreakable. */
export const formatMoney = (amount: number): string => money.format(amount);
/** Two decimals, up to four where they say something: `R$ 21,4892`. */
export const formatUnitPrice = (amount: number): string => price.format(amount);
/** `R$ 1,2 mi`, for charts and cards. */
export const formatCompactMoney = (amount: number): string => compactMoney.format(amount);
/** Up to three decimals, and the unit when there is one: `1.250,5 ha`. */
export const formatQuantity = (amount: number, unit?: string): string =>
  unit === undefined ? quantity.format(amount) : `${quantity.format(amount)}\u00A0${unit}`;
/** 12.3 as `12,3%`. */
export const formatPercent = (points: number): string => percent.format(points / 100);
/** A count with its thousands: `5.571`. */
export const formatCount = (count: number): string => quantity.format(count);

/** `Nenhuma proposta`, `1 proposta`, `2 propostas`. */
export function countOf(
  count: number,
  [one, many]: readonly [string, string],
  none?: string,
): string {
  if (count === 0 && none !== undefined) return none;
  return `${formatCount(count)} ${count === 1 ? one : many}`;
}
