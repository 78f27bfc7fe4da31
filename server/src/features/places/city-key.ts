import { fold } from '@lavra/domain/text/fold';

/** The form city names are compared in: folded, hyphens and apostrophes as spaces, one space between words. */
export const cityKey = (name: string): string =>
  fold(name)
    .replaceAll(/['’‘`´\u2010-\u2015-]/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim();
