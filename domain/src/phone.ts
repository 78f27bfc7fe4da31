/**
 * Ten digits for a landline, eleven for a mobile, which begins with 9 after the area code; area
 * codes contain no zero.
 */
const NATIONAL = /^[1-9]{2}(?:9\d{8}|[2-9]\d{7})$/;

/** Alternatives for the area codes that exist in Brazil. */
export const AREA_CODES = '1[1-9]|2[12478]|3[1-578]|4[1-9]|5[1345]|6[1-9]|7[134579]|8[1-9]|9[1-9]';

/**
 * Parses a Brazilian number, with or without `+55` or a trunk 0, into its 10 or 11 digits; returns
 * null when it is invalid.
 */
export function parsePhone(raw: string): string | null {
  if (!/^\+?[\d\s().-]+$/.test(raw.trim())) return null;
  const digits = raw.replaceAll(/\D/g, '');
  const national = raw.trim().startsWith('+') ? withoutCountry(digits) : withoutPrefix(digits);
  return NATIONAL.test(national) ? national : null;
}

function withoutCountry(digits: string): string {
  return digits.startsWith('55') ? digits.slice(2) : '';
}

/**
 * A leading 55 is the country code only when a whole number follows; otherwise it is an area code.
 */
function withoutPrefix(digits: string): string {
  return digits.length > 11 && digits.startsWith('55') ? digits.slice(2) : digits.replace(/^0/, '');
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
