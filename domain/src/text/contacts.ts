import { contactPatterns, type ContactKind } from './contact-patterns.ts';
import { plainText } from './look-alikes.ts';
import { createNameFinder, type NameFinder } from './name-finder.ts';

export { nameKey } from './name-finder.ts';

export const CONTACT_MASK = '[contato oculto]';

/** A stretch of a text, `[start, end)` in UTF-16 units, that would tell who wrote it. */
export interface Contact {
  readonly kind: ContactKind;
  readonly start: number;
  readonly end: number;
}

/** Looks for contacts and some names in any number of texts; each search takes time in proportion to its text. */
export interface ContactFinder {
  /** E-mails, phones, CPF and CNPJ, web addresses and the names, in order, without overlap. */
  readonly find: (text: string) => Contact[];
  /** The text with everything that is found replaced by `[contato oculto]`. */
  readonly mask: (text: string) => string;
}

/** A finder for these names, which are prepared once. */
export function createContactFinder(names: readonly string[] = []): ContactFinder {
  const finder = createNameFinder(names);
  const find = (text: string): Contact[] => mergeOverlaps([...shapesIn(text), ...namesIn(text, finder)]);
  return {
    find,
    mask: (text) => masked(text, find(text)),
  };
}

/** E-mails, phones, CPF and CNPJ, web addresses and the given names in free text, in order, without overlap. */
export const findContacts = (text: string, extraNames: readonly string[] = []): Contact[] => createContactFinder(extraNames).find(text);

/** The text with everything that would tell who wrote it replaced by `[contato oculto]`. */
export const maskContacts = (text: string, extraNames: readonly string[] = []): string => createContactFinder(extraNames).mask(text);

/** Sought in what is read, not in what is written: digits of any script or width, and nothing invisible in between. */
function shapesIn(text: string): Contact[] {
  const { plain, origins } = plainText(text);
  const placed = (at: number): number => origins?.[at] ?? at;
  return contactPatterns.flatMap(({ kind, shape, accepts }) =>
    [...plain.matchAll(shape)]
      .filter(([match]) => accepts(match))
      .map((match) => ({ kind, start: placed(match.index), end: placed(match.index + match[0].length) })));
}

const namesIn = (text: string, finder: NameFinder): Contact[] => finder.find(text).map((name) => ({ kind: 'name', ...name }));

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
