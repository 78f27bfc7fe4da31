import { contactPatterns, type ContactKind } from './contact-patterns.ts';
import { fold } from './fold.ts';

export const CONTACT_MASK = '[contato oculto]';

/** A stretch of a text, `[start, end)` in UTF-16 units, that would tell who wrote it. */
export interface Contact {
  readonly kind: ContactKind;
  readonly start: number;
  readonly end: number;
}

/** E-mails, phones, CPF and CNPJ, web addresses and the given names in free text, in order, without overlap. */
export function findContacts(text: string, extraNames: readonly string[] = []): Contact[] {
  const shaped = contactPatterns.flatMap(({ kind, shape, accepts }) =>
    [...text.matchAll(shape)]
      .filter(([match]) => accepts(match))
      .map((match) => ({ kind, start: match.index, end: match.index + match[0].length })),
  );
  return mergeOverlaps([...shaped, ...findNames(text, extraNames)]);
}

/** The text with everything that would tell who wrote it replaced by `[contato oculto]`. */
export function maskContacts(text: string, extraNames: readonly string[] = []): string {
  return masked(text, findContacts(text, extraNames));
}

/** The text with these names alone replaced; other contacts in it stay. An e-mail, a phone or a document is a name, too. */
export function maskNames(text: string, names: readonly string[]): string {
  return masked(text, mergeOverlaps(findNames(text, names)));
}

const masked = (text: string, found: readonly Contact[]): string =>
  found.toReversed().reduce((rest, { start, end }) => rest.slice(0, start) + CONTACT_MASK + rest.slice(end), text);

function mergeOverlaps(found: readonly Contact[]): Contact[] {
  const merged: Contact[] = [];
  for (const contact of found.toSorted((a, b) => a.start - b.start || b.end - a.end)) {
    const last = merged.at(-1);
    if (last === undefined || contact.start >= last.end) merged.push(contact);
    else if (contact.end > last.end) merged[merged.length - 1] = { ...last, end: contact.end };
  }
  return merged;
}

/** Names are sought in the folded text, word by word, and the places found are carried back to the original. */
function findNames(text: string, names: readonly string[]): Contact[] {
  const keys = new Set(names.map(nameKey).filter((key) => key.length >= SHORTEST_NAME));
  if (keys.size === 0) return [];
  const longest = Math.max(...[...keys].map((key) => key.length));
  const { folded, origins } = foldWithOrigins(text);
  const words = [...folded.matchAll(WORD)];
  return words.flatMap((first, index) => {
    let run = '';
    for (let next = index; next < words.length && run.length < longest; next += 1) {
      const word = words[next];
      if (word === undefined) break;
      run += word[0];
      if (keys.has(run)) return [{ kind: 'name' as const, start: origins[first.index] ?? 0, end: origins[word.index + word[0].length] ?? text.length }];
    }
    return [];
  });
}

const WORD = /[\p{L}\p{N}]+/gu;
const SHORTEST_NAME = 3;
const COMPANY_FORMS = new Set(['ltda', 'me', 'epp', 'mei', 'eireli', 'sa', 's', 'a', 'cia']);

/** The form names are sought in: the words run together, for anything but letters and digits may stand between them; the legal form left off. */
export function nameKey(name: string): string {
  const words = fold(name).split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
  while (words.length > 1 && COMPANY_FORMS.has(words.at(-1) ?? '')) words.pop();
  return words.join('');
}

/** The folded text, and for each of its units where it came from in the original; one entry more for the end. */
function foldWithOrigins(text: string): { folded: string; origins: number[] } {
  let folded = '';
  const origins: number[] = [];
  let position = 0;
  for (const character of text) {
    const piece = fold(character);
    for (let unit = 0; unit < piece.length; unit += 1) origins.push(position);
    folded += piece;
    position += character.length;
  }
  origins.push(text.length);
  return { folded, origins };
}
