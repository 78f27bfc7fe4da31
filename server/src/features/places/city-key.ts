import { fold } from '@lavra/domain/text/fold';

/**
 * Returns the form in which city names are compared: folded, hyphens and apostrophes as spaces, one
 * space between words.
 */
export const cityKey = (name: string): string =>
  fold(name)
    .replaceAll(/['’‘`´\u2010-\u2015-]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
