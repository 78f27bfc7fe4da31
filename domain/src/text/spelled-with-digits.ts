/** For each letter the digits and signs that are read as it within a word; l reads as i too. */
const READ_AS: Readonly<Record<string, string>> = {
  a: '4@∀',
  b: '86',
  c: '¢©⊂₵',
  e: '3€∃℮',
  g: '9',
  i: '1!|¡',
  l: '£',
  o: '0○◯◎⊙⭕°',
  s: '5$§',
  t: '7',
  u: '∪',
  v: '∨',
  y: '¥',
  z: '2',
};
const readAs = new Map(
  Object.entries(READ_AS).flatMap(([letter, all]) =>
    Array.from(all, (one) => [one, letter] as const),
  ),
);
const SIGNS = '@∀¢©⊂₵€∃℮£○◯◎⊙⭕°$§∪∨¥';
/** Bars and exclamation marks end a word, unless letters follow. */
const WORD = new RegExp(
  String.raw`(?:[\p{L}\p{N}${SIGNS}]|(?<=[\p{L}\p{N}])[!|¡](?=[\p{L}\p{N}]))+`,
  'gu',
);
const SHORTEST = 3;
const UNCLEAR = new RegExp(String.raw`[\p{N}${SIGNS}!|¡]`, 'u');

/** A folded text whose digits and signs are read as letters, of the same length. */
export interface SpelledOut {
  readonly text: string;
  /** Returns true when a range contains a digit or sign that was read as a letter. */
  readonly changes: (start: number, end: number) => boolean;
}

/**
 * Reads digits and signs as letters in words of a folded text that consist of letters by half or
 * more: `c3rr4d0`, not `50l`. Undefined when there is no such word.
 */
export function spelledOut(folded: string): SpelledOut | undefined {
  if (!UNCLEAR.test(folded)) return undefined;
  const changed: number[] = [];
  let longest = 0;
  const text = folded.replaceAll(WORD, (word, at: number) => {
    if (!UNCLEAR.test(word) || !isMostlyLetters(word)) return word;
    longest = Math.max(longest, word.length);
    return Array.from({ length: word.length }, (_, index) => {
      const letter = readAs.get(word.charAt(index));
      if (letter !== undefined) changed.push(at + index);
      return letter ?? word.charAt(index);
    }).join('');
  });
  // `R$` and `1L` alone spell no name.
  if (changed.length === 0 || longest < SHORTEST) return undefined;
  return { text: withOneI(text), changes: (start, end) => hasBetween(changed, start, end) };
}

/** Returns a name's key as it is searched for in such a text; undefined for numbers. */
export function spelledKey(key: string): string | undefined {
  const letters = isMostlyLetters(key) ? lettersFor(key) : undefined;
  return letters === undefined ? undefined : withOneI(letters);
}

/** Returns the key with letters in place of its digits, when it has both; otherwise none. */
export const clearedKeys = (key: string): string[] =>
  /\d/.test(key) && isMostlyLetters(key)
    ? [lettersFor(key), lettersFor(key.replaceAll('1', 'l'))]
    : [];

const lettersFor = (word: string): string =>
  Array.from(word, (one) => readAs.get(one) ?? one).join('');
const withOneI = (text: string): string => text.replaceAll('l', 'i');
const isMostlyLetters = (word: string): boolean =>
  2 * (word.match(/\p{L}/gu) ?? []).length >= word.length;

/** Whether sorted positions have one in `[start, end)`. */
function hasBetween(sorted: readonly number[], start: number, end: number): boolean {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < start) low = middle + 1;
    else high = middle;
  }
  return (sorted[low] ?? end) < end;
}
