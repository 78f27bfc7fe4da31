import { fold } from '@lavra/domain/text/fold';

/**
 * Returns the form in which city names are compared: folded, hyphens and apostrophes as spaces, one
 * space between words, `Sta.` and `Sto.` in full.
 */
export const cityKey = (name: string): string =>
  fold(name)
    .replaceAll(/['’‘`´\u2010-\u2015-]/g, ' ')
    .replaceAll(/\bst([ao])\b\.? /g, 'sant$1 ')
    .replaceAll(/\s+/g, ' ')
    .trim();

/**
 * Returns the form in which a whole name is recognized: `Mirassol d'Oeste` is written
 * `MIRASSOL DOESTE` and `Mirassol do Oeste`, `Mogi-Mirim` without its hyphen.
 */
export const joinedCityKey = (name: string): string => joined(cityKey(name));

const joined = (key: string): string => key.replaceAll(' ', '').replace('dooeste', 'doeste');

/** The same in SQL, of a column that holds a `cityKey`. */
export const joinedInSql = (column: string): string =>
  `replace(replace(${column}, ' ', ''), 'dooeste', 'doeste')`;

/** Returns the forms that a search looks for: some towns are *d'Oeste*, others *do Oeste*. */
export const searchedCityKeys = (key: string): readonly string[] => {
  const other = key.replace(/\bdo? oeste\b/, (west) =>
    west === 'd oeste' ? 'do oeste' : 'd oeste',
  );
  return other === key ? [key] : [key, other];
};

/** Returns a name without its own state behind it: `Sorriso/MT`, `Sorriso - MT`, `Sorriso (MT)`. */
export const withoutState = (name: string, uf: string): string => {
  const trimmed = name.trimEnd();
  const [behind, state] =
    /\s*[/,(\u2013-]\s*([a-z]{2})\)?$/i.exec(trimmed.slice(-LONGEST_STATE)) ?? [];
  return behind !== undefined && state?.toUpperCase() === uf
    ? trimmed.slice(0, -behind.length)
    : name;
};
const LONGEST_STATE = 8;
