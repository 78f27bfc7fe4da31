/** Maximum of any decimal value, 9,999,999,999,999.99, here in hundredths. */
const MAX_VALUE = { units: 999_999_999_999_999n, scale: 2, integerDigits: 13 } as const;

/** Lengths are bounded so that a malicious string cannot make parsing expensive. */
const DECIMAL = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?(?:[eE]([+-]?\d{1,5}))?$/;

/** A JSON number preserves any decimal of up to this many significant digits. */
const EXACT_DIGITS = 15;

export type DecimalProblem =
  | 'not_a_number'
  | 'negative'
  | 'too_many_decimals'
  | 'too_large'
  | 'too_precise';

export type ParsedDecimal =
  | { readonly ok: true; readonly units: bigint }
  | { readonly ok: false; readonly reason: DecimalProblem };

/**
 * Parses a JSON number (by its shortest decimal string) or a decimal string into units of
 * 10^-scale. Never rounds: returns a problem for a value that exceeds the scale or the maximum.
 */
export function parseDecimal(value: number | string, scale: number): ParsedDecimal {
  const match = DECIMAL.exec(String(value));
  if (match === null) return refuse('not_a_number');
  const [, sign, integer = '', fraction = '', exponent = '0'] = match;
  const significant = (integer + fraction).replace(/^0+/, '');
  const digits = significant.replace(/0+$/, '');
  if (digits === '') return { ok: true, units: 0n };
  if (sign === '-') return refuse('negative');
  const power = Number(exponent) - fraction.length + (significant.length - digits.length);
  return scaleDigits(digits, power, scale);
}

/**
 * Parses user input like `parseDecimal`, and also rejects digits that a JSON number could not
 * return exactly.
 */
export function parseExact(value: number | string, scale: number): ParsedDecimal {
  const parsed = parseDecimal(value, scale);
  const isExact = !parsed.ok || parsed.units.toString().replace(/0+$/, '').length <= EXACT_DIGITS;
  return isExact ? parsed : refuse('too_precise');
}

/**
 * Converts `digits` × 10^power to units of 10^-scale; checks range and scale before computing a
 * large power.
 */
function scaleDigits(digits: string, power: number, scale: number): ParsedDecimal {
  if (digits.length + power > MAX_VALUE.integerDigits) return refuse('too_large');
  if (-power > scale)
    return refuse(isAboveMaximum(digits, power) ? 'too_large' : 'too_many_decimals');
  const units = BigInt(digits) * 10n ** BigInt(scale + power);
  return units > maxUnits(scale) ? refuse('too_large') : { ok: true, units };
}

function isAboveMaximum(digits: string, power: number): boolean {
  return -power <= 40 && BigInt(digits) > maxUnits(-power);
}

/** Returns the maximum in units of 10^-scale. */
export function maxUnits(scale: number): bigint {
  return scale >= MAX_VALUE.scale
    ? MAX_VALUE.units * 10n ** BigInt(scale - MAX_VALUE.scale)
    : MAX_VALUE.units / 10n ** BigInt(MAX_VALUE.scale - scale);
}

function refuse(reason: DecimalProblem): ParsedDecimal {
  return { ok: false, reason };
}

/** Formats units as the decimal text that the database parses: `12345n` at scale 2 is `123.45`. */
export function formatDecimal(units: bigint, scale: number): string {
  const sign = units < 0n ? '-' : '';
  const digits = (units < 0n ? -units : units).toString().padStart(scale + 1, '0');
  if (scale === 0) return sign + digits;
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Returns the nearest JSON number; for presenters only, never for calculations. */
export function decimalToNumber(units: bigint, scale: number): number {
  return Number(formatDecimal(units, scale));
}

/** Converts units to another scale; rounds half away from zero, as PostgreSQL rounds `numeric`. */
export function roundHalfAwayFromZero(units: bigint, fromScale: number, toScale: number): bigint {
  if (toScale >= fromScale) return units * 10n ** BigInt(toScale - fromScale);
  const divisor = 10n ** BigInt(fromScale - toScale);
  const half = units < 0n ? -divisor / 2n : divisor / 2n;
  return (units + half) / divisor;
}
