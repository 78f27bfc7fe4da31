import { sql, type AliasedRawBuilder, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { sortOf } from './paging.ts';
import { openPage, type KeyType, type Page, type PageQuery } from './cursor-page.ts';
import type { Db } from './database.ts';
import { allOf, type Condition, type Wanted } from './dynamic.ts';

/** How a list may be sorted: an expression that is never NULL, and its PostgreSQL type. */
export interface SortKey {
  /** SQL; a builder where it depends on what is asked for. */
  readonly expression: string | RawBuilder<string>;
  readonly type: Exclude<KeyType, 'bigint'>;
  /** No two rows have the same: its own index orders them. */
  readonly unique?: boolean;
}

/** A list by what it consists of; `listPage` reads its pages. */
export interface List<F extends string> {
  /**
   * Names the list in its cursors, with the sort after it: `users:-created_at`. A function where
   * the cursors that clients hold have other names.
   */
  readonly name: string | ((sort: F | `-${F}`) => string);
  /** The tables that the conditions refer to. */
  readonly from: RawBuilder<unknown>;
  readonly conditions: readonly Wanted[];
  readonly sorts: Readonly<Record<F, SortKey>>;
  /** The sort unless the client names one; `-` for descending. */
  readonly sort: NoInfer<F | `-${F}`>;
  /** The column that makes each sort unique. */
  readonly id: string;
  /** The total, where it is known or kept elsewhere; by default the rows are counted. */
  readonly total?: number | (() => Promise<number>) | undefined;
  /** The days of the list, where its total is kept by day. */
  readonly days?: KeptDays<NoInfer<F>> | undefined;
}

/** How many rows of a list each day has, kept elsewhere, by the day of the column of one sort. */
export interface KeptDays<F extends string> {
  readonly sort: F;
  /** Returns the day of the row at a position, counted from one end; undefined where no day has it. */
  readonly dayOf: (position: number, from: 'oldest' | 'newest') => Promise<DayOfRow | undefined>;
}

export interface DayOfRow {
  /** Where the day begins for one who comes from the oldest row, and ends for one from the newest. */
  readonly bound: Date;
  /** How many rows come before the day. */
  readonly before: number;
}

/** How the rows are read: columns over `from` or over tables of their own, or a query of the list's own. */
type Rows<R> =
  | {
      readonly columns: RawBuilder<R>;
      /** Tables that hold the columns, with `id`: they are joined for the rows of the page only. */
      readonly lookUp?: RawBuilder<unknown>;
    }
  | { readonly read: (slice: Slice) => Promise<(R & SortColumns)[]> };

/** Columns that are read with every row of a list, for the cursor; its pages do not have them. */
export interface SortColumns {
  readonly sort_key: string;
  readonly sort_id: number;
}

/** The part of a list that a query has to return: these rows, in this order. */
export interface Slice {
  readonly where: Condition;
  readonly order: RawBuilder<unknown>;
  /** `ASC` or `DESC`, of each column of `order`. */
  readonly direction: RawBuilder<unknown>;
  /** `SortColumns`, to be selected with the row. */
  readonly sortColumns: readonly [
    AliasedRawBuilder<string, 'sort_key'>,
    AliasedRawBuilder<number, 'sort_id'>,
  ];
  readonly limit: number;
  readonly offset: number;
}

/** How often a page is read from the end whose rows were written meanwhile, before it is read from the front. */
const STEADY_READS = 3;

/** From how many rows skipped on a page is deep, and read with care for what it skips. */
export const DEEP_OFFSET = 1_000;

/**
 * Returns one page of a list, by page number or after a cursor, which takes precedence, and the
 * total. A page past the middle is read from the other end when the total is known, and again where
 * the total has changed meanwhile: its place was counted from there. A deep page waits
 * for the total, and its first row is found by the sort's index alone, so that none of the rows before
 * it is read whole; days whose rows are known to come before it are not read at all. Throws 422 for a
 * cursor that was not issued for this list and sort.
 */
export async function listPage<R, F extends string>(
  db: Db,
  query: PageQuery & { readonly sort?: NoInfer<F | `-${F}`> | undefined },
  list: List<F> & Rows<R>,
): Promise<Page<Omit<R & SortColumns, keyof SortColumns>>> {
  const { field, descending } = sortOf(query.sort, list.sort);
  const { expression, type, unique = false } = list.sorts[field];
  const sort = descending ? (`-${field}` as const) : field;
  const page = openPage(query, {
    name: typeof list.name === 'function' ? list.name(sort) : `${list.name}:${sort}`,
    types: [type, 'bigint'],
    of: (row: R & SortColumns) => [row.sort_key, row.sort_id],
  });
  const key = typeof expression === 'string' ? sql.raw<string>(expression) : expression;
  const id = sql.raw(list.id);
  const after =
    page.after &&
    sql<boolean>`(${key}, ${id}) ${sql.raw(descending ? '<' : '>')}
      (${page.after[0]}::${sql.raw(type)}, ${page.after[1]}::bigint)`;

  const isPastMiddle = (total: number | undefined): total is number =>
    total !== undefined && page.offset > total / 2;
  const read = async (total: number | undefined): Promise<(R & SortColumns)[]> => {
    const isReversed = isPastMiddle(total);
    const ascends = descending === isReversed;
    const direction = sql.raw(ascends ? 'ASC' : 'DESC');
    const slice: Slice = {
      where: allOf([...list.conditions, after]),
      order: unique ? sql`${key} ${direction}` : sql`${key} ${direction}, ${id} ${direction}`,
      direction,
      sortColumns: [sql<string>`${key}::text`.as('sort_key'), sql<number>`${id}`.as('sort_id')],
      ...(isReversed ? fromTheEnd(page, total) : { limit: page.limit, offset: page.offset }),
    };
    const rows =
      slice.offset < DEEP_OFFSET
        ? await readSlice(db, list, slice)
        : await readDeep(db, list, slice, { field, key, id, type, unique, ascends });
    return inOrder(rows, isReversed);
  };
  const count = async (): Promise<number> =>
    typeof list.total === 'function' ? list.total() : countRows(db, list);
  const known =
    typeof list.total === 'number'
      ? list.total
      : page.offset < DEEP_OFFSET
        ? undefined
        : await count();
  const [found, total] =
    known === undefined || typeof list.total === 'number'
      ? await Promise.all([read(known), known ?? count()])
      : await readSteadily(known, { read, count, isPastMiddle });
  const { rows, meta } = page.of(found, total);
  return { rows: rows.map(({ sort_key: _key, sort_id: _id, ...row }) => row), meta };
}

interface Reads<R> {
  /** Reads the page, from the end where the total says that it is nearer. */
  readonly read: (total: number | undefined) => Promise<R[]>;
  readonly count: () => Promise<number>;
  readonly isPastMiddle: (total: number) => boolean;
}

/** Returns a page and the total, by which its place was found if that is counted from the end. */
async function readSteadily<R>(
  total: number,
  reads: Reads<R>,
  times = STEADY_READS,
): Promise<[R[], number]> {
  const rows = await reads.read(times > 0 ? total : undefined);
  const now = times > 0 && reads.isPastMiddle(total) ? await reads.count() : total;
  return now === total ? [rows, total] : readSteadily(now, reads, times - 1);
}

const inOrder = <R>(rows: R[], isReversed: boolean): R[] => (isReversed ? rows.toReversed() : rows);

interface Order<F extends string> {
  readonly field: F;
  readonly key: RawBuilder<string>;
  readonly id: RawBuilder<unknown>;
  readonly type: string;
  readonly unique: boolean;
  readonly ascends: boolean;
}

/** Reads a slice from its first row on, which is found first. */
async function readDeep<R, F extends string>(
  db: Db,
  list: List<F> & Rows<R>,
  slice: Slice,
  { field, key, id, type, unique, ascends }: Order<F>,
): Promise<(R & SortColumns)[]> {
  const near =
    list.days?.sort === field ? await withinDay(slice, list.days, { key, ascends }) : slice;
  const first = await firstOf(db, list, { ...near, key, id: unique ? sql`0` : id });
  if (first === undefined) return [];
  const follows = sql.raw(ascends ? '>=' : '<=');
  const value = sql`${first.sort_key}::${sql.raw(type)}`;
  const from = unique
    ? sql<boolean>`${key} ${follows} ${value}`
    : sql<boolean>`(${key}, ${id}) ${follows} (${value}, ${first.sort_id}::bigint)`;
  return readSlice(db, list, { ...slice, where: allOf([slice.where, from]), offset: 0 });
}

/** Returns a slice whose first row is the same, of which the days before that row are left out. */
async function withinDay(
  slice: Slice,
  { dayOf }: Pick<KeptDays<never>, 'dayOf'>,
  { key, ascends }: { readonly key: RawBuilder<string>; readonly ascends: boolean },
): Promise<Slice> {
  const day = await dayOf(slice.offset, ascends ? 'oldest' : 'newest');
  if (day === undefined) return slice;
  const isWithin = sql<boolean>`${key} ${sql.raw(ascends ? '>=' : '<')} ${day.bound}::timestamptz`;
  return { ...slice, where: allOf([slice.where, isWithin]), offset: slice.offset - day.before };
}

/** Finds the first row of a slice by its sort alone; none of the keys before it is turned into text. */
async function firstOf(
  db: Db,
  { from }: Pick<List<never>, 'from'>,
  {
    where,
    order,
    offset,
    key,
    id,
  }: Slice & { readonly key: RawBuilder<string>; readonly id: RawBuilder<unknown> },
): Promise<SortColumns | undefined> {
  const { rows } = await sql<SortColumns>`
    SELECT first.sort_key::text, first.sort_id FROM (
      SELECT ${key} AS sort_key, ${id} AS sort_id FROM ${from} WHERE ${where}
      ORDER BY ${order} LIMIT 1 OFFSET ${offset}
    ) first`.execute(db.q);
  return rows[0];
}

/** Returns the limit and offset by which the same rows are found in the opposite order. */
function fromTheEnd(
  { limit, offset }: { readonly limit: number; readonly offset: number },
  total: number,
): Pick<Slice, 'limit' | 'offset'> {
  const rows = Math.max(0, Math.min(limit, total - offset));
  return { limit: rows, offset: Math.max(0, total - offset - rows) };
}

async function readSlice<R>(
  db: Db,
  list: Pick<List<never>, 'from' | 'id'> & Rows<R>,
  slice: Slice,
): Promise<(R & SortColumns)[]> {
  if ('read' in list) return list.read(slice);
  const { where, order, sortColumns, limit, offset } = slice;
  const page = (columns: RawBuilder<unknown>) => sql<R & SortColumns>`
    SELECT ${columns}, ${sql.join(sortColumns)} FROM ${list.from} WHERE ${where}
    ORDER BY ${order} LIMIT ${limit} OFFSET ${offset}`;
  if (list.lookUp === undefined) return (await page(list.columns).execute(db.q)).rows;
  const id = sql.raw(list.id);
  const { rows } = await sql<R & SortColumns>`
    SELECT ${list.columns}, page.sort_key, page.sort_id
    FROM (${page(sql`${id} AS row_id`)}) page JOIN (${list.lookUp}) ON ${id} = page.row_id
    ORDER BY ${order}`.execute(db.q);
  return rows;
}

/** Counts the rows of a list. */
export async function countRows(
  db: Db,
  { from, conditions }: Pick<List<never>, 'from' | 'conditions'>,
): Promise<number> {
  const counted = await sql<{ total: number }>`
    SELECT count(*)::int AS total FROM ${from} WHERE ${allOf(conditions)}`.execute(db.q);
  return counted.rows[0]?.total ?? 0;
}

/** Returns a Kysely query for a slice of its rows. */
export const sliceOf = <D, T extends keyof D, O>(
  query: SelectQueryBuilder<D, T, O>,
  { where, order, sortColumns, limit, offset }: Slice,
) => query.select(sortColumns).where(where).orderBy(order).limit(limit).offset(offset);
