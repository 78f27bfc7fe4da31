import { mapCharacters } from './map-characters.ts';

/** Letters of other scripts, or of ours with a stroke, that are read as these; each string follows its letter. */
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
/** Where alphabets of signs that are no letters to Unicode begin: (A), [A] in black, and flags. */
const SIGNS = [0x1f150, 0x1f170, 0x1f1e6];

/** What has no ink of its own: nothing, for whoever reads. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}]/u;

/** The Latin letter that a character is read as, the nothing that is seen of it, or itself. */
export function seenAs(character: string): string {
  const letter = readAs.get(character);
  if (letter !== undefined) return letter;
  if (INVISIBLE.test(character)) return '';
  const code = character.codePointAt(0) ?? 0;
  const start = SIGNS.find((first) => code >= first && code < first + 26);
  return start === undefined ? character : String.fromCodePoint(0x61 + code - start);
}

/** A text as contacts are sought in it, and for each of its units where it stands in the original; one entry more for the end. */
export interface PlainText {
  readonly plain: string;
  readonly origins: readonly number[] | undefined;
}

/** Nothing in such a text looks like something else. */
const USUAL =
  /^[\n\r -~\u00A1-\u00A9\u00AB\u00AC\u00AE-\u00B1\u00B4-\u00B8\u00BB-\u00D7\u00D9-\u00F7\u00F9-\u00FF\u2013]*$/;

/** Digits, letters, dots, hyphens and spaces as anybody reads them, whatever script or width they are written in. `origins` is undefined where nothing changes. */
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
  // Whole words in one sign, fractions and the like stay: they are no part of a contact.
  const one = Array.from(composed).length === 1 ? composed : seen;
  return /\p{Nd}/u.test(one) && one > '9' ? String(digitOf(one)) : one;
}

/** Digits of every script stand in a row, from 0 to 9. */
function digitOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let value = 0;
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1;
  return value;
}
