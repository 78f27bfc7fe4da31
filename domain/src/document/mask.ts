import { typedNumber } from '../text/typed-text.ts';

/**
 * Returns a document in its stored and compared form: without mask characters (`. - /` and white
 * space), ASCII letters in upper case. Keeps any other character that is seen, so that validation
 * rejects it.
 */
export function stripDocumentMask(raw: string): string {
  return typedNumber(raw)
    .replaceAll(/[.\-/\s]/g, '')
    .replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());
}

/** Returns true for one character repeated, which the check digits alone would accept. */
export function isRepeated(document: string): boolean {
  return new Set(document).size === 1;
}
