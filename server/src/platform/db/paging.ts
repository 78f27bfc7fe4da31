import { fold } from '@lavra/domain/text/fold';
import { sql } from 'kysely';
import { likePattern } from '../text/like.ts';
import { allOf, type Condition } from './dynamic.ts';

export interface PageMeta {
  current_page: number;
  last_page: number;
  per_page: number;
  total: number;
  next_cursor: string | null;
}

export interface PageRequest {
  readonly page: number;
  readonly perPage: number;
  readonly offset: number;
}

/** Returns the requested page, 1-based. */
export function pageRequest(query: { page?: number | undefined; per_page: number }): PageRequest {
  const page = query.page ?? 1;
  const perPage = query.per_page;
  return { page, perPage, offset: (page - 1) * perPage };
}

/** Returns the paging metadata of a list. An empty list has one page. */
export function pageMeta(
  { page, perPage }: PageRequest,
  total: number,
  nextCursor: string | null,
): PageMeta {
  return {
    current_page: page,
    last_page: Math.max(1, Math.ceil(total / perPage)),
    per_page: perPage,
    total,
    next_cursor: nextCursor,
  };
}

/** Parses `sort=-field` into the field and whether it descends. */
export function sortOf<F extends string>(
  sort: F | `-${F}` | undefined,
  fallback: F | `-${F}`,
): { field: F; descending: boolean } {
  const value = sort ?? fallback;
  const descending = value.startsWith('-');
  // One of the schema's closed list.
  return { field: (descending ? value.slice(1) : value) as F, descending };
}

/** Returns the search text from `q` or `search`; one that holds no word counts as none. */
export function searchOf(query: { q?: string; search?: string }): string | undefined {
  const text = (query.q ?? query.search)?.trim();
  return text === undefined || fold(text).trim() === '' ? undefined : text;
}

/** Words that a search looks for: each is compared with every row that has the others. */
const MOST_WORDS = 12;

/** Returns the different words of a folded text, the first twelve. */
export const wordsOf = (folded: string): string[] =>
  [...new Set(folded.split(/\s+/).filter((word) => word !== ''))].slice(0, MOST_WORDS);

/**
 * Returns the words that a search must compare: without those that stand in another, which holds
 * wherever the other one does.
 */
export function comparedWords(query: { q?: string; search?: string }): string[] {
  const words = wordsOf(fold(searchOf(query) ?? ''));
  return words.filter((word) => !words.some((other) => other !== word && other.includes(word)));
}

/** Returns a LIKE pattern for each compared word of the search: all must match, in any order. */
export const searchPatterns = (query: { q?: string; search?: string }): string[] =>
  comparedWords(query).map(likePattern);

/** Returns the condition that a folded text, given as SQL, holds each word of a search, in any order. */
export const holdsWords = (folded: string, text: string): Condition =>
  allOf(
    searchPatterns({ q: text }).map((pattern) => sql<boolean>`${sql.raw(folded)} LIKE ${pattern}`),
  );
