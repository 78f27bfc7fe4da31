/**
 * The form texts are compared in: compatibility-decomposed (NFKD), without combining accents
 * (U+0300 to U+036F), ASCII letters lower-case. Character for character what the database's `fold()` gives.
 */
export function fold(text: string): string {
  return lowerAscii(text.normalize('NFKD').replaceAll(/[\u0300-\u036F]/g, ''));
}

/** Lower-cases A to Z alone: no locale, no length change, no look-alikes turned into letters. */
export function lowerAscii(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
