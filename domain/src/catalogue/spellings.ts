/** However 2,4-D is written: `2,4D`, `2.4-D`, `24D`, `2 4 D`. */
const TWO_FOUR_D = /(?<![\p{L}\d,.])2[ ,.]?4[ -]?d(?=$|[^\p{L}\d])/gu;

/** Returns a folded text with 2,4-D as the catalogue writes it. */
export const withSubstances = (folded: string): string => folded.replaceAll(TWO_FOUR_D, '2,4-d');

/** Signs inside names, concentrations and formulas, which people leave out or write otherwise. */
export const SIGNS = ',.-/';

/**
 * Returns a word without the signs inside it, `24d` or `041408`; undefined where it is too short to
 * name something.
 */
export const plainWord = (word: string): string | undefined => {
  const plain = word.replaceAll(/[,.\-/]/g, '');
  const isMixed = /\d/.test(plain) && /\p{L}/u.test(plain);
  const isTelling = isMixed ? plain.length >= 3 : plain.length >= 5;
  return isTelling && /[\d,.\-/]/.test(word) ? plain : undefined;
};

/**
 * Returns the other ways in which the numbers of a formula may be written, `04-14-08` for `4-14-8`
 * and the reverse; none for other words.
 */
export function formulasOf(word: string): readonly string[] {
  const parts = /^(\d{1,2})[-./](\d{1,2})[-./](\d{1,2})$/.exec(word)?.slice(1);
  if (parts === undefined) return [];
  return [
    parts.map((part) => part.padStart(2, '0')).join('-'),
    parts.map((part) => String(Number(part))).join('-'),
  ].filter((one) => one !== word);
}

/**
 * Returns the fertilizer formula that a spreadsheet took for a date: `20-05-20` for `20/05/2020`;
 * undefined for any other text.
 */
export const formulaOfDate = (cell: string): string | undefined => {
  const date = /^(\d{1,2})\/(\d{1,2})\/(?:19|20)(\d{2})$/.exec(cell.trim());
  return date
    ?.slice(1)
    .map((part) => part.padStart(2, '0'))
    .join('-');
};
