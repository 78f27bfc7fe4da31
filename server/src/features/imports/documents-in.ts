import { stripDocumentMask } from '@lavra/domain/document/mask';
import type { SheetCells } from '../../platform/csv/sheet-cells.ts';
import type { SheetColumns } from '../../platform/csv/sheet.ts';

/**
 * Returns the document that a column holds, without its mask: the form in which people are looked
 * up.
 */
export function documentOf<C extends SheetColumns>(
  cells: SheetCells<C>,
  column: keyof C & string,
): string | null {
  const line = cells.line(column);
  return line === null ? null : stripDocumentMask(line);
}

/** Returns the documents that a column holds, without duplicates. */
export const documentsIn = <C extends SheetColumns>(
  sheet: readonly SheetCells<C>[],
  column: keyof C & string,
): string[] => [...new Set(sheet.flatMap((cells) => documentOf(cells, column) ?? []))];
