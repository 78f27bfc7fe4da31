import { typedNumber } from './text/typed-text.ts';

/** Alternatives for the area codes that exist in Brazil. */
export const AREA_CODES = '1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9]';

/** Ten digits for a landline, eleven for a mobile, which begins with 9 after the area code. */
const NATIONAL = new RegExp(`^(?:${AREA_CODES})(?:9\\d{8}|[2-5]\\d{7})$`);
/** A mobile as it was before 2016; each got a 9 in front, and no landline begins with these. */
const EIGHT_DIGIT_MOBILE = /^(\d{2})([6-9]\d{7})$/;

/**
 * Parses a Brazilian number into its 10 or 11 digits: with or without `+55` or `0055`, a trunk 0 or
 * a carrier (`0xx65`, `015 65`); a mobile without its ninth digit gets it. Returns null when it is
 * invalid.
 */
export function parsePhone(raw: string): string | null {
  const typed = typedNumber(raw)
    .trim()
    .replace(/^(\(? ?)0 ?xx/i, '$10');
  if (!/^\+?[\d\s().-]+$/.test(typed)) return null;
  const digits = typed.replaceAll(/\D/g, '');
  const dialled = typed.startsWith('+') ? withoutCountry(digits) : withoutPrefix(digits);
  const national = dialled
    .replace(/^0(?:\d{2})?(?=\d{10,11}$)/, '')
    .replace(EIGHT_DIGIT_MOBILE, '$19$2');
  return NATIONAL.test(national) ? national : null;
}

function withoutCountry(digits: string): string {
  return digits.startsWith('55') ? digits.slice(2) : '';
}

/**
 * A leading 55 is the country code only when a whole number follows; otherwise it is an area code.
 */
function withoutPrefix(digits: string): string {
  if (digits.startsWith('0055')) return digits.slice(4);
  return digits.length > 11 && digits.startsWith('55') ? digits.slice(2) : digits;
}

/** Formats `65999998888` as `(65) 99999-8888`. */
export function formatPhone(phone: string): string {
  return phone.replace(/^(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3');
}

/**
 * Returns the number with the country code and without a sign, as messaging services expect it:
 * `5565999998888`.
 */
export function internationalPhone(phone: string): string {
  return `55${phone}`;
}
