import { stripDocumentMask } from '@lavra/domain/document/mask';
import type { SheetCells } from '../../platform/csv/sheet-cells.ts';
import type { SheetColumns } from '../../platform/csv/sheet.ts';

/** The documents that a column names, without masks, each once. */
export const documentsIn = <C extends SheetColumns>(sheet: readonly SheetCells<C>[], column: keyof C & string): string[] =>
  [...new Set(sheet.flatMap((cells) => {
    const line = cells.line(column);
    return line === null ? [] : [stripDocumentMask(line)];
  }))];
