/** Ten digits for a landline, eleven with the leading 9 of a mobile; the area code has no zero. */
const NATIONAL = /^[1-9]{2}(?:9\d{8}|[2-9]\d{7})$/;

/** Reads a Brazilian number, `+55` or trunk 0 in front or not, into its 10 or 11 digits; null when it is none. */
export function parsePhone(raw: string): string | null {
  if (!/^\+?[\d\s().-]+$/.test(raw.trim())) return null;
  const digits = raw.replaceAll(/\D/g, '');
  const national = raw.trim().startsWith('+') ? withoutCountry(digits) : withoutPrefix(digits);
  return NATIONAL.test(national) ? national : null;
}

function withoutCountry(digits: string): string {
  return digits.startsWith('55') ? digits.slice(2) : '';
}

/** 55 is the country's code in front of a whole number, and an area code else. */
function withoutPrefix(digits: string): string {
  return digits.length > 11 && digits.startsWith('55') ? digits.slice(2) : digits.replace(/^0/, '');
}

/** `65999998888` as `(65) 99999-8888`. */
export function formatPhone(phone: string): string {
  return phone.replace(/^(\d{2})(\d{4,5})(\d{4})$/, '($1) $2-$3');
}

/** The number with the country's code and no sign, as messaging services take it: `5565999998888`. */
export function internationalPhone(phone: string): string {
  return `55${phone}`;
}
