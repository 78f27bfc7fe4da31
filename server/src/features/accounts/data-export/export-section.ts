import type { DataExport } from '@lavra/contract/accounts/data-export';
import { col, params, statement, type Statement } from '../../../platform/db/statement.ts';
import { wireTimeSql } from '../../../platform/text/wire.ts';

export type SectionName = Exclude<keyof DataExport, 'exported_at' | 'account'>;

interface PageParams extends Readonly<Record<string, unknown>> {
  readonly user_id: number;
  readonly after: number;
  readonly size: number;
}

/**
 * How much the rows of a page weigh together, in items: a page is a few megabytes at most, though each
 * of its rows may hold a thousand items with their texts.
 */
const HEAVIEST_PAGE = 1_000;

/**
 * A list of the export, paged in the order of `id`; each row is a JSON document built by
 * PostgreSQL.
 */
export interface Section {
  readonly name: SectionName;
  /** Its pages may be shorter than asked for, since their rows are weighed; the last one is empty. */
  readonly isWeighed: boolean;
  readonly rows: Statement<PageParams, { id: number; document: string }>;
}

/**
 * Builds a section whose rows are `document` of `from`, restricted by `mine` to the caller's rows
 * (`:user_id`). `id` is an expression that numbers the rows, and `weight` one that says of how many
 * items a row's document consists, where that may be many. Documents name every field, so a column
 * added to a table later is not exported by default.
 */
export function section(
  name: SectionName,
  {
    statementName = name,
    id,
    weight,
    document,
    from,
    mine,
  }: {
    statementName?: string;
    id: string;
    weight?: string;
    document: string;
    from: string;
    mine: string;
  },
): Section {
  const rows = `FROM ${from} WHERE ${id} > :after AND (${mine})`;
  return {
    name,
    isWeighed: weight !== undefined,
    rows: statement({
      name: `data-export-${statementName}`,
      params: params<PageParams>(),
      columns: { id: col.int, document: col.text },
      text: `
        SELECT ${id} AS id, json_build_object(${document})::text AS document
        ${rows}${weight === undefined ? '' : ` AND ${id} <= (${lastOfPage(id, weight, rows)})`}
        ORDER BY ${id} LIMIT :size`,
    }),
  };
}

/** SQL: the id with which a page ends, so that what is before its last row is not too heavy. */
const lastOfPage = (id: string, weight: string, rows: string): string => `
  SELECT max(w.id) FROM (
    SELECT r.id, sum(r.weight) OVER (ORDER BY r.id) - r.weight AS before
    FROM (SELECT ${id} AS id, ${weight} AS weight ${rows} ORDER BY ${id} LIMIT :size) r
  ) w WHERE w.before < ${HEAVIEST_PAGE}`;

/** Returns `'name', alias.name` for each name: columns exported as stored. */
export const plain = (alias: string, ...names: string[]): string =>
  names.map((name) => `'${name}', ${alias}.${name}`).join(', ');

/** Same as `plain`, for timestamptz columns. */
export const times = (alias: string, ...names: string[]): string =>
  names.map((name) => `'${name}', ${wireTimeSql(`${alias}.${name}`)}`).join(', ');

/** Returns a JSON list of the rows of a subselect. */
export const listOf = (document: string, from: string, order: string): string =>
  `(SELECT coalesce(json_agg(json_build_object(${document}) ORDER BY ${order}), '[]') FROM ${from})`;
