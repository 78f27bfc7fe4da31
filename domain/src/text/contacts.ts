import { contactPatterns } from './contact-patterns.ts';
import type { ContactKind, ContactPattern } from './contact-shape.ts';
import { foreignWords } from './foreign-scripts.ts';
import { withDigits } from './letters-for-digits.ts';
import { hasDottedDigits, isMark, plainText, type PlainText } from './look-alikes.ts';
import { createNameFinder, type NameFinder } from './name-finder.ts';
import { phoneGroups } from './phone-groups.ts';
import { withPlainWords } from './plain-words.ts';
import { nestedDirections, reversedText } from './reversed-text.ts';

export { nameKey } from './name-finder.ts';

export const CONTACT_MASK = '[contato oculto]';

/** A part of a text, `[start, end)` in UTF-16 units, that would reveal its author. */
export interface Contact {
  readonly kind: ContactKind;
  readonly start: number;
  readonly end: number;
}

/** Finds contacts and the given names in any number of texts; each search takes linear time. */
export interface ContactFinder {
  /**
   * Returns e-mails, phones, CPFs and CNPJs, web addresses and the names, in order and without
   * overlap.
   */
  readonly find: (text: string) => Contact[];
  /** Returns the text with every contact replaced by `[contato oculto]`. */
  readonly mask: (text: string) => string;
}

/** Creates a finder for these names, which are prepared once. */
export function createContactFinder(names: readonly string[] = []): ContactFinder {
  const finder = createNameFinder(names);
  const namedIn = (text: string): Contact[] => asShown(text, (shown) => namesIn(shown, finder));
  const find = (text: string): Contact[] =>
    mergeOverlaps([...asShown(text, shapesIn), ...namedIn(text), ...unreadableIn(text)]);
  return {
    find,
    mask: (text) => masked(text, find(text)),
  };
}

/**
 * Returns the e-mails, phones, CPFs and CNPJs, web addresses and given names in a text, in order
 * and without overlap.
 */
export const findContacts = (text: string, extraNames: readonly string[] = []): Contact[] =>
  createContactFinder(extraNames).find(text);

/** Returns the text with everything that would reveal its author replaced by `[contato oculto]`. */
export const maskContacts = (text: string, extraNames: readonly string[] = []): string =>
  createContactFinder(extraNames).mask(text);

/**
 * Searches the text as it is stored and, when it contains right-to-left overrides, also as it is
 * displayed.
 */
function asShown(text: string, search: (shown: string) => Contact[]): Contact[] {
  const turned = reversedText(text);
  return turned === undefined
    ? search(text)
    : [...search(text), ...search(turned.shown).map(turned.placed)];
}

/**
 * Searches what a reader sees instead of the stored characters: digits of any script or width,
 * without the invisible characters in between.
 */
function shapesIn(text: string): Contact[] {
  const readings = UNSURE.test(text) ? [text, text.replaceAll(UNSURE_ALL, '\u200B')] : [text];
  return readings.flatMap((one) => [
    ...shapesOf(one, plainText(one, 'without dots')),
    ...(hasDottedDigits(one) ? shapesOf(one, plainText(one, 'with dots')) : []),
  ]);
}

/** Control characters that some programs show as a space or a line end, and others not at all. */
const UNSURE = /[\v\f\u0085]/;
const UNSURE_ALL = new RegExp(UNSURE, 'g');

function shapesOf(text: string, { plain: read, origins }: PlainText): Contact[] {
  const plain = withPlainWords(read);
  const shapes = matchesIn(plain, contactPatterns);
  const grouped = [...shapes, ...groupsIn(plain), ...spelledNumbersIn(plain)];
  const found = grouped.length === 0 ? [] : [...grouped, ...groupsIn(without(plain, grouped))];
  if (origins === undefined) return found;
  return found.map(({ kind, start, end }) => ({
    kind,
    start: origins[start] ?? 0,
    end: endBehind(text, origins[end - 1] ?? 0),
  }));
}

const matchesIn = (plain: string, patterns: readonly ContactPattern[]): Contact[] =>
  patterns
    .filter(({ needs }) => needs?.test(plain) ?? true)
    .flatMap(({ kind, shape, accepts }) =>
      [...plain.matchAll(shape)]
        .filter(([match]) => accepts(match))
        .map((match) => ({ kind, start: match.index, end: match.index + match[0].length })),
    );

const documentPatterns = contactPatterns.filter(({ kind }) => kind === 'document');

/** Telephones and documents some of whose digits are written as letters. */
function spelledNumbersIn(plain: string): Contact[] {
  const text = withDigits(plain);
  return text === undefined ? [] : [...matchesIn(text, documentPatterns), ...groupsIn(text)];
}

const groupsIn = (plain: string): Contact[] =>
  phoneGroups(plain).map((found) => ({ kind: 'phone', ...found }));

/** The text with line ends in place of what was found: the rest is searched as it will stay. */
function without(plain: string, found: readonly Contact[]): string {
  if (found.length === 0) return plain;
  const units = plain.split('');
  for (const { start, end } of found) units.fill('\n', start, end);
  return units.join('');
}

/**
 * The position directly after a character and its marks: invisible characters that follow are not
 * part of the contact.
 */
function endBehind(text: string, at: number): number {
  const sizeAt = (position: number): number => ((text.codePointAt(position) ?? 0) > 0xffff ? 2 : 1);
  let end = at + sizeAt(at);
  while (end < text.length && isMark(String.fromCodePoint(text.codePointAt(end) ?? 0)))
    end += sizeAt(end);
  return end;
}

/** Words of other scripts and nested directions, which may be read as any name. */
const unreadableIn = (text: string): Contact[] =>
  [...foreignWords(text), ...nestedDirections(text)].map((found) => ({ kind: 'name', ...found }));

const namesIn = (text: string, finder: NameFinder): Contact[] =>
  finder.find(text).map((name) => ({ kind: 'name', ...name }));

function masked(text: string, found: readonly Contact[]): string {
  if (found.length === 0) return text;
  const kept = found.map(({ start }, index) => text.slice(found[index - 1]?.end ?? 0, start));
  return [...kept, text.slice(found.at(-1)?.end)].join(CONTACT_MASK);
}

function mergeOverlaps(found: readonly Contact[]): Contact[] {
  const merged: Contact[] = [];
  for (const contact of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last === undefined || contact.start >= last.end) merged.push(contact);
    else if (contact.end > last.end) merged[merged.length - 1] = { ...last, end: contact.end };
  }
  return merged;
}
