import { fold } from '@lavra/domain/text/fold';

/**
 * Returns the folded text as a LIKE pattern that matches it anywhere, with its own wildcards taken
 * literally.
 */
export const likePattern = (text: string): string =>
  `%${fold(text).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
