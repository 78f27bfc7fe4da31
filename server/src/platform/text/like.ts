import { fold } from '@lavra/domain/text/fold';

/** The folded text as a LIKE pattern that finds it anywhere, its own wildcards taken literally. */
export const likePattern = (text: string): string =>
  `%${fold(text).replaceAll(/[\\%_]/g, String.raw`\$&`)}%`;
