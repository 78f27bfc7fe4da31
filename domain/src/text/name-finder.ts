import { mapCharacters } from './map-characters.ts';
import { fold } from './fold.ts';
import { seenAs } from './look-alikes.ts';

/** A name that was found, `[start, end)` in UTF-16 units of the original text. */
export interface FoundName {
  readonly start: number;
  readonly end: number;
}

/** Finds names in texts. The first search costs as much as the names are long, each as much as its text is. */
export interface NameFinder {
  /** The names in a text, in order of their ends; of those that end at one place the longest. */
  readonly find: (text: string) => FoundName[];
  /** The same, with the count of what the search looked at: at most twice the letters of the text, and each name once a word. */
  readonly search: (text: string) => { readonly found: FoundName[]; readonly steps: number };
}

const SHORTEST_NAME = 3;
/** Letters and digits of a name that are sought; more than the longest name that may be stored has. */
export const LONGEST_KEY = 400;
const COMPANY_FORMS = new Set(['ltda', 'me', 'epp', 'mei', 'eireli', 'sa', 's', 'a', 'cia']);

/**
 * The form names are sought in: the words run together, for anything but letters and digits may stand between them; the
 * legal form left off, and the words beyond the first 400 letters and digits.
 */
export const nameKey = (name: string): string => keyOf(name, foldedOnce);

/** The same as it is read: look-alikes are the letters that they look like. */
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

/** One character as it is sought: the letter it is read as. Those of Latin writing are worked out once. */
function openedOnce(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code < LATIN_END ? (openedLatin[code] ??= openAnew(character)) : openAnew(character);
}
const LATIN_END = 0x250;
const openedLatin: string[] = [];

function openAnew(character: string): string {
  const seen = seenAs(character);
  return seen === '' ? ' ' : Array.from(foldedOnce(seen), (one) => seenAs(one) || ' ').join('');
}

/** One character folded. The few that open into more than six, whole phrases of other scripts, stand in no name and part words. */
function foldedOnce(character: string): string {
  const opened = fold(character);
  return opened.length > LONGEST_OPENED ? ' ' : opened;
}
const LONGEST_OPENED = 6;

const wordsOf = (folded: string): string[] =>
  folded.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');

/**
 * Seeks all names at once, word by word in the folded text, by an automaton after Aho and Corasick: whatever the names
 * are, each letter of the text is looked at once, and never again for a name that began before it.
 */
export function createNameFinder(names: readonly string[]): NameFinder {
  let automaton: Automaton | undefined;
  const search: NameFinder['search'] = (text) => {
    if (names.length === 0 || text === '') return { found: [], steps: 0 };
    automaton ??= createAutomaton(
      new Set(names.map(seenKey).filter((key) => key.length >= SHORTEST_NAME)),
    );
    return searchWith(automaton, text);
  };
  return { find: (text) => search(text).found, search };
}

/** States are numbers, 0 the beginning. */
interface Automaton {
  /** The state after one more letter; undefined where no name goes on so. */
  readonly step: (state: number, letter: number) => number | undefined;
  /** The state of the longest ending of what was read that also begins a name. */
  readonly fallback: readonly number[];
  /** The length of the name that ends in a state, 0 where none does. */
  readonly ends: readonly number[];
  /** The next shorter ending that is a whole name; 0 for none. */
  readonly shorter: readonly number[];
}

const LETTERS = 65_536;

function createAutomaton(keys: ReadonlySet<string>): Automaton {
  const edges = new Map<number, number>();
  const [ends, fallback, shorter] = [[0], [0], [0]];
  // In the order of their depth, since a fallback is always less deep.
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
  text: string,
): { found: FoundName[]; steps: number } {
  const { mapped: folded, origins } = mapCharacters(text, openedOnce);
  const found: FoundName[] = [];
  /** By the count of letters before it, where a word begins in the folded text. */
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
    // Names end with a word, and begin with one.
    for (
      let name = (ends[state] ?? 0) > 0 ? state : (shorter[state] ?? 0);
      name !== 0;
      name = shorter[name] ?? 0
    ) {
      steps += 1;
      const start = wordAt.get(letters - (ends[name] ?? 0));
      if (start === undefined) continue;
      found.push({ start: origins[start] ?? 0, end: origins[at + word.length] ?? text.length });
      break;
    }
  }
  return { found, steps };
}
