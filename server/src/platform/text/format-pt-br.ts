// Brazilian number and date formats, built from decimal text: a float would round the amount before
// it is printed.

const NBSP = '\u00a0';
const DECIMAL = /^(-?)(\d+)(?:\.(\d+))?$/;

/**
 * Returns 'R$ 1.234,56' with a no-break space, from '1234.56'. Throws RangeError when a fraction of
 * a cent would be lost.
 */
export function formatMoney(decimal: string): string {
  return `R$${NBSP}${formatDecimal(decimal, 2, 2)}`;
}

/** Returns '1.234,56' without the currency, for columns whose heading names it. */
export function formatAmount(decimal: string): string {
  return formatDecimal(decimal, 2, 2);
}

/** Returns '82,90' or '0,0125': two decimals, up to four when they are not zero. */
export function formatUnitPrice(decimal: string): string {
  return formatDecimal(decimal, 2, 4);
}

/** Returns '1.250,5 kg': up to three decimals, the unit after a no-break space. */
export function formatQuantity(decimal: string, unit?: string): string {
  const number = formatDecimal(decimal, 0, 3);
  return unit ? `${number}${NBSP}${unit}` : number;
}

/**
 * Formats decimal text ('-1234.5') with between `least` and `most` decimals, never rounded. Throws
 * RangeError on anything else.
 */
export function formatDecimal(decimal: string, least: number, most: number): string {
  const [, sign = '', whole = '', fraction = ''] = DECIMAL.exec(decimal) ?? [];
  const kept = fraction.replace(/0+$/, '');
  if (whole === '' || kept.length > most)
    throw new RangeError(`not a decimal with up to ${most} places: ${decimal}`);
  const grouped = whole.replace(/^0+(?=\d)/, '').replace(/\B(?=(\d{3})+$)/g, '.');
  const shown = kept.padEnd(least, '0');
  const isZero = kept === '' && /^0+$/.test(whole);
  return `${isZero ? '' : sign}${grouped}${shown === '' ? '' : `,${shown}`}`;
}

/** Returns '20/11/2026' from '2026-11-20', or from a longer text that starts so. */
export function formatDate(date: string): string {
  const [year, month, day] = date.slice(0, 10).split('-');
  if (!year || !month || !day) throw new RangeError(`not a date: ${date}`);
  return `${day}/${month}/${year}`;
}

/**
 * Returns '20/11/2026 às 14h30 (horário de Brasília)' from '2026-11-20 14:30:05', a time in the
 * zone of that label.
 */
export function formatDateTime(dateTime: string, zoneLabel: string): string {
  const [, hour, minute] = /[ T](\d{2}):(\d{2})/.exec(dateTime) ?? [];
  if (!hour || !minute) throw new RangeError(`not a date and time: ${dateTime}`);
  return `${formatDate(dateTime)} às ${hour}h${minute} (${zoneLabel})`;
}

/** Returns 'até 20/11/2026 (23h59, horário de Brasília)': a deadline's day counts to its end. */
export function formatDeadline(date: string, zoneLabel: string): string {
  return `até ${formatDate(date)} (23h59, ${zoneLabel})`;
}
