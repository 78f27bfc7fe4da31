interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** A text as it is displayed, and a function that maps a range of it to the original. */
export interface ReversedText {
  readonly shown: string;
  readonly placed: <P extends Stretch>(found: P) => P;
}

/**
 * From a right-to-left override (U+202E) to the character that ends it, or to the end of the line.
 */
const TURNED = /\u202E([^\u202C-\u202E\n\r\u2028\u2029]+)/g;
const MIRRORED: Readonly<Record<string, string>> = {
  '(': ')',
  ')': '(',
  '[': ']',
  ']': '[',
  '{': '}',
  '}': '{',
  '<': '>',
  '>': '<',
};

/**
 * Returns the text as it is displayed when it contains right-to-left overrides; otherwise
 * undefined.
 */
export function reversedText(text: string): ReversedText | undefined {
  if (!text.includes('\u202E')) return undefined;
  const pieces: string[] = [];
  const [starts, ends]: [number[], number[]] = [[], []];
  const add = (character: string, at: number, shown = character): void => {
    pieces.push(shown);
    for (let unit = 0; unit < shown.length; unit += 1) {
      starts.push(at);
      ends.push(at + character.length);
    }
  };
  const addAll = (from: number, to: number): void => {
    for (let at = from; at < to; at += 1) add(text.charAt(at), at);
  };
  let done = 0;
  for (const { 0: whole, 1: inside = '', index } of text.matchAll(TURNED)) {
    addAll(done, index + 1);
    done = index + whole.length;
    let at = done;
    for (const character of Array.from(inside).toReversed()) {
      at -= character.length;
      add(character, at, MIRRORED[character]);
    }
  }
  addAll(done, text.length);
  const placed: ReversedText['placed'] = (found) => {
    let [start, end] = [text.length, 0];
    for (let unit = found.start; unit < found.end; unit += 1) {
      start = Math.min(start, starts[unit] ?? start);
      end = Math.max(end, ends[unit] ?? end);
    }
    return { ...found, start, end };
  };
  return { shown: pieces.join(''), placed };
}

/**
 * From a character that turns a text right to left to the end of its line, where more directional
 * characters follow before it is closed.
 */
const NESTED =
  /[\u202B\u202E\u2067\u2068][^\u061C\u200E\u200F\u202A-\u202E\u2066-\u2069\n\r]*[\u061C\u200E\u200F\u202A\u202B\u202D\u202E\u2066-\u2068][^\n\r]*/g;

/**
 * Finds the stretches whose order of letters depends on nested directional characters, `[start,
 * end)` in UTF-16 units: no honest text has them, and each of them may be read as anything.
 */
export const nestedDirections = (text: string): Stretch[] =>
  [...text.matchAll(NESTED)].map(({ 0: whole, index }) => ({
    start: index,
    end: index + whole.length,
  }));
