import { sql, type RawBuilder } from 'kysely';
import { col, orNull, type Column, type ColumnType, type RowOf } from './statement.ts';

// The columns of a thing are written once, as `{ name: column }`. The SQL that reads them, the type
// of a row (`RowOf`) and what a statement declares all come from there.

/** A column and the expression it is read from. */
export interface Projected<T> extends Column<T> {
  readonly sql: string;
}
/** A column without an expression is the column of that name in the row that the SQL names. */
type Projection = Readonly<Record<string, Column<unknown> & { readonly sql?: string }>>;

/** Reads a column from an SQL expression. */
export const from = <T>(expression: string, { type }: Column<T>): Projected<T> => ({
  type,
  sql: expression,
});

const expressions = (columns: Projection, alias = ''): [name: string, sql: string, ColumnType][] =>
  Object.entries(columns).map(([name, column]) => [
    name,
    column.sql ?? `${alias}.${name}`,
    column.type,
  ]);

/** Returns a SELECT list; columns without an expression are read from row `alias`. */
export const selectSql = (columns: Projection, alias?: string): string =>
  expressions(columns, alias)
    .map(([name, expression]) => `${expression} AS ${name}`)
    .join(', ');

/** Returns a SELECT list of columns that row `alias` of a subquery already has. */
export const reselectSql = (columns: Projection, alias: string): string =>
  Object.keys(columns)
    .map((name) => `${alias}.${name}`)
    .join(', ');

const recordTypes = {
  int: 'bigint',
  text: 'text',
  numeric: 'numeric',
  boolean: 'boolean',
} as const;
type RecordType = keyof typeof recordTypes;

/** Returns the column list of a record that is read from JSON, as `json_to_recordset` takes it. */
export const recordSql = (
  columns: Readonly<Record<string, { readonly type: ColumnType }>>,
): string =>
  Object.entries(columns)
    .map(([name, { type }]) => {
      if (!isRecordType(type)) throw new Error(`column ${name} is not read from JSON as ${type}`);
      return `${name} ${recordTypes[type]}`;
    })
    .join(', ');
const isRecordType = (type: ColumnType): type is RecordType => type in recordTypes;

/** JSON would round a decimal, and writes an instant in another format than a column. */
const asText: ReadonlySet<ColumnType> = new Set(['numeric', 'timestamp']);

/** Returns a SELECT list for a row inside JSON, where each value reads like that of a flat row. */
export const selectForJsonSql = (columns: Projection, alias?: string): string =>
  expressions(columns, alias)
    .map(([name, sql, type]) => `${asText.has(type) ? `(${sql})::text` : sql} AS ${name}`)
    .join(', ');

/**
 * Returns an SQL expression for rows as one JSON list. `rest` follows the SELECT list; its ORDER BY
 * is the order of the list. `row_to_json` takes two thirds of the time of `json_build_object`.
 */
export const jsonRowsSql = (columns: Projection, rest: string, alias?: string): string =>
  `(SELECT coalesce(json_agg(row_to_json(r)), '[]')
    FROM (SELECT ${selectForJsonSql(columns, alias)} ${rest}) r)`;

/**
 * A column of rows as one JSON list, typed as rows: a presenter makes the reply's shape of them.
 * `rest` is that of `jsonRowsSql`.
 */
export const jsonRows = <C extends Projection>(
  columns: C,
  rest: string,
  alias?: string,
): Projected<RowOf<C>[]> => from(jsonRowsSql(columns, rest, alias), col.json<RowOf<C>[]>());

/**
 * A column of at most one row, as JSON: NULL where `rest`, which follows the SELECT list, selects
 * none.
 */
export const jsonRow = <C extends Projection>(
  columns: C,
  rest: string,
  alias?: string,
): Projected<RowOf<C> | null> =>
  from(
    `(SELECT row_to_json(r) FROM (SELECT ${selectForJsonSql(columns, alias)} ${rest}) r)`,
    orNull(col.json<RowOf<C>>()),
  );

/** Returns the columns for a Kysely query; their types come with `$castTo<RowOf<…>>()`. */
export const selections = (columns: Projection, alias?: string) =>
  expressions(columns, alias).map(([name, expression]) => sql.raw(expression).as(name));

/** Returns the SELECT list for dynamic SQL, as `listPage` takes it, with the type of its rows. */
export const rawColumns = <C extends Projection>(
  columns: C,
  alias?: string,
): RawBuilder<RowOf<C>> => sql.raw<RowOf<C>>(selectSql(columns, alias));
