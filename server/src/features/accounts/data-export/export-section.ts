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
 * A list of the export, paged in the order of `id`; each row is a JSON document built by
 * PostgreSQL.
 */
export interface Section {
  readonly name: SectionName;
  readonly rows: Statement<PageParams, { id: number; document: string }>;
}

/**
 * Builds a section whose rows are `document` of `from`, restricted by `mine` to the caller's rows
 * (`:user_id`). `id` is an expression that numbers the rows. Documents name every field, so a
 * column added to a table later is not exported by default.
 */
export function section(
  name: SectionName,
  {
    statementName = name,
    id,
    document,
    from,
    mine,
  }: { statementName?: string; id: string; document: string; from: string; mine: string },
): Section {
  return {
    name,
    rows: statement({
      name: `data-export-${statementName}`,
      params: params<PageParams>(),
      columns: { id: col.int, document: col.text },
      text: `
        SELECT ${id} AS id, json_build_object(${document})::text AS document
        FROM ${from}
        WHERE ${id} > :after AND (${mine})
        ORDER BY ${id} LIMIT :size`,
    }),
  };
}

/** Returns `'name', alias.name` for each name: columns exported as stored. */
export const plain = (alias: string, ...names: string[]): string =>
  names.map((name) => `'${name}', ${alias}.${name}`).join(', ');

/** Same as `plain`, for timestamptz columns. */
export const times = (alias: string, ...names: string[]): string =>
  names.map((name) => `'${name}', ${wireTimeSql(`${alias}.${name}`)}`).join(', ');

/** Returns a JSON list of the rows of a subselect. */
export const listOf = (document: string, from: string, order: string): string =>
  `(SELECT coalesce(json_agg(json_build_object(${document}) ORDER BY ${order}), '[]') FROM ${from})`;
