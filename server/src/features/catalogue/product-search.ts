import { sql } from 'kysely';
import { catalogueWordsOf, isCrop, spellingsOfCrop } from '@lavra/domain/catalogue/everyday-words';
import { formulasOf, plainWord, SIGNS, withSubstances } from '@lavra/domain/catalogue/spellings';
import { fold } from '@lavra/domain/text/fold';
import type { Wanted } from '../../platform/db/dynamic.ts';
import type { SortKey } from '../../platform/db/list-page.ts';
import { searchOf, wordsOf } from '../../platform/db/paging.ts';
import { likePattern } from '../../platform/text/like.ts';

/** Shorter words are parts of too many names of types. */
const TYPE_LETTERS = 4;

/**
 * Returns one condition for each of the first twelve different words of the search, for products under
 * the alias `t`: all must match, in any order. A word matches name, brand, ingredient or
 * concentration, or the type or subtype; everyday words match what they stand for. Signs inside a
 * word do not matter: `2,4D` and `24D` find 2,4-D, `4-14-8` finds 04-14-08. A crop beside other words
 * also matches the description, which alone would find most of the catalogue.
 *
 * The longest word finds its products by the indexes, and the others are compared with these alone:
 * a join for each word takes quadratic time where every product has them.
 */
export function productConditions(query: { q?: string; search?: string }): Wanted[] {
  const words = wordsOf(withSubstances(fold(searchOf(query) ?? '')));
  const isBeside = (word: string): boolean => words.length > 1 && isCrop(word);
  const leading = words
    .filter((word) => !isBeside(word) && searchesTypes(word))
    .toSorted((one, other) => other.length - one.length)[0];
  return words.map((word) => {
    if (word === leading) return foundByIndex(word);
    return isBeside(word) ? describedBy(word) : namedBy(word);
  });
}

const searchesTypes = (word: string): boolean =>
  word.length >= TYPE_LETTERS || catalogueWordsOf(word).length > 0;

/** What a word is searched as, as patterns, and as it is without the signs inside it. */
function patternsOf(word: string) {
  const plain = plainWord(word);
  return {
    patterns: [word, ...catalogueWordsOf(word), ...formulasOf(word)].map(likePattern),
    wanted: plain === undefined ? [] : [likePattern(plain)],
  };
}

/** The ids of the products with the word, each pattern by its own scan: an OR would read them all. */
function foundByIndex(word: string) {
  const { patterns, wanted } = patternsOf(word);
  return sql<boolean>`t.id = ANY (ARRAY(
    SELECT p.id FROM unnest(${patterns}::text[]) AS wanted (pattern)
    JOIN products p ON p.search LIKE wanted.pattern
    UNION ALL
    SELECT p.id FROM unnest(${wanted}::text[]) AS wanted (pattern)
    JOIN products p ON ${plainSearch('p')} LIKE wanted.pattern
    UNION ALL
    SELECT p.id FROM products p WHERE p.product_subtype_id IN (${kindsNamed(patterns)})))`;
}

function namedBy(word: string) {
  const { patterns, wanted } = patternsOf(word);
  const named = sql<boolean>`t.search LIKE ANY (${patterns}::text[])
    OR ${plainSearch('t')} LIKE ANY (${wanted}::text[])`;
  return searchesTypes(word)
    ? sql<boolean>`(${named} OR t.product_subtype_id = ANY (ARRAY(${kindsNamed(patterns)})))`
    : sql<boolean>`(${named})`;
}

/** Without folding the description, which takes some twenty times as long. */
function describedBy(word: string) {
  const { patterns, wanted } = patternsOf(word);
  return sql<boolean>`(t.search LIKE ANY (${patterns}::text[])
    OR ${plainSearch('t')} LIKE ANY (${wanted}::text[])
    OR t.description ~ ${spellingsOfCrop(word)})`;
}

const kindsNamed = (patterns: readonly string[]) => sql`
  SELECT kind.id FROM product_subtypes kind
  JOIN product_types family ON family.id = kind.product_type_id
  WHERE kind.name_key LIKE ANY (${patterns}::text[]) OR family.name_key LIKE ANY (${patterns}::text[])`;

/**
 * Returns the key by which products are sorted by how well their names fit the search: those that
 * begin with it, those with all its words, the others; each by name.
 */
export function matchKey(query: { q?: string; search?: string }): SortKey {
  const words = wordsOf(fold(searchOf(query) ?? ''));
  if (words.length === 0) return { expression: 't.name_key', type: 'text' };
  const patterns = words.map(likePattern);
  const beginning = likePattern(words.join(' ')).slice(1);
  const expression = sql<string>`((CASE WHEN t.name_key LIKE ${beginning} THEN '0'
    WHEN t.name_key LIKE ALL (${patterns}::text[]) THEN '1' ELSE '2' END) || t.name_key)`;
  return { expression, type: 'text' };
}

/** What is searched of a product without the signs inside it, as the index has it. */
const plainSearch = (alias: 't' | 'p') =>
  sql`translate(${sql.ref(`${alias}.search`)}, ${sql.lit(SIGNS)}, '')`;
