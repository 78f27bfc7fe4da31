import { sql } from 'kysely';
import { catalogueWordsOf, isCrop } from '@lavra/domain/catalogue/everyday-words';
import { formulasOf, plainWord, SIGNS, withSubstances } from '@lavra/domain/catalogue/spellings';
import { fold } from '@lavra/domain/text/fold';
import type { Wanted } from '../../platform/db/dynamic.ts';
import type { SortKey } from '../../platform/db/list-page.ts';
import { searchOf } from '../../platform/db/paging.ts';
import { likePattern } from '../../platform/text/like.ts';

/** Shorter words are parts of too many names of types. */
const TYPE_LETTERS = 4;

/**
 * Returns one condition for each distinct word of the search, for products under the alias `t`: all must
 * match, in any order. A word matches name, brand, ingredient or concentration, or the type or
 * subtype; everyday words match what they stand for. Signs inside a word do not matter: `2,4D` and
 * `24D` find 2,4-D, `4-14-8` finds 04-14-08. A crop beside other words also matches the
 * description, which alone would find most of the catalogue.
 */
export function productConditions(query: { q?: string; search?: string }): Wanted[] {
  const typed = withSubstances(fold(searchOf(query) ?? '')).split(/\s+/);
  // Each once: a single character may fold to four words, and planning takes quadratic time.
  const words = [...new Set(typed.filter((word) => word !== ''))];
  return words.map((word) => conditionOf(word, words.length > 1 && isCrop(word)));
}

function conditionOf(word: string, readsDescription: boolean): Wanted {
  const meant = catalogueWordsOf(word);
  const patterns = [word, ...meant, ...formulasOf(word)].map(likePattern);
  const plain = plainWord(word);
  const wanted = plain === undefined ? [] : [likePattern(plain)];
  const named = sql<boolean>`(t.search LIKE ANY (${patterns}::text[])
    OR ${plainSearch('t')} LIKE ANY (${wanted}::text[]))`;
  if (readsDescription)
    return sql<boolean>`(${named}
      OR fold(coalesce(t.description, '')) LIKE ${likePattern(word)})`;
  if (word.length < TYPE_LETTERS && meant.length === 0) return named;
  // A union and one scan for each pattern, because an OR, or LIKE ANY, would read every product.
  return sql<boolean>`t.id IN (
    SELECT p.id FROM unnest(${patterns}::text[]) AS wanted (pattern)
    JOIN products p ON p.search LIKE wanted.pattern
    UNION ALL
    SELECT p.id FROM unnest(${wanted}::text[]) AS wanted (pattern)
    JOIN products p ON ${plainSearch('p')} LIKE wanted.pattern
    UNION ALL
    SELECT p.id FROM product_subtypes kind
    JOIN product_types family ON family.id = kind.product_type_id
    JOIN products p ON p.product_subtype_id = kind.id
    WHERE kind.name_key LIKE ANY (${patterns}::text[])
      OR family.name_key LIKE ANY (${patterns}::text[]))`;
}

/**
 * Returns the key by which products are sorted by how well their names fit the search: those that
 * begin with it, those with all its words, the others; each by name.
 */
export function matchKey(query: { q?: string; search?: string }): SortKey {
  const words = fold(searchOf(query) ?? '')
    .split(/\s+/)
    .filter((word) => word !== '');
  if (words.length === 0) return { expression: 't.name_key', type: 'text' };
  const patterns = [...new Set(words)].map(likePattern);
  const beginning = likePattern(words.join(' ')).slice(1);
  const expression = sql<string>`((CASE WHEN t.name_key LIKE ${beginning} THEN '0'
    WHEN t.name_key LIKE ALL (${patterns}::text[]) THEN '1' ELSE '2' END) || t.name_key)`;
  return { expression, type: 'text' };
}

/** What is searched of a product without the signs inside it, as the index has it. */
const plainSearch = (alias: 't' | 'p') =>
  sql`translate(${sql.ref(`${alias}.search`)}, ${sql.lit(SIGNS)}, '')`;
