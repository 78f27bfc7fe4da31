/** The letters of an unlisted item's words that its name holds. */
export const MOST_NAMED = 120;
export const UNLISTED_SUFFIX = ' (fora do catálogo)';

/**
 * Returns the name of an order's item whose product is not in the catalogue, from the words of its
 * producer: `Adubo foliar X (fora do catálogo)`. The server's SQL makes the same.
 */
export const unlistedItemName = (words: string): string =>
  `${Array.from(words.replaceAll(/[\n\r\t]/g, ' '))
    .slice(0, MOST_NAMED)
    .join('')
    .trimEnd()}${UNLISTED_SUFFIX}`;

/** Returns whether the name of such an item holds all of its words. */
export const isNamedWhole = (words: string): boolean => Array.from(words).length <= MOST_NAMED;
