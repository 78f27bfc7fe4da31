import { isDate } from '@lavra/domain/calendar/calendar';
import { InvalidFields } from '../errors.ts';
import { pageMeta, pageRequest, type PageMeta } from './paging.ts';

const TIME = /^ ([01]\d|2[0-3])(:[0-5]\d){2}(\.\d{1,6})?[+-](0\d|1[0-4])(:[0-5]\d){0,2}$/;

/**
 * Checks, per type of a sort column, whether PostgreSQL can take the value. A cursor comes from the
 * client and may contain anything.
 */
const checks = {
  bigint: (value: unknown) => Number.isSafeInteger(value),
  date: textThat(isDate),
  timestamptz: textThat(
    (text) => text === '-infinity' || (isDate(text.slice(0, 10)) && TIME.test(text.slice(10))),
  ),
  numeric: textThat((text) => /^\d{1,13}(\.\d{1,4})?$/.test(text)),
  text: textThat((text) => !text.includes('\0') && text.isWellFormed()),
};

/** PostgreSQL type of a column that a list is sorted by. */
export type KeyType = keyof typeof checks;
type KeyValues<T extends readonly KeyType[]> = {
  readonly [I in keyof T]: T[I] extends 'bigint' ? number : string;
};

/** The cursors of a list in one sort. */
export interface Cursors<T extends readonly KeyType[], R> {
  /** Names the list and its sort: cursors under another name are refused. */
  readonly name: string;
  /** Types of the columns that the list is sorted by, the last of which makes them unique. */
  readonly types: T;
  /** Returns a row's values of these columns. */
  readonly of: (row: R) => KeyValues<T>;
}

/** What a client asks of a paged list. A cursor takes precedence over the page number. */
export interface PageQuery {
  readonly page?: number | undefined;
  /** Rows of a page: the client's number, or the default of the endpoint's query. */
  readonly per_page: number;
  readonly cursor?: string | undefined;
}

/** The rows of a page, and the paging metadata of the reply. */
export interface Page<R> {
  readonly rows: R[];
  readonly meta: PageMeta;
}

/**
 * Returns where a page starts and how many rows to read for it, and, as `of`, the page made of the
 * rows found and the list's total. Throws 422 for a cursor that was not issued for this list.
 */
export function openPage<const T extends readonly KeyType[], R>(
  query: PageQuery,
  cursors: Cursors<T, R>,
) {
  const page = pageRequest(query);
  const after = query.cursor === undefined ? undefined : decodeCursor(query.cursor, cursors);
  return {
    /** The last row of the page before, or undefined when the page is named by its number. */
    after,
    size: page.perPage,
    /** One row more than the page has: it shows whether another page follows. */
    limit: page.perPage + 1,
    offset: after === undefined ? page.offset : 0,
    of: <Row extends R>(
      found: readonly Row[],
      total: number,
      hasNext = found.length > page.perPage,
    ): Page<Row> => {
      const rows = found.slice(0, page.perPage);
      const last = hasNext ? rows.at(-1) : undefined;
      const next = last === undefined ? null : encodeCursor(cursors.name, ...cursors.of(last));
      return { rows, meta: pageMeta(page, total, next) };
    },
  };
}

/** Encodes where the next page starts. Opaque to clients. */
export const encodeCursor = (name: string, ...values: readonly (string | number)[]): string =>
  Buffer.from(JSON.stringify([name, ...values])).toString('base64url');

function decodeCursor<T extends readonly KeyType[]>(
  cursor: string,
  { name, types }: Pick<Cursors<T, never>, 'name' | 'types'>,
): KeyValues<T> {
  const [issuedFor, ...values] = parse(cursor);
  if (issuedFor !== name || !areOf(types, values)) throw InvalidFields.of('cursor', 'cursor');
  return values;
}

const areOf = <T extends readonly KeyType[]>(types: T, values: unknown): values is KeyValues<T> =>
  Array.isArray(values) &&
  values.length === types.length &&
  types.every((type, index) => checks[type](values[index]));

function parse(cursor: string): readonly unknown[] {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(parts) ? parts : [];
  } catch {
    return [];
  }
}

function textThat(holds: (text: string) => boolean): (value: unknown) => boolean {
  return (value) => typeof value === 'string' && holds(value);
}
