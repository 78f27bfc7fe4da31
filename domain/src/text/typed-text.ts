/**
 * Returns a text without the characters that no one sees: zero-width spaces, marks of direction,
 * soft hyphens. They come along when a text is copied from a messenger, a PDF or a contact.
 */
export const visibleText = (text: string): string =>
  text.replaceAll(/\p{Default_Ignorable_Code_Point}/gu, '');

/**
 * Returns a number with punctuation (a phone, a document, a CEP, an amount) as a keyboard types it:
 * only what is seen, and any dash or minus as a hyphen.
 */
export const typedNumber = (text: string): string =>
  visibleText(text).replaceAll(/[\p{Dash_Punctuation}\u2212]/gu, '-');
