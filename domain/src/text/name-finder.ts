import { mapCharacters } from './map-characters.ts';
import { fold } from './fold.ts';
import { isMark, seenAs } from './look-alikes.ts';
import { clearedKeys, spelledKey, spelledOut } from './spelled-with-digits.ts';

/** A name that was found, `[start, end)` in UTF-16 units of the original text. */
export interface FoundName {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds names in texts. The first search takes time proportional to the length of the names, every
 * search proportional to its text.
 */
export interface NameFinder {
  /**
   * Returns the names in a text; of several that end at the same position, the longest.
   */
  readonly find: (text: string) => FoundName[];
  /**
   * Returns the same and the number of steps: at most two per letter of the text, and one per name
   * for each word; twice that for a text with digits or signs inside words.
   */
  readonly search: (text: string) => { readonly found: FoundName[]; readonly steps: number };
}

const SHORTEST_NAME = 3;
/**
 * Number of letters and digits of a name that are searched for; more than the longest stored name
 * has.
 */
const LONGEST_KEY = 400;
const COMPANY_FORMS = new Set(['ltda', 'me', 'epp', 'mei', 'eireli', 'sa', 's', 'a', 'cia']);

/**
 * Returns the key under which a name is searched for: its words joined, because any characters
 * except letters and digits may stand between them; without the legal form and without the words
 * beyond the first 400 letters and digits.
 */
export const nameKey = (name: string): string => keyOf(name, foldedOnce);

/** Returns the same key with look-alikes replaced by the letters they look like. */
const seenKey = (name: string): string => keyOf(name, openedOnce);

function keyOf(name: string, open: (character: string) => string): string {
  const words = wordsOf(Array.from(name, open).join(''));
  while (words.length > 1 && COMPANY_FORMS.has(words.at(-1) ?? '')) words.pop();
  let key = '';
  for (const word of words) {
    if (key.length + word.length > LONGEST_KEY) break;
    key += word;
  }
  return key;
}

/**
 * Converts one character to the letter that it is read as. Results for Latin characters are cached.
 */
function openedOnce(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code < LATIN_END ? (openedLatin[code] ??= openAnew(character)) : openAnew(character);
}
const LATIN_END = 0x250;
const openedLatin: string[] = [];

function openAnew(character: string): string {
  if (isMark(character)) return '';
  const seen = seenAs(character);
  return seen === '' ? ' ' : Array.from(foldedOnce(seen), (one) => seenAs(one) || ' ').join('');
}

/**
 * Folds one character. The few that expand to more than six, whole phrases of other scripts, occur
 * in no name and separate words.
 */
function foldedOnce(character: string): string {
  const opened = fold(character);
  return opened.length > LONGEST_OPENED ? ' ' : opened;
}
const LONGEST_OPENED = 6;

const wordsOf = (folded: string): string[] =>
  folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');

/**
 * Creates a finder that searches for all names at once, word by word in the folded text, with an
 * Aho-Corasick automaton: the time is linear in the text, whatever the names are.
 */
export function createNameFinder(names: readonly string[]): NameFinder {
  let prepared: { readonly plain: Automaton; readonly spelled: () => Automaton } | undefined;
  const search: NameFinder['search'] = (text) => {
    if (names.length === 0 || text === '') return { found: [], steps: 0 };
    prepared ??= prepare(names);
    const { mapped: folded, origins } = mapCharacters(text, openedOnce);
    const results = [searchWith(prepared.plain, folded)];
    const spelled = spelledOut(folded);
    if (spelled !== undefined) {
      const { found, steps } = searchWith(prepared.spelled(), spelled.text);
      // What has no digit or sign is a name only by its own letters.
      results.push({ found: found.filter(({ start, end }) => spelled.changes(start, end)), steps });
    }
    const place = (at: number): number => origins[at] ?? text.length;
    return {
      found: results
        .flatMap(({ found }) => found)
        .map(({ start, end }) => ({ start: place(start), end: place(end) })),
      steps: results.reduce((sum, { steps }) => sum + steps, 0),
    };
  };
  return { find: (text) => search(text).found, search };
}

function prepare(names: readonly string[]): {
  readonly plain: Automaton;
  readonly spelled: () => Automaton;
} {
  const keys = names.map(seenKey).filter((key) => key.length >= SHORTEST_NAME);
  let spelled: Automaton | undefined;
  return {
    plain: createAutomaton(new Set(keys.flatMap((key) => [key, ...clearedKeys(key)]))),
    spelled: () =>
      (spelled ??= createAutomaton(
        new Set(keys.map(spelledKey).filter((key) => key !== undefined)),
      )),
  };
}

/** States are numbers; 0 is the initial state. */
interface Automaton {
  /** Returns the state after one more letter; undefined when no name continues with it. */
  readonly step: (state: number, letter: number) => number | undefined;
  /** By state: the state of the longest suffix that is also a prefix of a name. */
  readonly fallback: readonly number[];
  /** By state: the length of the name that ends there, 0 when none does. */
  readonly ends: readonly number[];
  /** By state: the state of the next shorter suffix that is a whole name; 0 for none. */
  readonly shorter: readonly number[];
}

const LETTERS = 65_536;

function createAutomaton(keys: ReadonlySet<string>): Automaton {
  const edges = new Map<number, number>();
  const [ends, fallback, shorter] = [[0], [0], [0]];
  // Processed by depth, because a fallback always has a smaller depth.
  const states: { parent: number; letter: number; depth: number; state: number }[] = [];
  for (const key of keys) {
    let state = 0;
    for (let index = 0; index < key.length; index += 1) {
      const letter = key.charCodeAt(index);
      let next = edges.get(state * LETTERS + letter);
      if (next === undefined) {
        next = ends.push(0) - 1;
        edges.set(state * LETTERS + letter, next);
        states.push({ parent: state, letter, depth: index, state: next });
      }
      state = next;
    }
    ends[state] = key.length;
  }
  const step = (state: number, letter: number): number | undefined =>
    edges.get(state * LETTERS + letter);
  for (const { parent, letter, depth, state } of states.toSorted((a, b) => a.depth - b.depth)) {
    let from = depth === 0 ? undefined : (fallback[parent] ?? 0);
    while (from !== undefined && from !== 0 && step(from, letter) === undefined)
      from = fallback[from] ?? 0;
    const target = from === undefined ? 0 : (step(from, letter) ?? 0);
    fallback[state] = target;
    shorter[state] = (ends[target] ?? 0) > 0 ? target : (shorter[target] ?? 0);
  }
  return { step, fallback, ends, shorter };
}

const WORD = /[\p{L}\p{N}]+/gu;

function searchWith(
  { step, fallback, ends, shorter }: Automaton,
  folded: string,
): { found: FoundName[]; steps: number } {
  const found: FoundName[] = [];
  /** The position of each word in the folded text, by the number of letters before it. */
  const wordAt = new Map<number, number>();
  let [state, letters, steps] = [0, 0, 0];
  for (const { 0: word, index: at } of folded.matchAll(WORD)) {
    wordAt.set(letters, at);
    for (let index = 0; index < word.length; index += 1) {
      const letter = word.charCodeAt(index);
      let next = step(state, letter);
      for (steps += 1; next === undefined && state !== 0; steps += 1) {
        state = fallback[state] ?? 0;
        next = step(state, letter);
      }
      state = next ?? 0;
    }
    letters += word.length;
    // A match must begin and end at word boundaries.
    for (
      let name = (ends[state] ?? 0) > 0 ? state : (shorter[state] ?? 0);
      name !== 0;
      name = shorter[name] ?? 0
    ) {
      steps += 1;
      const start = wordAt.get(letters - (ends[name] ?? 0));
      if (start === undefined) continue;
      found.push({ start, end: at + word.length });
      break;
    }
  }
  return { found, steps };
}
