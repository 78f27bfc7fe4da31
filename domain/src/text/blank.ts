/** True when there is nothing to see: empty, or white space and invisible characters only. */
export function isBlank(text: string): boolean {
  return !/[^\s\p{C}]/u.test(text);
}

/** The text without space around it, or null when it is blank. */
export function blankToNull(text: string | null): string | null {
  return text === null || isBlank(text) ? null : text.trim();
}
