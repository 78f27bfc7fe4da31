import { columnKey, readCsv } from '../../../platform/csv/csv-read.ts';
import { InvalidFields } from '../../../platform/errors.ts';
import { cleanText } from './agrofit-text.ts';
import type { CropNames } from './agrofit-product.ts';

const LIMITS = { rows: 5000, columns: 64, cellBytes: 4096 };

/**
 * Reads the register's crops: a CSV with the columns `id` and `nome`. Throws InvalidFields when it
 * is not one.
 */
export function readCropNames(file: Uint8Array): CropNames {
  const { columns, rows } = readCsv(file, LIMITS);
  for (const name of ['id', 'nome'])
    if (!columns.includes(columnKey(name)))
      throw InvalidFields.of('file', 'csv_column_missing', { name });
  return new Map(
    rows.map(({ cells }) => [Number(cells.get('id')), cleanText(cells.get('nome') ?? '')]),
  );
}
