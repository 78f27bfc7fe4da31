import type { DataExport } from '@lavra/contract/accounts/data-export';
import { col, params, statement, type Statement } from '../../../platform/db/statement.ts';

export type SectionName = Exclude<keyof DataExport, 'exported_at' | 'account'>;

interface PageParams extends Readonly<Record<string, unknown>> {
  readonly user_id: number;
  readonly after: number;
  readonly size: number;
}

/** A list of the export: its pages in the order of `id`, each row a JSON document that PostgreSQL has written. */
export interface Section {
  readonly name: SectionName;
  readonly rows: Statement<PageParams, { id: number; document: string }>;
}

/**
 * A section whose rows are `document` of `from`, narrowed by `mine` to what is the caller's (`:user_id`). `id` numbers
 * the rows. The documents name every field: what a table is given later is not told by itself.
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

/** A timestamptz as the wire has it. */
export const at = (column: string): string => `to_char(${column}, 'YYYY-MM-DD HH24:MI:SS')`;

/** `'name', alias.name` for each: fields that are told as they are kept. */
export const plain = (alias: string, ...names: string[]): string =>
  names.map((name) => `'${name}', ${alias}.${name}`).join(', ');

/** The same for instants. */
export const times = (alias: string, ...names: string[]): string =>
  names.map((name) => `'${name}', ${at(`${alias}.${name}`)}`).join(', ');

/** A JSON list of what a subselect finds. */
export const listOf = (document: string, from: string, order: string): string =>
  `(SELECT coalesce(json_agg(json_build_object(${document}) ORDER BY ${order}), '[]') FROM ${from})`;
