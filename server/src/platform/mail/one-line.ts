/** Returns text for a header: one line, nothing invisible, at most `max` characters. */
export const oneLine = (text: string, max = 200): string =>
  text
    .replaceAll(/[\s\p{C}]+/gu, ' ')
    .trim()
    .slice(0, max);
