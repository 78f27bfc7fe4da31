import { stripDocumentMask } from '@lavra/domain/document/mask';
import type { CsvCells } from '../../platform/csv/csv-cells.ts';
import type { CsvColumns } from '../../platform/csv/csv-file.ts';

/**
 * Returns the document that a column holds, without its mask: the form in which people are looked
 * up.
 */
export function documentOf<C extends CsvColumns>(
  cells: CsvCells<C>,
  column: keyof C & string,
): string | null {
  const line = cells.line(column);
  return line === null ? null : stripDocumentMask(line);
}

/** Returns the documents that a column holds, without duplicates. */
export const documentsIn = <C extends CsvColumns>(
  parsed: readonly CsvCells<C>[],
  column: keyof C & string,
): string[] => [...new Set(parsed.flatMap((cells) => documentOf(cells, column) ?? []))];
