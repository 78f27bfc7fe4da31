import { typedNumber } from './text/typed-text.ts';

/** Parses a CEP, masked or not, into its 8 digits; returns null when it is invalid. */
export function parsePostalCode(raw: string): string | null {
  const match = /^(\d{2})\.?(\d{3})(?: ?- ?|\s)?(\d{3})$/.exec(typedNumber(raw).trim());
  return match === null ? null : match.slice(1).join('');
}

/** Formats `78550000` as `78550-000`. */
export function formatPostalCode(postalCode: string): string {
  return postalCode.replace(/^(\d{5})(\d{3})$/, '$1-$2');
}
