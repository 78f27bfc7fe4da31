import { fold } from '@lavra/domain/text/fold';
import { sql, type RawBuilder } from 'kysely';
import { allOf, type Condition } from '../../platform/db/dynamic.ts';
import { holdsWords, searchPatterns } from '../../platform/db/paging.ts';
import { withoutContacts } from '../identities/identities-feature.ts';

/** What is kept of a description for suppliers' searches. */
export interface SearchColumns {
  /** Whether it holds a contact, which suppliers read masked. */
  readonly has_contacts: boolean;
  /** The folded words that suppliers read, where it holds one. */
  readonly masked_search: string | null;
}

/** Returns what suppliers may search of a producer's description, to be stored with it. */
export async function searchColumnsOf(description: string): Promise<SearchColumns> {
  const read = await withoutContacts(description);
  return read === undefined
    ? { has_contacts: false, masked_search: null }
    : { has_contacts: true, masked_search: fold(read) };
}

/**
 * Returns the SQL condition that a supplier's search finds order `o` by the words of its number and
 * description. Where the description holds a contact, or was written before that was noted, no more of
 * it is searched than suppliers read: a search would reveal what is hidden one character after the
 * other, in whatever letters it is written. Notes are not searched either.
 */
export const foundBySupplier = (text: string): RawBuilder<boolean> =>
  sql<boolean>`(${holdsWords('o.search', text)} AND (o.has_contacts IS FALSE OR ${readWords(text)}))`;

/** Numbers are ASCII: `fold()` would give the same as `lower()`, and take most of the search's time. */
const readWords = (text: string): Condition =>
  allOf(
    searchPatterns({ q: text }).map(
      (word) => sql<boolean>`(o.masked_search LIKE ${word} OR lower(o.number) LIKE ${word})`,
    ),
  );
