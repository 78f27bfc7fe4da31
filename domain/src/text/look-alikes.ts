import { mapCharacters } from './map-characters.ts';

/**
 * Characters that are read as each Latin letter: letters of other scripts, and Latin letters with a
 * stroke.
 */
const READ_AS: Readonly<Record<string, string>> = {
  a: 'аαɑᴀА\u0391',
  b: 'ʙВ\u0392ƀ',
  c: 'сϲᴄС\u03F9',
  d: 'ԁđᴅ',
  e: 'еєᴇЕ\u0395ɛ',
  f: 'ꜰ',
  g: 'ɡɢց',
  h: 'һʜН\u0397ħ',
  i: 'іιıɪІ\u0399ɩ',
  j: 'јᴊЈ',
  k: 'кκᴋК\u039A',
  l: 'ӏʟłⅼ',
  m: 'мᴍМ\u039C',
  n: 'ոɴη\u039D',
  o: 'оοσᴏО\u039Føօ',
  p: 'рρᴘР\u03A1',
  q: 'ԛ',
  r: 'гʀ',
  s: 'ѕꜱЅ',
  t: 'тτᴛТ\u03A4ŧ',
  u: 'υսᴜц',
  v: 'νᴠѵ',
  w: 'ԝᴡω',
  x: 'хχХ\u03A7',
  y: 'уγʏУ\u03A5',
  z: 'ᴢ\u0396ƶ',
};
const readAs = new Map(
  Object.entries(READ_AS).flatMap(([letter, all]) =>
    Array.from(all, (one) => [one, letter] as const),
  ),
);
/**
 * First code points of alphabets that Unicode classifies as symbols, not letters: (A), [A] in
 * black, and flags.
 */
const SIGNS = [0x1f150, 0x1f170, 0x1f1e6];

/** Invisible characters. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/**
 * Returns the Latin letter that a character is read as, an empty string for an invisible one, or
 * the character itself.
 */
export function seenAs(character: string): string {
  const letter = readAs.get(character);
  if (letter !== undefined) return letter;
  if (INVISIBLE.test(character)) return '';
  const code = character.codePointAt(0) ?? 0;
  const start = SIGNS.find((first) => code >= first && code < first + 26);
  return start === undefined ? character : String.fromCodePoint(0x61 + code - start);
}

/**
 * A text normalised for the contact search, and for each of its UTF-16 units the position in the
 * original, with one more entry for the end.
 */
export interface PlainText {
  readonly plain: string;
  readonly origins: readonly number[] | undefined;
}

/** A text of only these characters contains no look-alikes. */
const USUAL =
  /^[\n\r -~\u00A1-\u00A9\u00AB\u00AC\u00AE-\u00B1\u00B4-\u00B8\u00BB-\u00D7\u00D9-\u00F7\u00F9-\u00FF\u2013]*$/;

/**
 * Converts digits, letters, dots, hyphens and spaces of any script or width to their plain form.
 * `origins` is undefined when nothing changes.
 */
export function plainText(text: string): PlainText {
  if (USUAL.test(text)) return { plain: text, origins: undefined };
  const { mapped, origins } = mapCharacters(text, plainOf);
  return { plain: mapped, origins };
}

function plainOf(character: string): string {
  const seen = seenAs(character);
  if (seen === '') return '';
  if (seen === '\t' || /\p{Zs}/u.test(seen)) return ' ';
  if (/[\p{Pd}\u2212]/u.test(seen)) return '-';
  if (seen === '。' || seen === '｡') return '.';
  const composed = seen.normalize('NFKC');
  // Keeps single characters that stand for whole words, fractions and the like: they are not part
  // of a contact.
  const one = Array.from(composed).length === 1 ? composed : seen;
  return /\p{Nd}/u.test(one) && one > '9' ? String(digitOf(one)) : one;
}

/** The digits 0 to 9 of every script have consecutive code points. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value;
}
