// The fonts built into every PDF reader support WinAnsi only: one byte a character. Anything else
// would print as garbage.

const PRINTABLE = '\\x20-\\x7e\\xa0-\\xac\\xae-\\xff€‚ƒ„…†‡ˆ‰Š‹ŒŽ‘’“”•–—˜™š›œžŸ';
const ALL_PRINTABLE = new RegExp(`^[${PRINTABLE}]*$`);
const INVISIBLE = /[\p{Cc}\p{Cf}]/gu;
const MARKS = /\p{M}/gu;
const TWINS = new Map([
  ['\u2010', '-'],
  ['\u2011', '-'],
  ['\u2012', '–'],
  ['\u2015', '—'],
  ['\u2212', '–'],
  ['\u2044', '/'],
  ['\u2215', '/'],
  ['μ', 'µ'],
  ['Ω', 'Ohm'],
  ['≤', '<='],
  ['≥', '>='],
  ['≠', '<>'],
  ['≈', '~'],
  ['→', '->'],
  ['←', '<-'],
  ['′', "'"],
  ['″', '"'],
  ['\u2002', ' '],
  ['\u2003', ' '],
  ['\u2009', ' '],
  ['\u202f', '\u00a0'],
  ['\u0131', 'i'],
  ['Ł', 'L'],
  ['ł', 'l'],
  ['Đ', 'D'],
  ['đ', 'd'],
]);
const graphemes = new Intl.Segmenter('pt-BR', { granularity: 'grapheme' });

/**
 * Returns the text in characters of WinAnsi: composed accents, similar symbols, base letters, `?`
 * for the rest. Line ends stay as '\n', tabs, form feeds and the like become spaces, other control
 * characters are removed.
 */
export function toWinAnsi(text: string): string {
  if (ALL_PRINTABLE.test(text)) return text;
  return text
    .split(/\r\n|[\n\r\u2028\u2029]/)
    .map(cleanLine)
    .join('\n');
}

function cleanLine(line: string): string {
  const composed = line.normalize('NFC').replaceAll(/[\t\v\f\u0085]/g, ' ');
  if (ALL_PRINTABLE.test(composed)) return composed;
  return Array.from(graphemes.segment(composed), ({ segment }) => nearest(segment)).join('');
}

function nearest(grapheme: string): string {
  const visible = grapheme.replace(INVISIBLE, '');
  if (ALL_PRINTABLE.test(visible)) return visible;
  const plain = Array.from(
    visible.normalize('NFD').replace(MARKS, ''),
    (character) => TWINS.get(character) ?? compatible(character),
  ).join('');
  if (plain === '') return '';
  return ALL_PRINTABLE.test(plain) ? plain : '?';
}

/** Decomposes ligatures, subscripts, full-width letters and the like. */
function compatible(character: string): string {
  return ALL_PRINTABLE.test(character) ? character : character.normalize('NFKD').replace(MARKS, '');
}
