import { mapCharacters } from './map-characters.ts';

/**
 * Characters that are read as each Latin letter: letters of other scripts, and Latin letters with a
 * stroke or hook.
 */
const READ_AS: Readonly<Record<string, string>> = {
  a: 'аαɑᴀАΑΛΔȺᶏⱥ',
  b: 'ʙВΒβßƀƁƂƃɃɓᴃᵬᶀꞖꞗ',
  c: 'сϲᴄСϹƇƈȻȼɕꞒꞓꞔꟄ',
  d: 'ԁđᴅĐƊƋƌȡɖɗᵭᶁᶑꝹꝺꟇꟈ',
  e: 'еєᴇЕΕΣΞεϵɛƐɆɇʚᶒᶓⱸꬲꬳꬴ',
  f: 'ꜰƑƒᵮᶂꝻꝼꞘꞙ',
  g: 'ɡɢցƓǤǥɠʛᵹᶃꝽꞠꞡꞬꟐꟑꬶ',
  h: 'һʜНΗħĦɦⱧⱨꞕꞪ',
  i: 'іιıɪІΙɩƗɨᶖ',
  j: 'јᴊЈȷɈɉɟʄʝꞲ',
  k: 'кκᴋКΚƘƙᶄⱩⱪꝀꝁꝂꝃꝄꝅꞢꞣ',
  l: 'ӏʟłⅼŁƚȴȽɫɬɭᴌᶅⱠⱡⱢꝈꝉꞎꞭꬷꬸꬹ',
  m: 'мᴍМΜɱᵯᶆⱮꬺ',
  n: 'ոɴηΝπƝƞȠȵɲɳᵰᶇꞐꞑꞤꞥꬻ',
  o: 'оοσᴏОΟØøօΘθϴƆƟǾǿɔɵᴐᴑⱺꝊꝋꝌꝍ',
  p: 'рρᴘРΡƤƥᵱᵽᶈⱣꝐꝑꝒꝓꝔꝕ',
  q: 'ԛɋʠꝖꝗꝘꝙꞯ',
  r: 'гʀɌɍɼɽɾᵲᵳᶉⱤꝚꝛꞂꞃꞦꞧ',
  s: 'ѕꜱЅȿʂᵴᶊẜẝⱾꞄꞅꞨꞩꟅꟉꟊ',
  t: 'тτᴛТΤŧŦƫƬƭƮȶȾʈᵵⱦꞆꞇ',
  u: 'υսᴜцμµᶙꞸꞹ',
  v: 'νᴠѵƲʋᶌⱱⱴꝞꝟ',
  w: 'ԝᴡωⱲⱳ',
  x: 'хχХΧᶍꭖꭗꭘꭙ',
  y: 'уγʏУΥƳƴɎɏỾỿ',
  z: 'ᴢΖƶƵȤȥɀʐʑᵶᶎⱫⱬⱿꟆ',
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

/** First code points of digits in circles that Unicode does not take apart, with the first digit. */
const CIRCLED = [
  [0x2776, 1],
  [0x2780, 1],
  [0x278a, 1],
  [0x24f5, 1],
  [0x24ff, 0],
  [0x1f10b, 0],
  [0x1f10c, 0],
] as const;

/** Invisible characters; of the control characters all but those that separate. */
const INVISIBLE = /[\p{Cf}\p{Default_Ignorable_Code_Point}[\p{Cc}--[\t\n\v\f\r\u0085]]]/v;
const MARK = /\p{M}/u;

/** Returns true for a character that is drawn over, under or around the one before it. */
export const isMark = (character: string): boolean => MARK.test(character);

/**
 * Returns the Latin letter or digit that a character is read as, an empty string for an invisible
 * one or a mark on the one before it, or the character itself.
 */
export function seenAs(character: string): string {
  const letter = readAs.get(character);
  if (letter !== undefined) return letter;
  if (INVISIBLE.test(character) || isMark(character)) return '';
  const code = character.codePointAt(0) ?? 0;
  const start = SIGNS.find((first) => code >= first && code < first + 26);
  return start === undefined
    ? (circledDigit(character, code) ?? character)
    : String.fromCodePoint(0x61 + code - start);
}

/** Returns the digits of ①, ❶, ⑴, ⒈ or ㊹; undefined for other characters. */
function circledDigit(character: string, code: number): string | undefined {
  const circled = CIRCLED.find(
    ([first, digit]) => code >= first && code < first + (digit === 1 ? 9 : 1),
  );
  if (circled !== undefined) return String(circled[1] + code - circled[0]);
  return code < 0x80 ? undefined : /^\(?(\d{1,2})[).,]?$/.exec(character.normalize('NFKC'))?.[1];
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
  /^[\n\r -~\u00A1-\u00A9\u00AB\u00AC\u00AE-\u00B1\u00B4-\u00B6\u00B8\u00BB-\u00D7\u00D9-\u00F7\u00F9-\u00FF\u2013]*$/;

/**
 * Converts digits, letters, dots, hyphens and spaces of any script or width to their plain form;
 * ⒈ to a digit, or to one with its dot. `origins` is undefined when nothing changes.
 */
export function plainText(text: string, dots: 'without dots' | 'with dots'): PlainText {
  if (USUAL.test(text)) return { plain: text, origins: undefined };
  const { mapped, origins } = mapCharacters(
    text,
    dots === 'without dots'
      ? plainOf
      : (one) => (DOTTED.test(one) ? one.normalize('NFKC') : plainOf(one)),
  );
  return { plain: mapped, origins };
}

const DOTTED = /[\u2488-\u249B\u{1F100}]/u;

/** Returns true when a text has digits that are drawn with a dot, as in a list: ⒈ */
export const hasDottedDigits = (text: string): boolean => DOTTED.test(text);

/** Spaces, and line separators that no browser shows as a new line. */
const SPACE = /[\t\v\f\u0085\u2028\u2029\p{Zs}]/u;
const DOT = /[。｡︒·•∙⋅・･‧●◦⸳⦁۔˙∘▪▫■□◾◽⚫⚪⬤⬝ꞏ᛫⸱]/u;
const SLASH = /[\u2044\u2215\u2571\u29F8]/u;
const MARKS = /\p{M}+$/u;

function plainOf(character: string): string {
  const seen = seenAs(character);
  if (seen === '') return '';
  if (SPACE.test(seen)) return ' ';
  if (/[\p{Pd}\u2212]/u.test(seen)) return '-';
  if (DOT.test(seen)) return '.';
  if (SLASH.test(seen)) return '/';
  const composed = seen.normalize('NFKC').replace(MARKS, '');
  if (composed === '' || composed === ' ') return composed; // a mark that stands alone
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
