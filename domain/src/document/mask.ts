/**
 * A document as it is stored and compared: without mask characters (`. - /` and white space),
 * its ASCII letters upper-case. Any other character stays, so that validation can refuse it.
 */
export function stripDocumentMask(raw: string): string {
  return raw.replaceAll(/[.\-/\s]/g, '').replaceAll(/[a-z]/g, (letter) => letter.toUpperCase());
}

/** True when a document is one character repeated, which check digits alone let pass. */
export function isRepeated(document: string): boolean {
  return new Set(document).size === 1;
}
