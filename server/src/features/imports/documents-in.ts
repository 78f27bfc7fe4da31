import { stripDocumentMask } from '@lavra/domain/document/mask';
import type { SheetCells } from '../../platform/csv/sheet-cells.ts';
import type { SheetColumns } from '../../platform/csv/sheet.ts';

/** The document that a column names, without its mask: the form people are found by. */
export function documentOf<C extends SheetColumns>(
  cells: SheetCells<C>,
  column: keyof C & string,
): string | null {
  const line = cells.line(column);
  return line === null ? null : stripDocumentMask(line);
}

/** The documents that a column names, each once. */
export const documentsIn = <C extends SheetColumns>(
  sheet: readonly SheetCells<C>[],
  column: keyof C & string,
): string[] => [...new Set(sheet.flatMap((cells) => documentOf(cells, column) ?? []))];
