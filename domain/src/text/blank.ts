/**
 * Returns true for a text without visible characters: empty, or only white space and invisible
 * characters.
 */
export function isBlank(text: string): boolean {
  return !/[^\s\p{C}]/u.test(text);
}

/** Returns the trimmed text, or null when it is blank. */
export function blankToNull(text: string | null): string | null {
  return text === null || isBlank(text) ? null : text.trim();
}
