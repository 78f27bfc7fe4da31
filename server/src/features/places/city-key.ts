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

/**
 * Returns the form in which a whole name is recognized: `Mirassol d'Oeste` is written
 * `MIRASSOL DOESTE`, `Mogi-Mirim` without its hyphen.
 */
export const joinedCityKey = (name: string): string => cityKey(name).replaceAll(' ', '');
