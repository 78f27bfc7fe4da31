import type { ProductImportData } from '@lavra/contract/catalogue/product-import';
import { blankToNull } from '@lavra/domain/text/blank';
import { fold } from '@lavra/domain/text/fold';
import { columnKey, readCsv, type CsvRow } from '../../../platform/csv/csv-read.ts';
import { FieldErrors, InvalidFields } from '../../../platform/errors.ts';

/** The sheet's columns as they are headed, in their order. */
export const productHeadings = {
  type: 'Tipo', subtype: 'Subtipo', name: 'Nome', description: 'Descrição', brand: 'Marca', active_ingredient: 'Ingrediente ativo',
  concentration: 'Concentração', unit: 'Unidade', active: 'Ativo',
} as const satisfies Record<keyof ProductImportData, string>;
export type ProductColumn = keyof typeof productHeadings;

const LIMITS = { rows: 10_000, columns: 64, cellBytes: 4096 };
/** The others may be left out of a file. */
const needed = ['type', 'subtype', 'name', 'unit'] as const satisfies readonly ProductColumn[];
const yes = new Set(['', 'sim', 's', 'x', '1', 'ativo', 'verdadeiro', 'true', 'yes']);
const no = new Set(['nao', 'n', '0', 'inativo', 'falso', 'false', 'no']);

/** A row of the sheet with what is wrong with it so far, by column. */
export interface SheetProduct { readonly row: number; readonly data: ProductImportData; readonly problems: FieldErrors }

/** Reads a sheet of products. Throws InvalidFields when it is no CSV, passes the limits or misses a column. */
export function readProductSheet(bytes: Uint8Array): SheetProduct[] {
  const { columns, rows } = readCsv(bytes, LIMITS);
  for (const column of needed) {
    if (!columns.includes(columnKey(productHeadings[column]))) throw InvalidFields.of('file', 'csv_column_missing', { name: productHeadings[column] });
  }
  return rows.map(readRow);
}

function readRow({ number, cells }: CsvRow): SheetProduct {
  const problems = new FieldErrors();
  const typed = (column: ProductColumn): string => cells.get(columnKey(productHeadings[column])) ?? '';
  const text = (column: ProductColumn): string | null => blankToNull(typed(column).toWellFormed());
  const line = (column: ProductColumn): string | null => text(column)?.replaceAll(/\s+/g, ' ') ?? null;
  const data: ProductImportData = {
    type: line('type'), subtype: line('subtype'), name: line('name'), description: text('description'), brand: line('brand'),
    active_ingredient: line('active_ingredient'), concentration: line('concentration'), unit: line('unit'), active: readActive(typed('active')),
  };
  for (const column of needed) if (data[column] === null) problems.add(column, 'required');
  if (data.active === null) problems.add('active', 'yes_no');
  return { row: number, data, problems };
}

/** A product whose column is blank or missing is active. */
function readActive(typed: string): boolean | null {
  const word = fold(typed.trim());
  return yes.has(word) ? true : no.has(word) ? false : null;
}
