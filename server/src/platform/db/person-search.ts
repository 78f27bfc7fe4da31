import { sql } from 'kysely';
import { parsePhone } from '@lavra/domain/phone';
import { fold } from '@lavra/domain/text/fold';
import { typedNumber } from '@lavra/domain/text/typed-text';
import { allOf, type Condition } from './dynamic.ts';
import { likePattern } from '../text/like.ts';

const name = "u.name_key || ' ' || u.email_key";
const document = "coalesce(fold(u.document_number), '')";

/**
 * The columns of users `u` that a list shows, and that its search may therefore match: everything
 * that the administrators' lists of people show; name, e-mail and document; name and e-mail.
 */
const shown = {
  person: undefined,
  billed: `(${name} || ' ' || ${document})`,
  named: `(${name})`,
} as const;
export type PersonShown = keyof typeof shown;

/** The index over all columns finds candidates; those match whose shown columns contain the text. */
const holds = (text: string, part: PersonShown): Condition => {
  const found = sql<boolean>`u.search LIKE ${likePattern(text)}`;
  const looked = shown[part];
  return looked === undefined
    ? found
    : sql<boolean>`(${found} AND ${sql.raw(looked)} LIKE ${likePattern(text)})`;
};
const anyOf = (conditions: readonly Condition[]): Condition =>
  sql<boolean>`(${sql.join(conditions, sql` OR `)})`;

/**
 * Returns the condition under which a text matches users `u` by the columns that the list shows:
 * every word of it in name, e-mail, document or phones, in any order, regardless of accents and
 * case. A document or phone also matches as it is written, with its punctuation, or in part.
 */
export function personFound(text: string, part: PersonShown = 'person'): Condition {
  const words = fold(text)
    .split(/\s+/)
    .filter((word) => word !== '');
  const inWords = allOf(
    words.map((word) => anyOf([word, ...bareNumber(word)].map((found) => holds(found, part)))),
  );
  return anyOf([
    inWords,
    ...(words.length > 1 ? bareNumber(text).map((found) => holds(found, part)) : []),
  ]);
}

/**
 * Returns a document or phone without its punctuation, as it is stored; an empty list when the text
 * is neither or has no punctuation.
 */
export function bareNumber(text: string): string[] {
  const compact = fold(typedNumber(text)).replaceAll(/[\s()./+-]/g, '');
  const digits = compact.replaceAll(/\D/g, '').length;
  if (!/^[\da-z]+$/.test(compact) || digits < 2) return [];
  const bare = parsePhone(text) ?? (text.trim().startsWith('+55') ? compact.slice(2) : compact);
  return bare === '' || bare === fold(text) ? [] : [bare];
}
