import type { ProductImportData } from '@lavra/contract/catalogue/product-import';
import { readCsvFile, type CsvColumns, type CsvRow } from '../../../platform/csv/csv-file.ts';
import { CsvCells } from '../../../platform/csv/csv-cells.ts';

/**
 * The file's columns, in order. Values longer than the catalogue takes are rejected by the
 * catalogue's own rules.
 */
export const productColumns = {
  type: {
    heading: 'Tipo',
    synonyms: ['Tipo de produto', 'product_type'],
    needed: true,
    max: 4096,
    examples: ['Defensivos', 'Fertilizantes'],
  },
  subtype: {
    heading: 'Subtipo',
    synonyms: ['Subtipo de produto', 'product_subtype', 'Classe'],
    needed: true,
    max: 4096,
    examples: ['Herbicidas', 'Nitrogenados'],
  },
  name: {
    heading: 'Nome',
    synonyms: ['Produto', 'Nome do produto'],
    needed: true,
    max: 4096,
    examples: ['Herbicida Demonstração', 'Ureia 46% Demonstração'],
  },
  description: { heading: 'Descrição', max: 4096, examples: ['Uso agrícola', ''] },
  brand: { heading: 'Marca', max: 4096, examples: ['Demonstração', ''] },
  active_ingredient: {
    heading: 'Ingrediente ativo',
    synonyms: ['Princípio ativo'],
    max: 4096,
    examples: ['Glifosato', ''],
  },
  concentration: { heading: 'Concentração', max: 4096, examples: ['480 g/L', ''] },
  unit: {
    heading: 'Unidade',
    synonyms: ['Unidade de medida', 'UN medida'],
    needed: true,
    max: 4096,
    examples: ['L', 'KG'],
  },
  active: {
    heading: 'Ativo',
    synonyms: ['Status', 'Situação'],
    max: 4096,
    examples: ['sim', 'sim'],
  },
} as const satisfies CsvColumns;
export type ProductColumn = keyof typeof productColumns;

const LIMITS = { rows: 10_000, columns: 64, cellBytes: 4096 };
const needed = ['type', 'subtype', 'name', 'unit'] as const satisfies readonly ProductColumn[];

/** A row of the file: its values, and its errors so far, by column. */
export interface ProductRow {
  readonly row: number;
  readonly data: ProductImportData;
  readonly cells: CsvCells<typeof productColumns>;
}

/**
 * Reads a CSV file of products. Throws InvalidFields when it is not a CSV, exceeds the limits or
 * lacks a column.
 */
export const readProductFile = async (bytes: Uint8Array): Promise<ProductRow[]> =>
  (await readCsvFile(bytes, productColumns, LIMITS)).rows.map(readProductRow);

export function readProductRow(row: CsvRow): ProductRow {
  const cells = new CsvCells(row, productColumns);
  for (const column of needed) if (!cells.has(column)) cells.refuse(column, 'required');
  const data: ProductImportData = {
    type: cells.line('type'),
    subtype: cells.line('subtype'),
    name: cells.line('name'),
    description: cells.text('description'),
    brand: cells.line('brand'),
    active_ingredient: cells.line('active_ingredient'),
    concentration: cells.line('concentration'),
    unit: cells.line('unit'),
    active: cells.yesNo('active', true),
  };
  return { row: row.row, data, cells };
}
