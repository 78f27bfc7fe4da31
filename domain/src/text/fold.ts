/**
 * Returns the form in which texts are compared: compatibility-decomposed (NFKD), without combining
 * accents (U+0300 to U+036F), ASCII letters in lower case. Gives exactly the same characters as the
 * database function `fold()`.
 */
export function fold(text: string): string {
  return lowerAscii(text.normalize('NFKD').replaceAll(/[\u0300-\u036F]/g, ''));
}

/**
 * Lower-cases only A to Z: independent of the locale, without changes of length and without turning
 * look-alikes into letters.
 */
export function lowerAscii(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
