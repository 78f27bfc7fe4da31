import { harmlessCell } from '@lavra/domain/text/harmless-cell';
import { typedDecimal } from '../text/decimal-pt-br.ts';
import { formatDate } from '../text/format-pt-br.ts';

/**
 * A cell that the service writes: text, an exact decimal (shown with at least `least` decimals), or
 * a local time, `2026-11-20` or `2026-11-20 14:05:00`.
 */
export type SheetCell =
  | string
  | { readonly decimal: string; readonly least?: number }
  | { readonly time: string };

/** A table: its headings, and its rows as they come. */
export interface SheetContent {
  readonly heading: readonly string[];
  readonly batches: AsyncIterable<readonly (readonly SheetCell[])[]>;
}

/** Returns a cell as a CSV for the Portuguese Excel holds it, without formulas. */
export function csvCell(cell: SheetCell): string {
  if (typeof cell === 'string') return harmlessCell(cell);
  if ('decimal' in cell) return typedDecimal(cell.decimal, cell.least);
  const clock = cell.time.slice(11, 16);
  return clock === '' ? formatDate(cell.time) : `${formatDate(cell.time)} ${clock}`;
}
